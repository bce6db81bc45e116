// Game report from position values: mistakes, accuracy, turning points. Does not use the engine.

import type { Seat, Value } from "$lib/engine/types";
import { rounds } from "$lib/game/turns";
import { isProven, oneLater, type Chances, chancesOf, chancesOfPlaces, valueFor, winShare } from "./values";

/** A position's best line, and its value for the seat to move. */
export interface Judgement {
  line: string[];
  value: Value;
  source: "table" | "engine";
  /** Search time in milliseconds. */
  millis: number;
  /**
   * The value of the played move at the same depth, if it was not the best. Searching it one ply less would
   * often give a different value through no fault of the move.
   */
  played?: Value;
  /** The share of the victory an average random move loses here: how much was at stake. */
  stake?: number;
}
export interface PlayedPly {
  seat: Seat;
  move: string;
  /** Number of legal moves. */
  choices: number;
}
/** A game and its judgements, one per position from before the first move. */
export interface JudgedGame {
  players: number;
  plies: readonly PlayedPly[];
  judgements: readonly (Judgement | null)[];
  /** The seat to move at the end; null if the game is over. */
  lastToAct: Seat | null;
  /** The result on the board. */
  places: readonly number[] | null;
}

export type Class = "inaccuracy" | "mistake" | "blunder";
export interface Fault {
  /** Plies are counted from 1. */
  ply: number;
  /** As in the move list. */
  number: number;
  seat: Seat;
  move: string;
  better: string[];
  class: Class;
  /** Whether the loss is proven or estimated. */
  basis: "proven" | "estimate";
  /** The share of the victory lost, 0 to 1. */
  loss: number;
  /** For the seat that moved. */
  before: Value;
  after: Value;
}
/** A ply after which a different seat was leading. */
export interface TurningPoint {
  ply: number;
  number: number;
  seat: Seat;
  move: string;
  /** The leader before; null if there was none. */
  from: Seat | null;
  to: Seat;
}
export interface Report {
  /** Each ply's number in the move list. */
  numbers: number[];
  chances: (Chances | null)[];
  faults: Fault[];
  /** By seat, 0 to 100; null if too little was at stake. */
  accuracy: (number | null)[];
  turningPoints: TurningPoint[];
}

/** Thresholds of the estimated loss for each class of mistake. */
export const THRESHOLDS: readonly [Class, number][] = [
  ["blunder", 0.25],
  ["mistake", 0.14],
  ["inaccuracy", 0.07],
];
export const SIGNS: Record<Class, string> = { blunder: "??", mistake: "?", inaccuracy: "?!" };
/** Below this, an average random move loses nothing measurable: all moves are about equal. */
const NOTHING = 0.02;
/** Minimum evidence for an accuracy: number of decisions, and total stake. */
export const EVIDENCE = { decisions: 5, stake: 0.4 } as const;
/** A move this close to the best counts as equally good. */
export const NEAR = 0.05;
/** The lead over all others that makes a seat the leader. */
const AHEAD = 0.1;

/** What a seat's decisions lost, and what random moves would have lost. */
export interface Given {
  decisions: number;
  lost: number;
  atStake: number;
}
/**
 * 100 if nothing was lost, 0 if as much as by random moves, null without enough evidence. Positions where no
 * mistake was possible are ignored, so playing on in a lost game earns nothing.
 */
export function accuracyOf({ decisions, lost, atStake }: Given): number | null {
  if (decisions < EVIDENCE.decisions || atStake < EVIDENCE.stake) return null;
  return 100 * (1 - Math.min(1, lost / atStake));
}

/** The average loss of a random move, given every move's value for `seat`. */
export function stakeOf(values: readonly (Value | null)[], seat: Seat): number {
  const shares = values.flatMap((value) => (value ? [winShare(value, seat)] : []));
  const best = Math.max(...shares);
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + best - share, 0) / shares.length;
}

/**
 * Propagates proven values: a winning move makes the position before it won, and the best move of a proven
 * position keeps its value.
 */
export function completed({ players, plies, judgements, lastToAct, places }: JudgedGame): (Judgement | null)[] {
  const all = [...judgements];
  const mover = (at: number) => plies[at]?.seat ?? lastToAct;
  if (places) all[plies.length] = null;
  const isBest = (value: Value, seat: Seat) => chancesOf(value, seat, players).shares[seat] === 1;
  for (let at = plies.length - 1; at >= 0; at--) {
    const { seat, move } = plies[at]!;
    const now = all[at];
    const next = at + 1 === plies.length && places ? over(places, seat) : valueAt(all[at + 1], mover(at + 1), seat);
    if (!now || isProven(now.value) || !next || !isProven(next.value) || !isBest(next.value, seat)) continue;
    all[at] = { ...now, value: oneLater(next.value), line: [move, ...next.line] };
  }
  for (let at = 0; at < plies.length; at++) {
    const [now, next, seat] = [all[at], all[at + 1], mover(at)];
    const nextSeat = mover(at + 1);
    if (!now || !next || seat === null || nextSeat === null) continue;
    if (!isProven(now.value) || isProven(next.value) || now.line[0] !== plies[at]!.move) continue;
    const value = valueFor(now.value, seat, nextSeat);
    const sooner = value.kind === "proven" && value.plies !== null ? { ...value, plies: value.plies - 1 } : value;
    all[at + 1] = { ...next, value: sooner, line: now.line.length > 1 ? now.line.slice(1) : next.line };
  }
  return all;
}

