// Games stored on this device, one entry each. Unreadable entries are never overwritten or removed, and
// storage errors never stop a game.

import { readSaved } from "./saved";
import type { Listed, SavedGame, Summary, Unreadable } from "./types";

const PREFIX = "ludoteca.game.";
/** A move that the rules have not answered yet. */
const CHOSEN = "ludoteca.chosen.";

type WhyNot = "full" | "forbidden" | "occupied";
/** `unstored`: in memory only. */
export type Loaded = { game: SavedGame; unstored?: WhyNot } | { problem: Unreadable; text: string } | null;
export type Stored =
  | { ok: true }
  /** Full, forbidden, or blocked by an unreadable entry. */
  | { ok: false; why: WhyNot }
  /** Another tab has stored this game since it was last read. */
  | { ok: false; why: "conflict"; theirs: SavedGame };

/** A move in the position after this many moves. */
interface ChosenMove {
  after: number;
  move: string;
}

type Area = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export const summaryOf = ({
  id,
  opening,
  seats,
  moves,
  toAct,
  ending,
  clock,
  created,
  changed,
  series,
  imported,
}: SavedGame): Summary => ({
  id,
  game: opening.game,
  seats,
  plies: moves.length,
  toAct,
  ending,
  clock,
  created,
  changed,
  series,
  imported: imported ?? false,
  setUp: opening.position !== undefined,
});

export class GameStore {
  /** Games that could not be stored; lost when the page closes. */
  readonly #memory = new Map<string, { game: SavedGame; unstored: WhyNot }>();

  /** `area` is called each time, because even accessing forbidden storage throws. */
  constructor(private readonly area: () => Area = () => localStorage) {}

  /** Last changed first, unreadable ones at the end. */
  list(): Listed[] {
    const inMemory = [...this.#memory.values()].map(({ game }): Listed => ({
      readable: true,
      summary: summaryOf(game),
    }));
    const age = (listed: Listed) => (listed.readable ? listed.summary.changed : -1);
    return [...inMemory, ...this.#listStored()].sort((a, b) => age(b) - age(a));
  }

  #listStored(): Listed[] {
    try {
      const area = this.area();
      const keys = Array.from({ length: area.length }, (_, at) => area.key(at) ?? "");
      const ids = keys.filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
      return ids
        .filter((id) => !this.#memory.has(id))
        .map((id) => {
          const text = area.getItem(PREFIX + id) ?? "";
          const read = readSaved(text, id);
          return "game" in read
            ? { readable: true, summary: summaryOf(read.game) }
            : { readable: false, id, problem: read.problem, text };
        });
    } catch {
      return [];
    }
  }

  load(id: string): Loaded {
    return this.#memory.get(id) ?? this.#loadStored(id);
  }

  #loadStored(id: string): Loaded {
    try {
      const text = this.area().getItem(PREFIX + id);
      if (text === null) return null;
      const read = readSaved(text, id);
      return "game" in read ? read : { ...read, text };
    } catch {
      return null;
    }
  }

  /**
   * Stores a game, in memory if storage fails. `seen` is the revision this page last stored or read: if
   * another tab has stored a later one, nothing is written.
   */
  save(game: SavedGame, seen: number): Stored {
    const stored = this.#store(game, seen);
    if (!stored.ok && stored.why !== "conflict") this.#memory.set(game.id, { game, unstored: stored.why });
    else this.#memory.delete(game.id);
    return stored;
  }

  #store(game: SavedGame, seen: number): Stored {
    try {
      const area = this.area();
      const there = area.getItem(PREFIX + game.id);
      if (there !== null) {
        const read = readSaved(there, game.id);
        if (!("game" in read)) return { ok: false, why: "occupied" };
        if (read.game.revision > seen) return { ok: false, why: "conflict", theirs: read.game };
      }
      area.setItem(PREFIX + game.id, JSON.stringify(game));
      return { ok: true };
    } catch (error) {
      const full = error instanceof DOMException && error.name === "QuotaExceededError";
      return { ok: false, why: full ? "full" : "forbidden" };
    }
  }

  /** Removes a game; false if it is unreadable or storage is forbidden. */
  remove(id: string): boolean {
    try {
      this.#memory.delete(id);
      const stored = this.#loadStored(id);
      if (stored && !("game" in stored)) return false;
      this.area().removeItem(PREFIX + id);
      this.choose(id, null);
      return true;
    } catch {
      return false;
    }
  }

  /** Notes a chosen move until the rules have answered it, in case the page is reloaded meanwhile. */
  choose(id: string, move: ChosenMove | null): void {
    try {
      if (move) this.area().setItem(CHOSEN + id, JSON.stringify(move));
      else this.area().removeItem(CHOSEN + id);
    } catch {
      // The move is only lost if the page is reloaded at once.
    }
  }
  /** The chosen move for the position after this many moves. */
  chosen(id: string, after: number): string | null {
    try {
      const chosen = JSON.parse(this.area().getItem(CHOSEN + id) ?? "null") as Partial<ChosenMove> | null;
      return chosen?.after === after && typeof chosen.move === "string" ? chosen.move : null;
    } catch {
      return null;
    }
  }

  /** Calls `changed` when another tab stores this game; returns an unsubscribe function. */
  watch(id: string, changed: (game: SavedGame) => void): () => void {
    const onstorage = ({ key, newValue }: StorageEvent) => {
      if (key !== PREFIX + id || newValue === null) return;
      const read = readSaved(newValue, id);
      if ("game" in read) changed(read.game);
    };
    addEventListener("storage", onstorage);
    return () => removeEventListener("storage", onstorage);
  }
}
