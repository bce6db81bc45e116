// Plies and turns. A ply is one decision; in Number One a turn has several, and everywhere else it has one,
// even where a seat acts twice running because the other is stuck.

import type { GameId, Seat, View } from "$lib/engine/types";
import type { Holder } from "./types";

type Played = View["played"];
const severalPlies = (game: GameId): boolean => game === "number-one";

/** Whether the seat to act has begun its turn already. */
function inTurn({ game, played, status }: Pick<View, "game" | "played" | "status">): boolean {
  const last = played.findLast(({ leaves }) => !leaves);
  return severalPlies(game) && status.toAct !== null && last?.seat === status.toAct;
}

/** The number of plies before the turn to which this ply (counted from 0) belongs. */
export function turnBegins(game: GameId, played: Played, ply: number): number {
  let first = ply;
  if (severalPlies(game)) while (first > 0 && played[first - 1]?.seat === played[ply]?.seat) first--;
  return first;
}

/**
 * For each ply the number of its round: a new one begins when the seats have come round, as records count.
 * Who leaves does so in the round there is.
 */
export function rounds(played: Played, seats: number): number[] {
  const first = played.find(({ leaves }) => !leaves)?.seat ?? 0;
  const order = (seat: Seat) => (seat + seats - first) % seats;
  let number = 0;
  let last: Seat | undefined;
  return played.map(({ seat, leaves }) => {
    if (leaves) return Math.max(1, number);
    if (last === undefined || (last !== seat && order(seat) < order(last))) number++;
    last = seat;
    return number;
  });
}

/**
 * How many plies were played before what the person to move has to see: what the computers have done since a
 * person last decided, or among people the last turn of the seat before. A turn that is under way is not
 * looked at. Who is out sees one turn of each who is still in.
 */
export function lastTurnBegins(view: View, seats: readonly Holder[]): number {
  const { game, played, status } = view;
  const byPerson = (seat: Seat | undefined) => seat !== undefined && seats[seat]?.kind === "person";
  const own = inTurn(view) && byPerson(status.toAct ?? undefined);
  const end = own ? turnBegins(game, played, played.length - 1) : played.length;
  if (end === 0) return 0;
  if (byPerson(played[end - 1]?.seat)) return turnBegins(game, played, end - 1);
  const met = new Set<Seat>();
  let begin = end;
  for (; begin > 0; begin--) {
    const { seat } = played[begin - 1]!;
    const again = met.has(seat) && played[begin]?.seat !== seat;
    if (byPerson(seat) || again) break;
    met.add(seat);
  }
  return begin;
}
