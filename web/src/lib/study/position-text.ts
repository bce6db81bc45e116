// A position of a game in words: after which move, and what it is worth.

import type { GameId } from "$lib/engine/types";
import { t } from "$lib/i18n/study";
import { type Chances, chancesText } from "./values";

export interface ValuedGame {
  game: GameId;
  /** After each ply, the first before any move; null where nothing is known. */
  chances: readonly (Chances | null)[];
  /** The moves, one fewer than chances, and their numbers as the list of moves counts. */
  moves: readonly string[];
  numbers: readonly number[];
}

/** "After 3. Y5, proven: Red wins". */
export function positionText({ game, chances, moves, numbers }: ValuedGame, ply: number): string {
  const here = chances[ply];
  const value = here ? chancesText(here, game) : t("graph.unknown");
  return ply === 0 ? t("graph.begin", value) : t("graph.at", numbers[ply - 1] ?? ply, moves[ply - 1] ?? "", value);
}
