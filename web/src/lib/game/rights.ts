// The actions available to people besides moving, derived from the judge's state.

import type { ContestState, Seat, View } from "$lib/engine/types";
import { rounds } from "./turns";
import type { Offered, TakeBack } from "./types";

/** Whether a person at this page plays a seat. */
type Mine = (seat: Seat) => boolean;

/**
 * What taking back would undo; null if impossible. Of several people it is the last to have decided (TB-5).
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

export function offerOf({ pending }: ContestState, mine: Mine): Offered | null {
  const to = pending?.waiting.find(mine) ?? pending?.waiting[0];
  return pending && to !== undefined ? { what: pending.offer, by: pending.by, to } : null;
}

/** Whether the seat to move may offer a draw here (TB-4). */
export const mayOfferDraw = ({ toAct, may, pending }: ContestState, mine: Mine): boolean =>
  toAct !== null && mine(toAct) && may[toAct]!.offerDraw && pending === null;

/** People who may resign, the one to move first (TB-1). */
export function resigning({ may, toAct }: ContestState, mine: Mine): Seat[] {
  const people = may.flatMap(({ resign }, seat) => (resign && mine(seat) ? [seat] : []));
  return people.sort((a, b) => Number(b === toAct) - Number(a === toAct));
}

/** A person who may abort the game (TB-3). */
export const aborting = ({ may }: ContestState, mine: Mine): Seat | undefined =>
  may.flatMap(({ abort }, seat) => (abort && mine(seat) ? [seat] : []))[0];

/**
 * The seat among `givers` that can give time to a seat: any other that is still in; null if there is none.
 */
export function giverFor({ may }: ContestState, to: Seat, givers: Mine): Seat | null {
  const giver = may.findIndex(({ resign }, seat) => seat !== to && resign && givers(seat));
  return may[to]?.getTime && giver >= 0 ? giver : null;
}
