// What people may do at the table beside moving, read from what the judge says.

import type { ContestState, Seat, View } from "$lib/engine/types";
import { rounds } from "./turns";
import type { DrawOffer, Holder, TakeBack } from "./types";

type Seats = readonly Holder[];
const isPerson = (seats: Seats, seat: Seat): boolean => seats[seat]?.kind === "person";

/**
 * What taking back would undo; null when nothing can be taken back. Of all people it is the one who decided
 * last (TB-5).
 */
export function takeBackOf({ may }: ContestState, { played, players }: View, seats: Seats): TakeBack | null {
  const people = may.flatMap(({ takeBack }, seat) =>
    takeBack !== null && isPerson(seats, seat) ? [{ ply: takeBack, seat }] : [],
  );
  const last = people.sort((a, b) => b.ply - a.ply)[0];
  const move = last && played[last.ply]?.move;
  if (last === undefined || move === undefined) return null;
  return { ...last, move, turn: rounds(played, players)[last.ply]!, plies: played.length - last.ply };
}

/** A draw that was offered and waits for an answer. */
export function drawOfferOf({ pending }: ContestState): DrawOffer | null {
  const [to] = pending?.waiting ?? [];
  return pending?.offer === "draw" && to !== undefined ? { by: pending.by, to } : null;
}

/** Whether the person to act may offer a draw (TB-4). */
export const mayOfferDraw = (contest: ContestState, seats: Seats): boolean => {
  const { toAct, may } = contest;
  return toAct !== null && isPerson(seats, toAct) && may[toAct]!.offerDraw && drawOfferOf(contest) === null;
};

/** Who of the people may resign, whoever is to act first (TB-1). */
export function resigning({ may, toAct }: ContestState, seats: Seats): Seat[] {
  const people = may.flatMap(({ resign }, seat) => (resign && isPerson(seats, seat) ? [seat] : []));
  return people.sort((a, b) => Number(b === toAct) - Number(a === toAct));
}

/** A person who may abort the game (TB-3). */
export const aborting = ({ may }: ContestState, seats: Seats): Seat | undefined =>
  may.flatMap(({ abort }, seat) => (abort && isPerson(seats, seat) ? [seat] : []))[0];

/**
 * Who can give time to this person: anybody else who is still in, and so could resign; null where nobody can.
 */
export function giverFor({ may }: ContestState, seats: Seats, to: Seat): Seat | null {
  const giver = may.findIndex(({ resign }, seat) => seat !== to && resign);
  return isPerson(seats, to) && may[to]?.getTime && giver >= 0 ? giver : null;
}
