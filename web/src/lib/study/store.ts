// Autosave of studies, so that they survive a reload: the latest few, keyed by the address they were opened
// with.

import type { Study } from "./tree.svelte";

const PREFIX = "ludoteca.study.";
const MOST = 24;

interface Kept {
  version: 1;
  text: string;
  /** The current position in it. */
  moves: string[];
  changed: number;
}
type Area = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export class StudyStore {
  /** `area` is called each time, because even accessing forbidden storage throws. */
  constructor(
    private readonly area: () => Area = () => localStorage,
    private readonly now: () => number = () => Date.now(),
  ) {}

  load(address: string): { text: string; moves: string[] } | null {
    try {
      return read(this.area().getItem(PREFIX + address));
    } catch {
      return null;
    }
  }

  /** Saves a study, dropping old ones if storage is full. Without storage it lasts until the page closes. */
  async save(address: string, study: Study): Promise<void> {
    const moves = study.moves;
    try {
      const kept: Kept = { version: 1, text: await study.toText(), moves, changed: this.now() };
      const area = this.area();
      this.#prune(area, MOST - 1, PREFIX + address);
      const text = JSON.stringify(kept);
      try {
        area.setItem(PREFIX + address, text);
      } catch {
        this.#prune(area, 0, PREFIX + address);
        area.setItem(PREFIX + address, text);
      }
    } catch {
      // Only the state after a reload is lost.
    }
  }

  forget(address: string): void {
    try {
      this.area().removeItem(PREFIX + address);
    } catch {
      // Nothing to forget.
    }
  }

  #prune(area: Area, most: number, but: string): void {
    const keys = Array.from({ length: area.length }, (_, at) => area.key(at) ?? "");
    const others = keys.filter((key) => key.startsWith(PREFIX) && key !== but);
    const age = new Map(others.map((key) => [key, read(area.getItem(key))?.changed ?? 0]));
    others.sort((a, b) => age.get(b)! - age.get(a)!);
    for (const key of others.slice(most)) area.removeItem(key);
  }
}

function read(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Kept> | null;
    if (kept?.version !== 1 || typeof kept.text !== "string" || !Array.isArray(kept.moves)) return null;
    return { version: 1, text: kept.text, moves: kept.moves.map(String), changed: Number(kept.changed) || 0 };
  } catch {
    return null;
  }
}
