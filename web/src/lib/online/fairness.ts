// Fair play: while one plays a rated game, or one against people at the same time, the page's computer does
// not help with it.

import type { Summary } from "$lib/game/types";
import { cachedGames } from "./cached-games.svelte";

/** The server knows better (`help` of a game): this is for lists, which do not say. */
function isClosed({ online, ending, clock }: Summary): boolean {
  if (!online || online.you === null || online.waiting || ending !== null) return false;
  const people = online.others.some(({ bot }) => !bot);
  return online.rated === true || (people && clock?.system !== "correspondence");
}

/** One's own games that are not over, and with which nobody is helped. */
export const closedGames = (): Summary[] => cachedGames.games.filter(isClosed);

/** Whether a line with these positions leads through one of them as it stands now. */
export const isOfClosedGame = (positions: readonly string[]): boolean =>
  closedGames().some(({ online }) => online && positions.includes(online.position));
