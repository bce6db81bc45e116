import { describe, expect, it } from "vitest";
import type { BoardData, LegalMove } from "$lib/engine/types";
import { headingOf, meant, topOf, turned, waysAt } from "./carry";

// Two columns of four: cells 0 to 3 are a1 to a4, 4 to 7 are b1 to b4.
const board: BoardData = {
  ground: "rail",
  cells: [0, 1].flatMap((column) =>
    [1, 2, 3, 4].map((rank) => ({
      name: `${"ab"[column]}${rank}`,
      x: 100 * column,
      y: 100 * (4 - rank),
      kind: "square" as const,
    })),
  ),
  pieces: [],
  labels: [],
  lastMove: [],
};
const moves: LegalMove[] = [
  { move: "a1^", targets: [0, 1] },
  { move: "a2v", targets: [1, 0] },
  { move: "a1>", targets: [0, 4] },
  { move: "b1<", targets: [4, 0] },
];

describe("a carried piece", () => {
  it("drops to the lowest place of the column", () => {
    for (const cell of [0, 1, 2, 3]) expect(meant(board, moves, cell, "up", 0)?.move).toBe("a1^");
  });

  it("is placed in its orientation, with either half on the aimed cell", () => {
    expect(meant(board, moves, 0, "right", 0)?.move).toBe("a1>");
    expect(meant(board, moves, 0, "left", 0)?.move).toBe("b1<");
    expect(meant(board, moves, 0, "down", 0)?.move).toBe("a2v");
  });

  it("is placed with the held half on the aimed cell if possible", () => {
    expect(meant(board, moves, 4, "right", 1)?.move).toBe("a1>");
    expect(meant(board, moves, 0, "left", 1)?.move).toBe("b1<");
    expect(meant(board, moves, 0, "up", 1)?.move).toBe("a1^");
  });

  it("knows the orientations that fit, and the cell it drops from", () => {
    expect(waysAt(board, moves, 3)).toEqual(["up", "down", "right", "left"]);
    expect(waysAt(board, moves, 7)).toEqual(["right", "left"]);
    expect(topOf(board, 0)).toBe(3);
    expect(topOf(board, 6)).toBe(7);
  });

  it("is turned until it fits", () => {
    expect(meant(board, moves, 7, "up", 0)?.move).toBe("a1>");
  });

  it("turns through all orientations, in both directions", () => {
    const ways = ["right", "down", "left", "up", "right"] as const;
    for (let i = 0; i < 4; i++) expect(turned(board, moves, 0, ways[i] ?? "up", 1)).toBe(ways[i + 1]);
    expect(turned(board, moves, 4, "right", 1)).toBe("left");
    expect(turned(board, moves, 4, "right", -1)).toBe("left");
    expect(turned(board, moves, null, "right", 1)).toBe("down");
  });

  it("goes nowhere below the lowest place, or where nothing is legal", () => {
    const higher: LegalMove[] = [{ move: "a3^", targets: [2, 3] }];
    expect(meant(board, higher, 0, "up", 0)).toBeNull();
    expect(meant(board, higher, 5, "up", 0)).toBeNull();
    expect(headingOf(board, higher[0]!)).toBe("up");
  });
});
