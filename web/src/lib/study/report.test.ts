import { expect, test } from "vitest";
import type { Value } from "$lib/engine/types";
import {
  accuracyOf,
  byWeight,
  classOf,
  completed,
  EVIDENCE,
  type Judgement,
  type JudgedGame,
  reportOf,
  stakeOf,
} from "./report";

const win = (plies: number): Value => ({ kind: "proven", result: "win", plies });
const loss = (plies: number): Value => ({ kind: "proven", result: "loss", plies });
const draw: Value = { kind: "proven", result: "draw", plies: 4 };
const about = (value: number): Value => ({ kind: "estimate", value });
const found = (move: string, value: Value): Judgement => ({ line: [move], value, source: "engine", millis: 1 });

/** Two seats alternating; every move had a choice. */
function game(moves: string[], judgements: (Judgement | null)[], places: number[] | null = null): JudgedGame {
  const plies = moves.map((move, at) => ({ seat: at % 2, move, choices: 3 }));
  return { players: 2, plies, judgements, lastToAct: places ? null : moves.length % 2, places };
}

test("giving away a proven win is a blunder, and marked as proven", () => {
  const { faults } = reportOf(game(["a"], [found("b", win(5)), found("x", win(6))]));
  expect(faults).toEqual([
    {
      ply: 1,
      number: 1,
      seat: 0,
      move: "a",
      better: ["b"],
      class: "blunder",
      basis: "proven",
      loss: 1,
      before: win(5),
      after: loss(7),
    },
  ]);
});

test("a proven win turned into a draw is a mistake; a slower win is none", () => {
  const classes = (before: Value, after: Value) =>
    reportOf(game(["a"], [found("b", before), found("x", after)])).faults.map((fault) => fault.class);
  expect(classes(win(5), draw)).toEqual(["mistake"]);
  expect(classes(draw, win(3))).toEqual(["mistake"]);
  expect(classes(win(5), loss(40))).toEqual([]);
  expect(classes(loss(5), win(2))).toEqual([]);
});

test("estimates are classified by the share they lose", () => {
  const faults = reportOf(game(["a"], [found("b", about(1)), found("x", about(1))])).faults;
  expect(faults[0]).toMatchObject({ class: "blunder", basis: "estimate", after: about(-1) });
  expect([0.05, 0.08, 0.15, 0.3].map((lost) => classOf(lost, "estimate"))).toEqual([
    null,
    "inaccuracy",
    "mistake",
    "blunder",
  ]);
  // The engine's own choice is no mistake, whatever it thinks a ply later.
  expect(reportOf(game(["b"], [found("b", about(1)), found("x", about(1))])).faults).toEqual([]);
});

test("a move searched as deep as the best one is judged by that value", () => {
  const judged = [{ ...found("b", about(1)), played: about(0.9) }, found("x", about(1))];
  expect(reportOf(game(["a"], judged)).faults).toEqual([]);
  // Unless the following position is proven.
  expect(reportOf(game(["a"], [judged[0]!, found("x", win(3))])).faults[0]).toMatchObject({ after: loss(4) });
});

test("a move that ends the game is judged by the result", () => {
  const { faults, chances } = reportOf(game(["a"], [found("b", win(3)), null], [2, 1]));
  expect(faults[0]).toMatchObject({ class: "blunder", basis: "proven", after: { result: "loss", plies: null } });
  expect(chances[1]).toEqual({ shares: [0, 1], proven: true });
});

test("proofs propagate backwards and forwards", () => {
  // The last move won, so the position before it was won, and the one before that lost for the other side
  // unless it had better.
  const judged = completed(
    game(["a", "b", "c"], [found("a", about(0)), found("y", about(0)), found("z", about(0)), null], [1, 2]),
  );
  expect(judged[2]).toMatchObject({ value: win(1), line: ["c"] });
  expect(judged[1]?.value).toEqual(about(0));
  const forward = completed(game(["a", "b"], [found("a", win(3)), found("y", about(0)), found("z", about(0))]));
  expect(forward[1]?.value).toEqual(loss(2));
});

test("accuracy compares the losses with those of random moves", () => {
  const given = (lost: number, atStake: number, decisions = 8) => accuracyOf({ decisions, lost, atStake });
  expect(given(0, 1)).toBe(100);
  expect(given(0.25, 1)).toBe(75);
  expect(given(1.5, 1)).toBe(0);
  // Too few decisions for a figure.
  expect(given(0, 1, EVIDENCE.decisions - 1)).toBeNull();
  expect(given(0, EVIDENCE.stake / 2)).toBeNull();
});

test("the stake is what an average move loses compared with the best", () => {
  expect(stakeOf([win(3), loss(2), loss(4), draw], 0)).toBeCloseTo(0.625);
  // In a lost position nothing is at stake.
  expect(stakeOf([loss(3), loss(2)], 0)).toBe(0);
  expect(stakeOf([], 0)).toBe(0);
  expect(stakeOf([null, win(1)], 0)).toBe(0);
  const three: Value[] = [1, 0.5].map((own) => ({ kind: "shares", shares: [own, 0.5, 0.5], proven: false }));
  expect(stakeOf(three, 0)).toBeCloseTo(0.25);
});

