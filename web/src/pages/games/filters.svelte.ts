// The filters of the games list. Kept until the page is closed, so that they survive opening a game.

import type { GameId } from "$lib/engine/types";
import type { Summary } from "$lib/game/types";
import { personName } from "$lib/ui/holders";
import { isOver } from "$lib/ui/open-games";

/**
 * `level 3`; `name Anna` for local games; `user id` online, where names may change; `computer` any level;
 * `people` local games without computers; `online` all online games.
 */
export type Opponent =
  "all" | "computer" | "people" | "online" | `level ${number}` | `name ${string}` | `user ${string}`;
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
    holder.kind === "person" && holder.name !== "" && !holder.you && !holder.user ? [personName(holder)] : [],
  );
const users = ({ seats, changed }: Summary): { id: string; name: string; at: number }[] =>
  seats.flatMap((holder) =>
    holder.kind === "person" && holder.user && !holder.you
      ? [{ id: holder.user, name: personName(holder), at: changed }]
      : [],
  );
const atTable = (summary: Summary): boolean => !summary.online && levels(summary).length === 0;

function against(summary: Summary, opponent: Opponent): boolean {
  if (opponent === "all") return true;
  if (opponent === "computer") return levels(summary).length > 0;
  if (opponent === "people") return atTable(summary);
  if (opponent === "online") return summary.online !== undefined;
  if (opponent.startsWith("user ")) return users(summary).some(({ id }) => id === opponent.slice(5));
  return opponent.startsWith("level ")
    ? levels(summary).includes(Number(opponent.slice(6)))
    : names(summary).includes(opponent.slice(5));
}

export const fits = (summary: Summary, { game, state, opponent }: Filters): boolean =>
  (game === "all" || summary.game === game) &&
  (state === "all" || isOver(summary) === (state === "over")) &&
  against(summary, opponent);

/** A user's most recent name in these games. */
export function nameOfUser(games: readonly Summary[], id: string): string {
  const known = games.flatMap(users).filter((one) => one.id === id);
  return known.sort((a, b) => b.at - a.at)[0]?.name ?? "";
}

/** The opponents in these games. */
export function opponentsIn(games: readonly Summary[]): Opponent[] {
  const found = [...new Set(games.flatMap(levels))].sort((a, b) => a - b);
  const called = [...new Set(games.flatMap(names))].sort((a, b) => a.localeCompare(b));
  const met = [...new Set(games.flatMap(users).map(({ id }) => id))].sort((a, b) =>
    nameOfUser(games, a).localeCompare(nameOfUser(games, b)),
  );
  const people = games.some(atTable);
  const online = games.some((summary) => summary.online);
  return [
    "all",
    ...(found.length > 0 ? (["computer"] as const) : []),
    ...found.map((level) => `level ${level}` as const),
    ...(people ? (["people"] as const) : []),
    ...(online ? (["online"] as const) : []),
    ...met.map((id) => `user ${id}` as const),
    ...called.map((name) => `name ${name}` as const),
  ];
}
