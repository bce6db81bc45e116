// Descriptions of a position: the last move and the value.

import type { GameId } from "$lib/engine/types";
import { t } from "$lib/i18n/study";
import { type Chances, chancesText } from "./values";

export interface ValuedGame {
  game: GameId;
  /** By position, starting before the first move; null if unknown. */
  chances: readonly (Chances | null)[];
  /** The moves, one fewer than chances, and their numbers in the move list. */
  moves: readonly string[];
  numbers: readonly number[];
}

/** "After 3. Y5, proven: Red wins". */
export function positionText({ game, chances, moves, numbers }: ValuedGame, ply: number): string {
  const here = chances[ply];
  const value = here ? chancesText(here, game) : t("graph.unknown");
  return ply === 0 ? t("graph.begin", value) : t("graph.at", numbers[ply - 1] ?? ply, moves[ply - 1] ?? "", value);
}
