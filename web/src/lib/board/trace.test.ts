import { describe, expect, test } from "vitest";
import { board, description, disc, event } from "./test-board";
import { frame, traceOf, way } from "./trace";

describe("move marks", () => {
  test("show paths of moved and captured pieces, placed and removed pieces, and nothing else", () => {
    const marks = traceOf(
      [
        description(
          event("runs", { path: [0, 1, 2], piece: 0, becomes: 0 }),
          event("sent-back", { path: [4, 3], piece: 1, becomes: 1, seat: 1 }),
          event("comes-home", { path: [2], becomes: 0 }),
          event("makes-line", { path: [6, 7, 8] }),
        ),
      ],
      [],
    );
    expect(marks.map(({ kind, cells, text }) => [kind, cells, text])).toEqual([
      ["way", [0, 1, 2], undefined],
      ["sentBack", [4, 3], undefined],
    ]);
    const put = traceOf([description(event("places", { path: [5], becomes: 0 }))], []);
    expect(put).toMatchObject([{ kind: "put", cells: [5] }]);
  });

  test("number several plies, but not removed pieces", () => {
    const step = (to: number) => event("steps", { path: [0, to], piece: 0, becomes: 0 });
    const gone = event("drops-out", { path: [7], piece: 1 });
    const marks = traceOf([description(step(1)), description(step(2), gone)], [gone, event("goes-out", {})]);
    expect(marks.map(({ kind, text }) => [kind, text])).toEqual([
      ["way", "1"],
      ["way", "2"],
      ["gone", undefined],
    ]);
  });
});

test("leave out the pieces on a path, and end it before the moved piece", () => {
  const { line } = way(board([disc(1), disc(2)]), [0, 1, 2]);
  const numbers = [...line.matchAll(/[ML](-?[\d.]+) /g)].map(([, x]) => Number(x));
  expect(numbers).toHaveLength(4);
  // From the ring on the first cell past the piece on the second to the one on the third.
  expect(numbers[0]).toBeGreaterThan(10);
  expect(numbers[1]).toBeLessThan(60);
  expect(numbers[2]).toBeGreaterThan(140);
  expect(numbers[3]).toBeLessThan(160);
});

test("frame both halves of a domino", () => {
  const lying = board([{ shape: "domino", cell: 4, other: 5, heading: "right" }]);
  expect(frame(lying, 4)).toMatchObject({ x: 55, width: 190, height: 90 });
  expect(frame(board([disc(4)]), 4)).toMatchObject({ x: 55, width: 90 });
});

test("a frame goes round a piece at home, which lies beside its track", () => {
  const runner = { shape: "runner", cell: 4, seat: 0, speed: 2, home: true } as const;
  expect(frame(board([{ ...runner, heading: "down" }]), 4)).toMatchObject({ x: 123, y: 55, width: 54, height: 90 });
  expect(frame(board([{ ...runner, heading: "left" }]), 4)).toMatchObject({ x: 55, y: 123, width: 90, height: 54 });
  expect(frame(board([{ ...runner, home: false, heading: "left" }]), 4)).toMatchObject({ x: 55, y: 55, width: 90 });
});
