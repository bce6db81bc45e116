// A game's puzzles are a separate download, fetched on demand and cached by the service worker for offline
// use.

import type { GameId } from "$lib/engine/types";
import { readPuzzles, type Puzzles } from "./read";

const FILES: Record<GameId, () => Promise<{ default: string }>> = {
  squadro: () => import("$puzzles/squadro.txt?raw"),
  "number-one": () => import("$puzzles/number-one.txt?raw"),
  peak: () => import("$puzzles/peak.txt?raw"),
  "one-piece-for-two": () => import("$puzzles/one-piece-for-two.txt?raw"),
};
const read = new Map<GameId, Puzzles>();

/** Throws if the file cannot be fetched or parsed. */
export async function puzzlesOf(game: GameId): Promise<Puzzles> {
  const known = read.get(game);
  if (known) return known;
  const puzzles = readPuzzles((await FILES[game]()).default);
  read.set(game, puzzles);
  return puzzles;
}
