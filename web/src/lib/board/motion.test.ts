import { describe, expect, test } from "vitest";
import { board, description, disc, event } from "./test-board";
import { MOVE, PLACE, sequence, WAIT } from "./motion";

const before = board([disc(0), disc(1), disc(4, 1)]);

describe("the timeline of a move", () => {
  test("moves a piece along its path, and lifts it over others", () => {
    const { motions, length } = sequence(
      before,
      description(event("jumps", { path: [0, 1, 2], over: [1], piece: 0, becomes: 0 })),
      1,
    );
    expect(motions).toEqual([
      {
        piece: 0,
        delay: 0,
        duration: MOVE,
        stops: [
          { x: 0, y: 0, offset: 0, lifted: false },
          { x: 100, y: 0, offset: 0.5, lifted: true },
          { x: 200, y: 0, offset: 1, lifted: false },
        ],
      },
    ]);
    expect(length).toBe(MOVE);
  });

  test("sends captured pieces back after the other has arrived", () => {
    const { motions, length } = sequence(
      before,
      description(
        event("runs", { path: [0, 3, 6], piece: 0, becomes: 0 }),
        event("sent-back", { path: [4, 5], piece: 2, becomes: 2 }),
      ),
      2,
    );
    expect(motions[1]).toMatchObject({ piece: 2, delay: 2 * (MOVE + WAIT), duration: 2 * MOVE });
    expect(length).toBe(2 * (2 * MOVE + WAIT));
  });

  test("shows turned and placed pieces on the board after, removed ones on the board before", () => {
    const { motions, after, leaving, length } = sequence(
      before,
      description(
        event("turns-over", { path: [0], becomes: 0 }),
        event("places", { path: [5], becomes: 3 }),
        event("drops-out", { path: [1], piece: 1 }),
        event("sinks-token", { path: [5], becomes: 3 }),
      ),
      1,
    );
    expect(motions).toEqual([]);
    expect(after.map(({ kind, piece }) => [kind, piece])).toEqual([
      ["over", 0],
      ["appears", 3],
    ]);
    expect(leaving).toEqual([{ kind: "leaves", piece: 1, delay: 0 }]);
    expect(length).toBe(PLACE);
  });

  test("ignores unknown cells", () => {
    expect(sequence(before, description(event("runs", { path: [0, 99], piece: 0 })), 1).motions).toEqual([]);
  });
});
