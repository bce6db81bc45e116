// What comes after a tutorial: a game against the weakest computer, at once.

import { games } from "$lib/engine/rules";
import type { GameId } from "$lib/engine/types";
import { createGame } from "$lib/game/loading";
import { setupOf, usual } from "$lib/ui/setup";

/** Begins it, all else as it usually is, and answers with its id. */
export async function firstGame(game: GameId, thinkingTime: number): Promise<string> {
  const info = (await games()).find(({ id }) => id === game)!;
  return createGame(setupOf(info, { ...usual(info), level: 1 }, thinkingTime, 0));
}
