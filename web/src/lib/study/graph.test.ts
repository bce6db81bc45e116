import { expect, test } from "vitest";
import { lanes, points, runs } from "./graph";

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
