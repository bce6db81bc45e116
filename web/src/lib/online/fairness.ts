// Fair play: while one plays a rated game, the page's computer does not help with it.

import type { Summary } from "$lib/game/types";
import { kept } from "./kept.svelte";

const isRunning = ({ online, ending }: Summary): boolean =>
  online?.rated === true && online.you !== null && !online.waiting && ending === null;

/** One's own rated games that are not over. */
export const ratedGames = (): Summary[] => kept.games.filter(isRunning);

/** Whether a line with these positions leads through one of them as it stands now. */
export const isOfRatedGame = (positions: readonly string[]): boolean =>
  ratedGames().some(({ online }) => online && positions.includes(online.position));
