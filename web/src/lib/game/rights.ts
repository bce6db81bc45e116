// What people may do at the table beside moving, read from what the judge says.

import type { ContestState, Seat, View } from "$lib/engine/types";
import { rounds } from "./turns";
import type { Offered, TakeBack } from "./types";

/** Whether whoever looks at the page decides for a seat. */
type Mine = (seat: Seat) => boolean;

/**
 * What taking back would undo; null when nothing can be taken back. Of all people here it is the one who
 * decided last (TB-5).
 */
export function takeBackOf({ may }: ContestState, { played, players }: View, mine: Mine): TakeBack | null {
  const people = may.flatMap(({ takeBack }, seat) =>
    takeBack !== null && mine(seat) ? [{ ply: takeBack, seat }] : [],
  );
  const last = people.sort((a, b) => b.ply - a.ply)[0];
  const move = last && played[last.ply]?.move;
  if (last === undefined || move === undefined) return null;
  return { ...last, move, turn: rounds(played, players)[last.ply]!, plies: played.length - last.ply };
}

/** What was offered and waits for an answer. */
export function offerOf({ pending }: ContestState, mine: Mine): Offered | null {
  const to = pending?.waiting.find(mine) ?? pending?.waiting[0];
  return pending && to !== undefined ? { what: pending.offer, by: pending.by, to } : null;
}

/** Whether a draw may be offered here, by whoever is to act (TB-4). */
export const mayOfferDraw = ({ toAct, may, pending }: ContestState, mine: Mine): boolean =>
  toAct !== null && mine(toAct) && may[toAct]!.offerDraw && pending === null;

/** Who of the people here may resign, whoever is to act first (TB-1). */
export function resigning({ may, toAct }: ContestState, mine: Mine): Seat[] {
  const people = may.flatMap(({ resign }, seat) => (resign && mine(seat) ? [seat] : []));
  return people.sort((a, b) => Number(b === toAct) - Number(a === toAct));
}

/** Somebody here who may abort the game (TB-3). */
export const aborting = ({ may }: ContestState, mine: Mine): Seat | undefined =>
  may.flatMap(({ abort }, seat) => (abort && mine(seat) ? [seat] : []))[0];

/**
 * Who of `givers` can give time to a seat: anybody else who is still in, and so could resign; null where
 * nobody can.
 */
export function giverFor({ may }: ContestState, to: Seat, givers: Mine): Seat | null {
  const giver = may.findIndex(({ resign }, seat) => seat !== to && resign && givers(seat));
  return may[to]?.getTime && giver >= 0 ? giver : null;
}
