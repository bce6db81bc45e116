// The game after a tutorial: against the weakest computer, started at once.

import { games } from "$lib/engine/rules";
import type { GameId } from "$lib/engine/types";
import { createGame } from "$lib/game/loading";
import { setupOf, usual } from "$lib/ui/setup";

/** Creates the game with default settings and returns its id. */
export async function firstGame(game: GameId, thinkingTime: number): Promise<string> {
  const info = (await games()).find(({ id }) => id === game)!;
  return createGame(setupOf(info, { ...usual(info), level: 1 }, thinkingTime, 0));
}
