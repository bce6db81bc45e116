import { expect, test } from "vitest";
import type { Value, View } from "$lib/engine/types";
import { TestSession } from "$lib/game/testing";
import { lanes, points, runs } from "./graph";
import {
  aboutEqual,
  byValue,
  chancesOf,
  chancesOfPlaces,
  isProven,
  keeps,
  oneLater,
  rankOf,
  scoreFits,
  toneOf,
  valueFor,
  valueMarks,
  valueOnBoard,
  valueText,
  valueWords,
  winShare,
} from "./values";

const win = (plies: number | null): Value => ({ kind: "proven", result: "win", plies });
const loss = (plies: number | null): Value => ({ kind: "proven", result: "loss", plies });
const draw: Value = { kind: "proven", result: "draw", plies: 7 };
const estimate = (value: number): Value => ({ kind: "estimate", value });
const shares = (of: number[], proven = false): Value => ({ kind: "shares", shares: of, proven });

test("values are short texts that need no colour", () => {
  expect([win(23), draw, loss(8), win(null), estimate(1.34), estimate(-0.02)].map((value) => valueText(value))).toEqual(
    ["W in 23", "D", "L in 8", "W", "79%", "50%"],
  );
  expect(valueText(shares([0.86, 0.62, 0.52]))).toBe("43% 31% 26%");
  expect(valueOnBoard(win(23), 0)).toBe("W23");
  expect(valueOnBoard(draw, 0)).toBe("D");
  expect([0, 1, 2].map((seat) => valueOnBoard(shares([1, 0.5, 0], true), seat))).toEqual(["#1", "#2", "#3"]);
  expect(valueText(shares([0.5, 1, 0], true))).toBe("b>a>c");
  expect(valueText(shares([0.75, 0, 0.75], true))).toBe("a=c>b");
});

