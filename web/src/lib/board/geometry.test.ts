import { describe, expect, test } from "vitest";
import { arrow, bounds, cellAt, MARGIN, neighbour, pieceOn, rows, seen, turnedHeading, viewBox } from "./geometry";
import { board, disc } from "./test-board";

const runner = { shape: "runner", cell: 0, seat: 0, heading: "right", speed: 1, home: false } as const;

describe("a board seen from a seat", () => {
  test("is rotated about its centre, including headings", () => {
    const turned = seen(board([runner]), 90);
    expect(turned.cells[0]).toMatchObject({ name: "a3", x: 200, y: 0 });
    expect(turned.cells[2]).toMatchObject({ name: "c3", x: 200, y: 200 });
    expect(turned.cells[4]).toMatchObject({ x: 100, y: 100 });
    expect(turned.pieces[0]).toMatchObject({ heading: "down" });
    expect(turnedHeading("right", 270)).toBe("up");
    expect(turnedHeading("up", 180)).toBe("down");
  });

  test("is unchanged after a full rotation, also in sixths", () => {
    const plain = seen(board(), 0);
    let turned = plain;
    for (let i = 0; i < 6; i++) turned = { ...seen(turned, 60), labels: plain.labels };
    turned.cells.forEach((cell, i) => {
      expect(Math.abs(cell.x - plain.cells[i]!.x)).toBeLessThan(1);
      expect(Math.abs(cell.y - plain.cells[i]!.y)).toBeLessThan(1);
    });
  });

  test("has its labels nearer to the cells, inside the picture", () => {
    const [label] = seen(board(), 0).labels;
    expect(label?.x).toBe(0);
    expect(label?.y).toBeGreaterThan(260);
    expect(label?.y).toBeLessThan(200 + MARGIN[board().ground]);
  });

  test("fills a box with a margin; without cells the box is finite", () => {
    const margin = MARGIN[board().ground];
    expect(viewBox(board())).toEqual({ x: -margin, y: -margin, width: 200 + 2 * margin, height: 200 + 2 * margin });
    expect(bounds([], 5)).toEqual({ x: -5, y: -5, width: 10, height: 10 });
  });
});

describe("hit testing", () => {
  const none = new Set<number>();
  test("finds the nearest cell within half a cell", () => {
    expect(cellAt(board(), { x: 90, y: 110 }, none, 0)).toBe(4);
    expect(cellAt(board(), { x: -80, y: 0 }, none, 60)).toBeNull();
  });

  test("prefers a wanted cell in reach, but not to one clearly hit", () => {
    const wanted = new Set([0]);
    expect(cellAt(board(), { x: -65, y: 0 }, wanted, 70)).toBe(0);
    expect(cellAt(board(), { x: 52, y: 0 }, wanted, 70)).toBe(0);
    expect(cellAt(board(), { x: 100, y: 0 }, wanted, 70)).toBe(1);
  });
});

describe("arrow keys", () => {
  test("follow screen directions, also on a rotated board", () => {
    expect(neighbour(board(), 4, "ArrowRight")).toBe(5);
    expect(neighbour(board(), 4, "ArrowUp")).toBe(1);
    expect(neighbour(board(), 2, "ArrowRight")).toBeNull();
    expect(neighbour(seen(board(), 90), 4, "ArrowRight")).toBe(1);
    expect(neighbour(board(), 99, "ArrowUp")).toBeNull();
  });

  test("reach rows offset by half a cell", () => {
    const hexagon = board();
    for (const cell of hexagon.cells.slice(0, 3)) cell.x += 50;
    const up = neighbour(hexagon, 4, "ArrowUp");
    expect([0, 1]).toContain(up);
  });

  test("follow the displayed rows", () => {
    expect(rows(board())).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
    ]);
    expect(rows(seen(board(), 180))[0]).toEqual([8, 7, 6]);
  });
});

test("a domino is found on both of its cells", () => {
  const domino = { shape: "domino", cell: 0, other: 1, heading: "right" } as const;
  expect(pieceOn(board([domino]), 1)).toBe(domino);
  expect(pieceOn(board([disc(4)]), 1)).toBeNull();
});

test("an arrow ends at the centre of its last cell", () => {
  expect(arrow(board(), [0, 2], 10)).toContain("L200.0 0.0L");
  expect(arrow(board(), [0], 10)).toBe("");
});
