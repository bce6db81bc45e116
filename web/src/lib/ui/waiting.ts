// The games on this device that go on, and the next one that waits for a person.

import { browserTools } from "$lib/game/tools";
import type { Summary } from "$lib/game/types";

export const store = browserTools.store;

export const isOver = ({ ending }: Summary): boolean => ending !== null;
export const waitsForPerson = (summary: Summary): boolean =>
  !isOver(summary) && summary.toAct !== null && summary.seats[summary.toAct]?.kind === "person";

export const summaries = (): Summary[] => store.list().flatMap((listed) => (listed.readable ? [listed.summary] : []));

/** After this game the next one that waits, in the order of the list and round again; null when none does. */
export function nextWaiting(current: string | null, games: readonly Summary[] = summaries()): string | null {
  const at = games.findIndex(({ id }) => id === current);
  const others = [...games.slice(at + 1), ...games.slice(0, Math.max(0, at))];
  return others.find(waitsForPerson)?.id ?? null;
}