test("proven values say so", () => {
  expect(valueWords(win(1), "squadro")).toBe("proven: win in 1 move");
  expect(valueWords(draw, "squadro")).toBe("proven: draw");
  expect(valueWords(estimate(1.3), "squadro")).toBe("estimate: 79%");
  // Estimates are never certain.
  expect([estimate(40), estimate(-40)].map((value) => valueText(value))).toEqual(["99%", "1%"]);
  expect(valueWords(shares([0.75, 0.75, 0]), "number-one")).toBe("estimate: Blue 50%, Orange 50%, Green 0%");
  expect([win(1), estimate(9), shares([1, 0, 0.5], true), shares([1, 0, 0.5])].map(isProven)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("sooner wins and later losses come first, draws in the middle", () => {
  const values = [loss(2), estimate(-1), win(9), draw, win(3), estimate(2), loss(30)];
  const sorted = byValue(
    values.map((value) => ({ value })),
    0,
  ).map(({ value }) => value);
  expect(sorted).toEqual([win(3), win(9), estimate(2), draw, estimate(-1), loss(30), loss(2)]);
  expect(rankOf(win(null), 0)).toBeLessThan(rankOf(win(500), 0));
  expect(rankOf(shares([0.9, 0.5, 0.1]), 0)).toBeGreaterThan(rankOf(shares([0.8, 0.6, 0.1]), 0));
});

test("a value can be seen from either side", () => {
  expect(valueFor(win(4), 0, 1)).toEqual(loss(4));
  expect(valueFor(estimate(1.5), 1, 0)).toEqual(estimate(-1.5));
  expect(valueFor(shares([1, 0, 0.5]), 2, 0)).toEqual(shares([1, 0, 0.5]));
  expect(oneLater(win(4))).toEqual(win(5));
});

test("shares for graphs", () => {
  expect(chancesOf(win(3), 1, 2)).toEqual({ shares: [0, 1], proven: true });
  expect(chancesOf(estimate(1), 0, 2).shares[0]).toBeCloseTo(0.731, 3);
  expect(winShare(draw, 0)).toBe(0.5);
  expect(chancesOfPlaces([1, 2])).toEqual({ shares: [1, 0], proven: true });
  expect(chancesOfPlaces([1, 1])).toEqual({ shares: [0.5, 0.5], proven: true });
  expect(chancesOfPlaces([2, 1, 3])).toEqual({ shares: [0.5, 1, 0], proven: true });
});

test("on the board each piece has the best value of its moves", async () => {
  const view: View = await new TestSession().open({ game: "squadro" });
  const marks = valueMarks(view, [
    { moves: ["Y2"], value: estimate(0.2) },
    { moves: ["Y1"], value: win(9) },
    { moves: ["nonsense"], value: win(1) },
    { moves: ["Y3"], value: null },
  ]);
  expect(marks.map(({ text }) => text)).toEqual(["W9", "55%"]);
  expect(marks[0]?.cells).toEqual(view.moves.find(({ move }) => move === "Y1")?.targets);
});

test("once a piece is selected, its target cells have values", async () => {
  const view: View = await new TestSession().open({ game: "peak" });
  const [piece] = view.moves[0]!.targets;
  const own = view.moves.filter(({ targets }) => targets[0] === piece);
  const lines = view.moves.map(({ move }, at) => ({ moves: [move], value: estimate(at) }));
  const pieces = new Set(view.moves.map(({ targets }) => targets[0]));
  expect(new Set(valueMarks(view, lines).map(({ cells }) => cells.at(-1)))).toEqual(pieces);
  const marks = valueMarks(view, lines, [piece!]);
  expect(new Set(marks.map(({ cells }) => cells.at(-1)))).toEqual(new Set(own.map(({ targets }) => targets[1])));
});

test("an expected score is shown only if it agrees with the value", () => {
  expect(scoreFits([15.4, 14.9], estimate(0.3), 0)).toBe(false);
  expect(scoreFits([17.2, 14.9], estimate(0.3), 0)).toBe(true);
  // Rounded, both have 16, but the value favours one of them.
  expect(scoreFits([16, 16.3], estimate(0.16), 0)).toBe(false);
  expect(scoreFits([12, 18], estimate(0.3), 0)).toBe(false);
  // The value is for the seat to move, here the second.
  expect(scoreFits([12, 18], estimate(0.3), 1)).toBe(true);
  expect(scoreFits([15.3, 14.9], estimate(0), 0)).toBe(true);
  expect(scoreFits([19, 14], estimate(0), 0)).toBe(false);
  expect(scoreFits([18, 12], loss(3), 0)).toBe(false);
  expect(scoreFits([18, 12], win(3), 0)).toBe(true);
});

test("a proven loss is bad, and a place is rated by its seat", () => {
  expect([win(3), draw, loss(6), estimate(2)].map((value) => toneOf(value, 0))).toEqual(["win", "draw", "loss", null]);
  const proven = shares([1, 0.5, 0], true);
  expect([0, 1, 2, null].map((seat) => toneOf(proven, seat))).toEqual(["win", "draw", "loss", null]);
});

test("estimates that hardly differ are about equal", () => {
  expect(aboutEqual([estimate(3), estimate(3.05), estimate(2.95)], 0)).toBe(true);
  expect(aboutEqual([estimate(3), estimate(0)], 0)).toBe(false);
  expect(aboutEqual([estimate(3), win(5)], 0)).toBe(false);
  expect(aboutEqual([estimate(3), null], 0)).toBe(false);
  expect(aboutEqual([estimate(3)], 0)).toBe(false);
});

test("a move keeps the value by proof first, by estimate second", () => {
  expect(keeps(win(3), win(30), 0, 0)).toBe(true);
  expect(keeps(win(3), draw, 0, 0.9)).toBe(false);
  expect(keeps(estimate(1), estimate(0.9), 0, 0.05)).toBe(true);
  expect(keeps(estimate(1), estimate(0.2), 0, 0.05)).toBe(false);
});

const chances = (share: number, proven = false) => ({ shares: [share, 1 - share], proven });
const size = { width: 120, height: 60, edge: 10 };

test("the first place is at the top, and plies spread over the width", () => {
  const line = points([chances(1, true), null, chances(0.5), chances(0), chances(0)], 0, size);
  expect(line.map(({ ply, x, y }) => [ply, x, y])).toEqual([
    [0, 10, 10],
    [2, 60, 30],
    [3, 85, 50],
    [4, 110, 50],
  ]);
  expect(line.map(({ proven }) => proven)).toEqual([true, false, false, false]);
  expect(points([chances(1)], 1, size)[0]).toMatchObject({ x: 10, y: 50 });
});

test("unknown values leave a gap", () => {
  const line = points([chances(1), null, chances(0.5), chances(0)], 0, size);
  expect(runs(line).map((run) => run.map(({ ply }) => ply))).toEqual([[0], [2, 3]]);
  expect(runs([])).toEqual([]);
});

test("overlapping marks get separate rows", () => {
  expect(lanes([], 20)).toEqual([]);
  expect(lanes([0, 20, 40], 20)).toEqual([0, 0, 0]);
  expect(lanes([0, 5, 10, 21, 26, 60], 20)).toEqual([0, 1, 2, 0, 1, 0]);
});
