// A game as it is kept: every change is stored, and what another page has stored meanwhile is not
// overwritten.

import type { Tools } from "./tools";
import type { GameFailure, SavedGame } from "./types";

type NotStored = Extract<GameFailure, { kind: "storage" }>["why"];
/** What came of storing: `conflict` when another page has played on. */
export type Stored =
  { ok: true } | { ok: false; why: "conflict"; theirs: SavedGame } | { ok: false; why: NotStored; again: boolean };

export class StoredGame {
  saved: SavedGame = $state.raw()!;
  /** The revision that is stored, as far as this page knows. */
  #seen: number;
  #failed = false;

  constructor(
    saved: SavedGame,
    private readonly tools: Pick<Tools, "store" | "date">,
  ) {
    this.saved = saved;
    this.#seen = saved.revision;
  }

  /** Changes what is kept and stores it; `again` says that this has failed since the last time it worked. */
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
  /** What another page has stored is the game now. */
  take(theirs: SavedGame): void {
    this.#seen = theirs.revision;
    this.saved = theirs;
  }
}
