// Which of the games are shown. It holds until the page is closed, so that it is still there after a look at
// one of them.

import type { GameId } from "$lib/engine/types";
import type { Summary } from "$lib/game/types";
import { personName } from "$lib/ui/holders";
import { isOver } from "$lib/ui/waiting";

/**
 * `level 3`, `name Anna`; `computer` is a computer of any level, `people` are games on this device without
 * one, `online` those over the network.
 */
export type Opponent = "all" | "computer" | "people" | "online" | `level ${number}` | `name ${string}`;
export interface Filters {
  game: GameId | "all";
  state: "all" | "running" | "over";
  opponent: Opponent;
}

const ALL: Readonly<Filters> = { game: "all", state: "all", opponent: "all" };
export const filters: Filters = $state({ ...ALL });
export const showAll = (): void => void Object.assign(filters, ALL);

const levels = ({ seats }: Summary): number[] =>
  seats.flatMap((holder) => (holder.kind === "computer" ? [holder.level] : []));
const names = ({ seats }: Summary): string[] =>
  seats.flatMap((holder) =>
    holder.kind === "person" && holder.name !== "" && !holder.you ? [personName(holder)] : [],
  );
const atTable = (summary: Summary): boolean => !summary.online && levels(summary).length === 0;

function against(summary: Summary, opponent: Opponent): boolean {
  if (opponent === "all") return true;
  if (opponent === "computer") return levels(summary).length > 0;
  if (opponent === "people") return atTable(summary);
  if (opponent === "online") return summary.online !== undefined;
  return opponent.startsWith("level ")
    ? levels(summary).includes(Number(opponent.slice(6)))
    : names(summary).includes(opponent.slice(5));
}

export const fits = (summary: Summary, { game, state, opponent }: Filters): boolean =>
  (game === "all" || summary.game === game) &&
  (state === "all" || isOver(summary) === (state === "over")) &&
  against(summary, opponent);

/** The opponents there are among these games. */
export function opponentsIn(games: readonly Summary[]): Opponent[] {
  const found = [...new Set(games.flatMap(levels))].sort((a, b) => a - b);
  const called = [...new Set(games.flatMap(names))].sort((a, b) => a.localeCompare(b));
  const people = games.some(atTable);
  const online = games.some((summary) => summary.online);
  return [
    "all",
    ...(found.length > 0 ? (["computer"] as const) : []),
    ...found.map((level) => `level ${level}` as const),
    ...(people ? (["people"] as const) : []),
    ...(online ? (["online"] as const) : []),
    ...called.map((name) => `name ${name}` as const),
  ];
}