const valueAt = (judgement: Judgement | null | undefined, of: Seat | null, seat: Seat) =>
  judgement && of !== null ? { value: valueFor(judgement.value, of, seat), line: judgement.line } : null;

/** The final result as a value for a seat. */
function over(places: readonly number[], seat: Seat): { value: Value; line: string[] } {
  const { shares } = chancesOfPlaces(places);
  if (places.length > 2) return { value: { kind: "shares", shares, proven: true }, line: [] };
  const share = shares[seat] ?? 0.5;
  const result = share === 1 ? "win" : share === 0 ? "loss" : "draw";
  return { value: { kind: "proven", result, plies: 0 }, line: [] };
}

/** The whole report. Missing judgements are skipped. */
export function reportOf(game: JudgedGame): Report {
  const { players, plies, lastToAct, places } = game;
  const judgements = completed(game);
  const mover = (at: number) => plies[at]?.seat ?? lastToAct;
  const chances = judgements.map((judgement, at): Chances | null => {
    if (at === plies.length && places) return chancesOfPlaces(places);
    const seat = mover(at);
    return judgement && seat !== null ? chancesOf(judgement.value, seat, players) : null;
  });
  const numbers = rounds([...plies], players);
  const faults: Fault[] = [];
  const given = Array.from({ length: players }, (): Given => ({ decisions: 0, lost: 0, atStake: 0 }));
  plies.forEach(({ seat, move, choices }, at) => {
    const [before, after, now] = [chances[at], chances[at + 1], judgements[at]];
    if (!before || !after || !now || choices < 2) return;
    const next =
      at + 1 === plies.length && places ? over(places, seat) : valueAt(judgements[at + 1], mover(at + 1), seat);
    if (!next) return;
    const certain = before.proven && after.proven;
    const value = (!after.proven && now.played) || next.value;
    const lost = (before.shares[seat] ?? 0) - (chancesOf(value, seat, players).shares[seat] ?? 0);
    const loss = now.line[0] === move ? 0 : Math.max(0, lost);
    const stake = now.stake ?? 0;
    if (stake >= NOTHING) {
      const sum = given[seat]!;
      sum.decisions++;
      sum.lost += loss;
      sum.atStake += stake;
    }
    const basis = certain ? "proven" : "estimate";
    const found = classOf(loss, basis);
    if (!found) return;
    const ended = value.kind === "proven" && value.plies === 0;
    faults.push({
      ply: at + 1,
      number: numbers[at]!,
      seat,
      move,
      better: now.line,
      class: found,
      basis,
      loss,
      before: now.value,
      after: ended ? { ...value, plies: null } : oneLater(value),
    });
  });
  return {
    numbers,
    chances,
    faults,
    accuracy: given.map(accuracyOf),
    turningPoints: turningPoints(chances, plies, numbers),
  };
}

/** A proven loss always counts: the whole victory is a blunder, a part of it a mistake. */
export function classOf(loss: number, basis: Fault["basis"]): Class | null {
  if (basis === "proven") return loss > 0.9 ? "blunder" : loss > 1e-6 ? "mistake" : null;
  return THRESHOLDS.find(([, least]) => loss >= least)?.[0] ?? null;
}

/** Proven losses first, then by size. */
export const byWeight = (faults: readonly Fault[]): Fault[] =>
  [...faults].sort(
    (a, b) => Number(b.basis === "proven") - Number(a.basis === "proven") || b.loss - a.loss || a.ply - b.ply,
  );

/**
 * Finds changes of the lead. With two seats a change means the former leader has lost the lead. With more
 * seats there may be no leader in between, and an estimated lead counts only if the next position confirms
 * it, because these estimates fluctuate from ply to ply.
 */
function turningPoints(
  chances: readonly (Chances | null)[],
  plies: readonly PlayedPly[],
  numbers: readonly number[],
): TurningPoint[] {
  const points: TurningPoint[] = [];
  const leaders = chances.map((here) => here && leaderOf(here));
  const more = (chances.find((one) => one !== null)?.shares.length ?? 2) > 2;
  const holds = (at: number) =>
    !more || chances[at]?.proven === true || at + 1 >= leaders.length || leaders[at + 1] === leaders[at];
  let ahead: Seat | null = null;
  let open = false;
  leaders.forEach((leader, at) => {
    if (chances[at] === null) return;
    if (leader === null || leader === undefined) {
      open = more;
      return;
    }
    const ply = plies[at - 1];
    if (ahead !== null && leader !== ahead && !holds(at)) return;
    if (ahead !== null && leader !== ahead && ply) {
      const { seat, move } = ply;
      points.push({ ply: at, number: numbers[at - 1]!, seat, move, from: open ? null : ahead, to: leader });
    }
    ahead = leader;
    open = false;
  });
  return points;
}

/** The seat leading all others; null if there is none or a tie. */
function leaderOf({ shares }: Chances): Seat | null {
  const [first, second] = shares.map((share, seat) => ({ share, seat })).sort((a, b) => b.share - a.share);
  return first && second && first.share - second.share >= AHEAD ? first.seat : null;
}
