// Fair play: during a rated or live game against people, the page's computer does not help with it.

import type { Summary } from "$lib/game/types";
import { cachedGames } from "./cached-games.svelte";

/** An approximation for lists; the server's `help` field is authoritative. */
function isClosed({ online, ending, clock }: Summary): boolean {
  if (!online || online.you === null || online.waiting || ending !== null) return false;
  const people = online.others.some(({ bot }) => !bot);
  return online.rated === true || (people && clock?.system !== "correspondence");
}

/** The user's running games for which analysis is closed. */
export const closedGames = (): Summary[] => cachedGames.games.filter(isClosed);

/** Whether a line passes through the current position of such a game. */
export const isOfClosedGame = (positions: readonly string[]): boolean =>
  closedGames().some(({ online }) => online && positions.includes(online.position));
