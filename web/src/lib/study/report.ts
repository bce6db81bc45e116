// What a game's values say of its moves: mistakes, accuracy, turning points. Nothing here asks the engine.

import type { Seat, Value } from "$lib/engine/types";
import { rounds } from "$lib/game/turns";
import { isProven, oneLater, type Chances, chancesOf, chancesOfPlaces, valueFor, winShare } from "./values";

/** What was found of a position: its best line and its value for the seat to act. */
export interface Judgement {
  line: string[];
  value: Value;
  source: "table" | "engine";
  /** How long the engine thought. */
  millis: number;
  /**
   * What the move that was played is worth to the same seat, looked at just as far: an engine that looks one
   * ply less far often thinks otherwise, and that is not the move's fault. Only where it was not the best.
   */
  played?: Value;
  /**
   * What a move made at random gives away here on average, as a share of the victory: how much there was to
   * get wrong.
   */
  stake?: number;
}
/** A ply of the game. */
export interface PlayedPly {
  seat: Seat;
  move: string;
  /** How many moves there were to choose from. */
  choices: number;
}
/** A game with what was found of it: one judgement for each position, the first before any move. */
export interface JudgedGame {
  players: number;
  plies: readonly PlayedPly[];
  judgements: readonly (Judgement | null)[];
  /** Who is to act at the end; null when the game is over there. */
  lastToAct: Seat | null;
  /** How it ended on the board. */
  places: readonly number[] | null;
}

export type Class = "inaccuracy" | "mistake" | "blunder";
export interface Fault {
  /** Counted from 1. */
  ply: number;
  /** As the list of moves counts. */
  number: number;
  seat: Seat;
  move: string;
  /** The line that was better. */
  better: string[];
  class: Class;
  /** Whether what was lost is proven, or estimated. */
  basis: "proven" | "estimate";
  /** How much of the victory went, from 0 to 1. */
  loss: number;
  /** For the seat that moved. */
  before: Value;
  after: Value;
}
/** A ply after which another seat was ahead. */
export interface TurningPoint {
  ply: number;
  number: number;
  seat: Seat;
  move: string;
  /** Who was ahead until then; null where the lead was open. */
  from: Seat | null;
  to: Seat;
}
export interface Report {
  /** The number of each ply, as the list of moves counts. */
  numbers: number[];
  chances: (Chances | null)[];
  faults: Fault[];
  /** For each seat, from 0 to 100; null where too little was at stake to say anything. */
  accuracy: (number | null)[];
  turningPoints: TurningPoint[];
}

/** A loss of estimated share from which on a move has a class. */
export const THRESHOLDS: readonly [Class, number][] = [
  ["blunder", 0.25],
  ["mistake", 0.14],
  ["inaccuracy", 0.07],
];
export const SIGNS: Record<Class, string> = { blunder: "??", mistake: "?", inaccuracy: "?!" };
/** Less than this a move at random gives away where all moves are as good as the engine can tell. */
const NOTHING = 0.02;
/** The least an accuracy is made from: so many decisions, and so much of the victory at stake in all. */
export const EVIDENCE = { decisions: 5, stake: 0.4 } as const;
/** A move this near to the best is as good. */
export const NEAR = 0.05;
/** By so much a seat must lead all others to be called ahead. */
const AHEAD = 0.1;

/** What a seat's decisions gave away, and what moves at random would have given away in their places. */
export interface Given {
  decisions: number;
  lost: number;
  atStake: number;
}
/**
 * 100 where nothing was given away, 0 where as much was as by moves at random; null where there is too little
 * to say. Moves in positions where nothing could be got wrong count for nothing, so that nobody is praised
 * for playing on in a lost game.
 */
export function accuracyOf({ decisions, lost, atStake }: Given): number | null {
  if (decisions < EVIDENCE.decisions || atStake < EVIDENCE.stake) return null;
  return 100 * (1 - Math.min(1, lost / atStake));
}

/** What a move at random gives away on average: of all moves, each with what it is worth to `seat`. */
export function stakeOf(values: readonly (Value | null)[], seat: Seat): number {
  const shares = values.flatMap((value) => (value ? [winShare(value, seat)] : []));
  const best = Math.max(...shares);
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + best - share, 0) / shares.length;
}

/**
 * Proven values that follow from others: a move that is known to win makes the position before it won, and
 * the best move of a proven position leads to one of the same value.
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

/** The end as a value for a seat. */
function over(places: readonly number[], seat: Seat): { value: Value; line: string[] } {
  const { shares } = chancesOfPlaces(places);
  if (places.length > 2) return { value: { kind: "shares", shares, proven: true }, line: [] };
  const share = shares[seat] ?? 0.5;
  const result = share === 1 ? "win" : share === 0 ? "loss" : "draw";
  return { value: { kind: "proven", result, plies: 0 }, line: [] };
}

/** All there is to say of a game. `judgements` need not be complete: what is missing is left out. */
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

/** Where the value is proven every loss counts: all of the victory is a blunder, part of it a mistake. */
export function classOf(loss: number, basis: Fault["basis"]): Class | null {
  if (basis === "proven") return loss > 0.9 ? "blunder" : loss > 1e-6 ? "mistake" : null;
  return THRESHOLDS.find(([, least]) => loss >= least)?.[0] ?? null;
}

/** What was lost for certain first, then by how much. */
export const byWeight = (faults: readonly Fault[]): Fault[] =>
  [...faults].sort(
    (a, b) => Number(b.basis === "proven") - Number(a.basis === "proven") || b.loss - a.loss || a.ply - b.ply,
  );

/**
 * Where the lead changed hands. Of two seats, who was ahead last has lost the lead; among more the lead may
 * have been open meanwhile, and a lead that is only estimated counts once the next position bears it out: the
 * engine's estimates of three and four waver from one ply to the next.
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

/** Who is ahead of all others; null where nobody is, or two are. */
function leaderOf({ shares }: Chances): Seat | null {
  const [first, second] = shares.map((share, seat) => ({ share, seat })).sort((a, b) => b.share - a.share);
  return first && second && first.share - second.share >= AHEAD ? first.seat : null;
}
