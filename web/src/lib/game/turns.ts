// Plies and turns. A ply is one decision. A turn has several plies only in Number One; in Peak, moving again
// because the other seat is stuck is a new turn.

import type { GameId, Seat, View } from "$lib/engine/types";
import type { Holder } from "./types";

type Played = View["played"];
const severalPlies = (game: GameId): boolean => game === "number-one";

/** Whether the seat to move has already started its turn. */
function inTurn({ game, played, status }: Pick<View, "game" | "played" | "status">): boolean {
  const last = played.findLast(({ leaves }) => !leaves);
  return severalPlies(game) && status.toAct !== null && last?.seat === status.toAct;
}

/** Number of plies before the turn that contains this ply (counted from 0). */
export function turnBegins(game: GameId, played: Played, ply: number): number {
  let first = ply;
  if (severalPlies(game)) while (first > 0 && played[first - 1]?.seat === played[ply]?.seat) first--;
  return first;
}

/**
 * Round number of each ply: a new round starts when play returns to the first seat, as records count. A
 * resignation belongs to the current round.
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
 * Number of plies before what the person to move needs to see: the computers' moves since a person last
 * decided or, among people, the previous seat's last turn. The turn in progress is ignored. An eliminated
 * player sees one turn of each remaining seat.
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
