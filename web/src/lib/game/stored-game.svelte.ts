// The stored state of a game: saves every change, and never overwrites what another tab has stored.

import type { Tools } from "./tools";
import type { GameFailure, SavedGame } from "./types";

type NotStored = Extract<GameFailure, { kind: "storage" }>["why"];
/** `conflict`: another tab has played on. */
export type Stored =
  { ok: true } | { ok: false; why: "conflict"; theirs: SavedGame } | { ok: false; why: NotStored; again: boolean };

export class StoredGame {
  saved: SavedGame = $state.raw()!;
  /** The stored revision, as far as this page knows. */
  #seen: number;
  #failed = false;

  constructor(
    saved: SavedGame,
    private readonly tools: Pick<Tools, "store" | "date">,
  ) {
    this.saved = saved;
    this.#seen = saved.revision;
  }

  /** Changes and stores the game; `again` is set if the previous attempt failed too. */
  change(change: Partial<SavedGame>): Stored {
    this.saved = { ...this.saved, ...change, revision: this.saved.revision + 1, changed: this.tools.date() };
    const stored = this.tools.store.save(this.saved, this.#seen);
    if (stored.ok) {
      this.#seen = this.saved.revision;
      this.#failed = false;
      return stored;
    }
    if (stored.why === "conflict") return stored;
    const again = this.#failed;
    this.#failed = true;
    return { ok: false, why: stored.why, again };
  }

  isNews(theirs: SavedGame): boolean {
    return theirs.revision > this.#seen;
  }
  /** Replaces the game with another tab's version. */
  take(theirs: SavedGame): void {
    this.#seen = theirs.revision;
    this.saved = theirs;
  }
}
