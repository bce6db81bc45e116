// Which of the games are shown. It holds until the page is closed, so that it is still there after a look at
// one of them.

import type { GameId } from "$lib/engine/types";
import type { Summary } from "$lib/game/types";
import { isOver } from "$lib/ui/waiting";

/** `level 3`, `name Anna`; `computer` is a computer of any level, `people` are games without one. */
export type Opponent = "all" | "computer" | "people" | `level ${number}` | `name ${string}`;
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
  seats.flatMap((holder) => (holder.kind === "person" && holder.name !== "" ? [holder.name] : []));

function against(summary: Summary, opponent: Opponent): boolean {
  if (opponent === "all") return true;
  if (opponent === "computer") return levels(summary).length > 0;
  if (opponent === "people") return levels(summary).length === 0;
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
  const people = games.some((summary) => levels(summary).length === 0);
  return [
    "all",
    ...(found.length > 0 ? (["computer"] as const) : []),
    ...found.map((level) => `level ${level}` as const),
    ...(people ? (["people"] as const) : []),
    ...called.map((name) => `name ${name}` as const),
  ];
}
