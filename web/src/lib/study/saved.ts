// Named analyses stored on this device. Unlike autosaved ones (store.ts), they stay until deleted and receive
// every further change.

import { type GameId, GAMES } from "$lib/engine/types";
import { browserTools } from "$lib/game/tools";
import type { Study } from "./tree.svelte";

const PREFIX = "ludoteca.analysis.";
const VERSION = 1;

export interface AnalysisSummary {
  id: string;
  game: GameId;
  name: string;
  /** Number of moves in its tree, including variations. */
  size: number;
  changed: number;
}
export interface SavedAnalysis extends AnalysisSummary {
  version: typeof VERSION;
  text: string;
  /** The current position in it. */
  moves: string[];
}
export type Saving = { ok: true; saved: SavedAnalysis } | { ok: false; why: "full" | "forbidden" };
type Area = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

export class AnalysisStore {
  /** `area` is called each time, because even accessing forbidden storage throws. */
  constructor(
    private readonly area: () => Area = () => localStorage,
    private readonly now: () => number = () => Date.now(),
    private readonly newId: () => string = browserTools.id,
  ) {}

  /** Sorted by the last change, newest first. */
  list(): AnalysisSummary[] {
    try {
      const area = this.area();
      const keys = Array.from({ length: area.length }, (_, at) => area.key(at) ?? "");
      return keys
        .filter((key) => key.startsWith(PREFIX))
        .flatMap((key) => this.open(key.slice(PREFIX.length)) ?? [])
        .map(({ id, game, name, size, changed }) => ({ id, game, name, size, changed }))
        .sort((a, b) => b.changed - a.changed);
    } catch {
      return [];
    }
  }

  /** Null if missing or unreadable. */
  open(id: string): SavedAnalysis | null {
    try {
      return read(this.area().getItem(PREFIX + id), id);
    } catch {
      return null;
    }
  }

  /** Saves a study under a new id, or over the one it was opened from. */
  async save(study: Study, name: string, id: string = this.newId()): Promise<Saving> {
    const tree = study.toTree();
    const saved: SavedAnalysis = {
      version: VERSION,
      id,
      game: tree.opening.game,
      name,
      size: tree.nodes.length - 1,
      changed: this.now(),
      moves: study.moves,
      text: await study.toText(),
    };
    return this.put(saved);
  }

  /** Restores one, for instance to undo its deletion. */
  put(saved: SavedAnalysis): Saving {
    try {
      const area = this.area();
      try {
        area.setItem(PREFIX + saved.id, JSON.stringify(saved));
        return { ok: true, saved };
      } catch {
        return { ok: false, why: "full" };
      }
    } catch {
      return { ok: false, why: "forbidden" };
    }
  }

  delete(id: string): void {
    try {
      this.area().removeItem(PREFIX + id);
    } catch {
      // Forbidden: there is none.
    }
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

function read(text: string | null, id: string): SavedAnalysis | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<SavedAnalysis> | null;
    if (kept?.version !== VERSION || typeof kept.text !== "string" || !isTexts(kept.moves)) return null;
    const game = GAMES.find((one) => one === kept.game);
    if (!game || typeof kept.name !== "string") return null;
    const [size, changed] = [Number(kept.size) || 0, Number(kept.changed) || 0];
    return { version: VERSION, id, game, name: kept.name, size, changed, moves: kept.moves, text: kept.text };
  } catch {
    return null;
  }
}

/** The address of a saved analysis; and the id from the last part of an address, or null. */
export const savedAddress = ({ game, id }: Pick<AnalysisSummary, "game" | "id">): string =>
  `/${game}/analysis#saved:${id}`;
export const savedId = (hash: string): string | null => /^#saved:([A-Za-z0-9_-]{1,64})$/.exec(hash)?.[1] ?? null;

export const analyses = new AnalysisStore();
