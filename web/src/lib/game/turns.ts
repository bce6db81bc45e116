// Plies and turns. A ply is one decision; in Number One a turn has several, and everywhere else it has one, even where a seat acts twice running
// because the other is stuck.

import type { GameId, Seat, View } from "$lib/engine/types";
import type { Holder, TakeBack } from "./types";

type Played = View["played"];
const severalPlies = (game: GameId): boolean => game === "number-one";

/** Whether the seat to act has begun its turn already. */
export function inTurn({ game, played, status }: Pick<View, "game" | "played" | "status">): boolean {
  return severalPlies(game) && status.toAct !== null && played.at(-1)?.seat === status.toAct;
}

/** The number of plies before the turn to which this ply (counted from 0) belongs. */
export function turnBegins(game: GameId, played: Played, ply: number): number {
  let first = ply;
  if (severalPlies(game)) while (first > 0 && played[first - 1]?.seat === played[ply]?.seat) first--;
  return first;
}

/** For each ply the number of its round: a new one begins when the seats have come round, as records count. */
export function rounds(played: Played, seats: number): number[] {
  const first = played[0]?.seat ?? 0;
  const order = (seat: Seat) => (seat + seats - first) % seats;
  let number = 0;
  return played.map(({ seat }, ply) => {
    const last = played[ply - 1]?.seat;
    if (last === undefined || (last !== seat && order(seat) < order(last))) number++;
    return number;
  });
}

/** Where taking back leads, or null: inside an unfinished turn one ply; among people only, the last turn; with computers to before the last
 * decision of a person, whatever the computers have answered. */
export function takeBackOf(view: View, seats: readonly Holder[]): TakeBack | null {
  const { game, played } = view;
  const byPerson = (seat: Seat) => seats[seat]?.kind === "person";
  const last = played.findLastIndex(({ seat }) => byPerson(seat));
  if (last < 0) return null;
  const peopleOnly = seats.every(({ kind }) => kind === "person");
  const ply = peopleOnly && !inTurn(view) ? turnBegins(game, played, last) : last;
  const { seat, move } = played[ply]!;
  return { ply, seat, turn: rounds(played, seats.length)[ply]!, move, plies: played.length - ply };
}

/** How many plies were played before what the person to move has to see: what the computers have done since a person last decided, or among people
 * the last turn of the seat before. A turn that is under way is not looked at. Who is out sees one turn of each who is still in. */
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