test("decisions count by their stake", () => {
  const MOVES = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? "a" : "y"));
  /** The first seat always plays the second-best move, the second seat the best. */
  const judged = (stake: number) =>
    MOVES.map((_, at): Judgement => ({ ...found(at % 2 === 0 ? "b" : "y", about(0)), played: about(-0.4), stake }));
  const { accuracy } = reportOf(game(MOVES, [...judged(0.2), found("z", about(0))]));
  expect(accuracy[0]).toBeCloseTo(50.7, 1);
  expect(accuracy[1]).toBe(100);
  // A lost game in which no mistake was possible gives no accuracy.
  expect(reportOf(game(MOVES, [...judged(0), found("z", about(0))])).accuracy).toEqual([null, null]);
  const forced = game(MOVES, [...judged(0.2), found("z", about(0))]);
  const one = { ...forced, plies: forced.plies.map((ply) => ({ ...ply, choices: 1 })) };
  expect(reportOf(one).accuracy).toEqual([null, null]);
  expect(reportOf(one).faults).toEqual([]);
});

test("positions not analysed are left out", () => {
  const report = reportOf(game(["a", "b"], [found("b", win(3)), null, found("c", about(0))]));
  expect(report.faults).toEqual([]);
  expect(report.chances[1]).toBeNull();
});

test("turning points are changes of the leader", () => {
  const values = [about(1), about(-1), about(0), about(1), about(2)];
  const { turningPoints } = reportOf(
    game(
      ["a", "b", "c", "d"],
      values.map((value) => found("z", value)),
    ),
  );
  // Leading: seat 0, 0, none, 1, 0.
  expect(turningPoints).toEqual([
    { ply: 3, number: 2, seat: 0, move: "c", from: 0, to: 1 },
    { ply: 4, number: 2, seat: 1, move: "d", from: 1, to: 0 },
  ]);
});

test("with three seats a lead must be confirmed, and may follow an open phase", () => {
  const turns = (chances: number[][], proven = false) =>
    reportOf({
      players: 3,
      plies: chances.slice(1).map((_, ply) => ({ seat: ply % 3, move: `m${ply + 1}`, choices: 5 })),
      judgements: chances.map((shares) => found("z", { kind: "shares", shares, proven })),
      lastToAct: (chances.length - 1) % 3,
      places: null,
    }).turningPoints;
  const [a, b, c, open] = [
    [0.9, 0.4, 0.2],
    [0.4, 0.9, 0.2],
    [0.2, 0.4, 0.9],
    [0.3, 0.6, 0.6],
  ] as const;
  const of = (...all: (readonly number[])[]) => all.map((one) => [...one]);
  expect(turns(of(a, a, b, b))).toEqual([{ ply: 2, number: 1, seat: 1, move: "m2", from: 0, to: 1 }]);
  // The first seat lost the lead long before the third overtook the second.
  expect(turns(of(a, open, open, c, c))).toEqual([{ ply: 3, number: 1, seat: 2, move: "m3", from: null, to: 2 }]);
  // An estimate needs confirmation by the next position to count as a turning point; a proof does not.
  expect(turns(of(a, a, b, a, a))).toEqual([]);
  expect(turns(of(a, a, b, a, a), true).map(({ ply, to }) => [ply, to])).toEqual([
    [2, 1],
    [3, 0],
  ]);
  // Numbered as in the move list: with three seats the fourth ply belongs to the second round.
  expect(turns(of(a, a, a, a, c, c))[0]).toMatchObject({ ply: 4, number: 2, seat: 0 });
});

test("three seats: each one's share counts for its own moves", () => {
  const shares = (of: number[], proven = false): Judgement => found("z", { kind: "shares", shares: of, proven });
  const { faults, turningPoints } = reportOf({
    players: 3,
    plies: [{ seat: 1, move: "a", choices: 5 }],
    judgements: [shares([0.2, 0.9, 0.4]), shares([0.5, 0.3, 0.7])],
    lastToAct: 2,
    places: null,
  });
  expect(faults[0]).toMatchObject({ seat: 1, class: "blunder", basis: "estimate" });
  expect(turningPoints[0]).toMatchObject({ from: 1, to: 2 });
});

test("proven losses come first", () => {
  const fault = { seat: 0, number: 1, move: "a", better: [], class: "mistake", before: draw, after: draw } as const;
  const sorted = byWeight([
    { ...fault, better: [], ply: 1, basis: "estimate", loss: 0.9 },
    { ...fault, better: [], ply: 2, basis: "proven", loss: 0.5 },
    { ...fault, better: [], ply: 3, basis: "proven", loss: 1 },
  ]);
  expect(sorted.map(({ ply }) => ply)).toEqual([3, 2, 1]);
});
