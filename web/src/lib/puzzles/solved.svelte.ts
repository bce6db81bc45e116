// The user's solved puzzles, stored on this device.

import type { GameId } from "$lib/engine/types";

const KEY = "ludoteca.puzzles";

/** How a puzzle was first solved: wrong moves, and hint steps used. */
export interface Solved {
  wrong: number;
  hints: number;
}

/** Parses stored data and skips invalid entries. */
export function readSolved(text: string | null): Record<string, Solved> {
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const entries = Object.entries(kept as Record<string, Partial<Solved> | null>).filter(
      ([, solved]) => Number.isInteger(solved?.wrong) && Number.isInteger(solved?.hints),
    );
    return Object.fromEntries(entries) as Record<string, Solved>;
  } catch {
    return {};
  }
}

const stored = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

let all = $state.raw(readSolved(stored()));
const name = (game: GameId, id: string) => `${game}/${id}`;

export const solvedOf = (game: GameId, id: string): Solved | null => all[name(game, id)] ?? null;

/** Stores a solved puzzle; only the first solution counts. */
export function keepSolved(game: GameId, id: string, how: Solved): void {
  // Another tab may have stored others meanwhile.
  const kept = { ...all, ...readSolved(stored()) };
  kept[name(game, id)] ??= how;
  all = kept;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or forbidden: kept in memory until the page closes.
  }
}
