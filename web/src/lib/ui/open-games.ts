// Unfinished games on this device and online, and the next one waiting for the user.

import { browserTools } from "$lib/game/tools";
import type { Summary } from "$lib/game/types";
import { cachedGames } from "$lib/online/cached-games.svelte";

export const store = browserTools.store;

export const isOver = ({ ending }: Summary): boolean => ending !== null;
/** Whether a person at this device is to move; online only the current user counts. */
export function waitsForPerson(summary: Summary): boolean {
  const holder = isOver(summary) || summary.toAct === null ? undefined : summary.seats[summary.toAct];
  return holder?.kind === "person" && holder.you !== false;
}

export const summaries = (): Summary[] => store.list().flatMap((listed) => (listed.readable ? [listed.summary] : []));

/** Sorted by the last change, newest first. */
export const allGames = (): Summary[] => [...cachedGames.games, ...summaries()].sort((a, b) => b.changed - a.changed);

/** The next waiting game after this one in list order, wrapping around; null if there is none. */
export function nextWaiting(current: string | null, games: readonly Summary[] = allGames()): string | null {
  const at = games.findIndex(({ id }) => id === current);
  const others = [...games.slice(at + 1), ...games.slice(0, Math.max(0, at))];
  return others.find(waitsForPerson)?.id ?? null;
}
