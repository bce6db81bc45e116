// The games that go on, on this device and over the network, and the next one that waits for whoever looks at
// the page.

import { browserTools } from "$lib/game/tools";
import type { Summary } from "$lib/game/types";
import { cachedGames } from "$lib/online/cached-games.svelte";

export const store = browserTools.store;

export const isOver = ({ ending }: Summary): boolean => ending !== null;
/** For a person at this device: over the network only one of them is. */
export function waitsForPerson(summary: Summary): boolean {
  const holder = isOver(summary) || summary.toAct === null ? undefined : summary.seats[summary.toAct];
  return holder?.kind === "person" && holder.you !== false;
}

export const summaries = (): Summary[] => store.list().flatMap((listed) => (listed.readable ? [listed.summary] : []));

/** The last changed first. */
export const allGames = (): Summary[] => [...cachedGames.games, ...summaries()].sort((a, b) => b.changed - a.changed);

/** After this game the next one that waits, in the order of the list and round again; null when none does. */
export function nextWaiting(current: string | null, games: readonly Summary[] = allGames()): string | null {
  const at = games.findIndex(({ id }) => id === current);
  const others = [...games.slice(at + 1), ...games.slice(0, Math.max(0, at))];
  return others.find(waitsForPerson)?.id ?? null;
}
