// Board geometry as displayed: rotation by seat, view box, and distances from the pointer to cells.

import type { BoardData, Cell, Heading, Piece } from "$lib/engine/types";
import type { Box, Point } from "./types";

/** From the centre of the outermost cells to the edge of the picture. */
export const MARGIN: Record<BoardData["ground"], number> = { tracks: 120, hexagon: 112, seats: 112, rail: 120 };
/** The data place labels a full cell away; this pulls them into the margin. */
const LABEL_PULL: Record<BoardData["ground"], number> = { tracks: 5, hexagon: 24, seats: 24, rail: 5 };

export const HEADINGS: readonly Heading[] = ["right", "down", "left", "up"];

export function turnedHeading(heading: Heading, degrees: number): Heading {
  const quarters = Math.round(degrees / 90);
  return HEADINGS[(((HEADINGS.indexOf(heading) + quarters) % 4) + 4) % 4] ?? heading;
}

/** Degrees clockwise from the right. */
export const headingAngle = (heading: Heading): number => 90 * HEADINGS.indexOf(heading);

export function bounds(points: readonly Point[], margin = 0): Box {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { x: -margin, y: -margin, width: 2 * margin, height: 2 * margin };
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

function rotation(around: Point, degrees: number): (point: Point) => Point {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Adding 0 turns -0 into 0.
  const round = (value: number) => Math.round(value * 10) / 10 + 0;
  return ({ x, y }) => {
    const [dx, dy] = [x - around.x, y - around.y];
    return { x: round(around.x + dx * cos - dy * sin), y: round(around.y + dx * sin + dy * cos) };
  };
}

function nearer(label: Point, { cells, ground }: BoardData): Point {
  const pull = LABEL_PULL[ground];
  const distances = cells.map((cell) => Math.hypot(cell.x - label.x, cell.y - label.y));
  const least = Math.min(...distances);
  const near = cells.filter((_, i) => (distances[i] ?? 0) < least + 5);
  const x = near.reduce((sum, cell) => sum + cell.x, 0) / near.length - label.x;
  const y = near.reduce((sum, cell) => sum + cell.y, 0) / near.length - label.y;
  const length = Math.hypot(x, y) || 1;
  return { x: label.x + (x / length) * pull, y: label.y + (y / length) * pull };
}

/**
 * The board data rotated clockwise by some degrees: a multiple of 90 if pieces have a heading, otherwise of
 * 60.
 */
export function seen(board: BoardData, degrees: number): BoardData {
  const box = bounds(board.cells);
  const turned = rotation({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, degrees);
  const piece = (piece: Piece): Piece =>
    "heading" in piece ? { ...piece, heading: turnedHeading(piece.heading, degrees) } : piece;
  return {
    ...board,
    cells: board.cells.map((cell) => ({ ...cell, ...turned(cell) })),
    pieces: degrees === 0 ? board.pieces : board.pieces.map(piece),
    labels: board.labels.map((label) => ({ ...label, ...turned(nearer(label, board)) })),
  };
}

export const viewBox = (board: BoardData): Box => bounds(board.cells, MARGIN[board.ground]);

/**
 * The cell at a point: within half a cell of its centre, or, for cells in `wanted`, within `reach`. The
 * nearest wanted cell in reach wins if no other matches, which gives small cells a finger-sized target.
 */
export function cellAt(board: BoardData, point: Point, wanted: ReadonlySet<Cell>, reach: number): Cell | null {
  let [nearest, distance] = [-1, 55];
  let [nearestWanted, wantedDistance] = [-1, Math.max(55, reach)];
  board.cells.forEach((cell, index) => {
    const away = Math.hypot(cell.x - point.x, cell.y - point.y);
    if (away < distance) [nearest, distance] = [index, away];
    if (wanted.has(index) && away < wantedDistance) [nearestWanted, wantedDistance] = [index, away];
  });
  if (nearest >= 0 && (wanted.has(nearest) || distance < wantedDistance - 20)) return nearest;
  if (nearestWanted >= 0) return nearestWanted;
  return nearest >= 0 ? nearest : null;
}

export type Direction = "ArrowRight" | "ArrowDown" | "ArrowLeft" | "ArrowUp";
const UNIT: Record<Direction, Point> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
};
export const isDirection = (key: string): key is Direction => key in UNIT;

/** The next cell in a screen direction: the nearest within 60° of it, preferring cells straight ahead. */
export function neighbour(board: BoardData, from: Cell, direction: Direction): Cell | null {
  const here = board.cells[from];
  if (!here) return null;
  const unit = UNIT[direction];
  let best: Cell | null = null;
  let least = Infinity;
  board.cells.forEach((cell, index) => {
    const [dx, dy] = [cell.x - here.x, cell.y - here.y];
    const ahead = dx * unit.x + dy * unit.y;
    const aside = Math.abs(dx * unit.y - dy * unit.x);
    if (ahead < 1 || aside > ahead * 1.75) return;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}

/** Cells in rows as displayed, top to bottom, left to right. */
export function rows(board: BoardData): Cell[][] {
  const cells = board.cells.map((_, index) => index);
  const at = (index: Cell) => board.cells[index] ?? { x: 0, y: 0 };
  cells.sort((a, b) => at(a).y - at(b).y || at(a).x - at(b).x);
  const rows: Cell[][] = [];
  let top = -Infinity;
  for (const cell of cells) {
    const { y } = at(cell);
    if (y > top + 30) {
      rows.push([]);
      top = y;
    }
    rows.at(-1)?.push(cell);
  }
  for (const row of rows) row.sort((a, b) => at(a).x - at(b).x);
  return rows;
}

/** An SVG path through the centres of cells. */
export function line(board: BoardData, cells: readonly Cell[]): string {
  return cells
    .map((cell, i) => `${i === 0 ? "M" : "L"}${board.cells[cell]?.x ?? 0} ${board.cells[cell]?.y ?? 0}`)
    .join("");
}

/** The piece on a cell; a domino covers two. */
export function pieceOn(board: BoardData, cell: Cell): Piece | null {
  return (
    board.pieces.find((piece) => piece.cell === cell || (piece.shape === "domino" && piece.other === cell)) ?? null
  );
}

/** The outline of an arrow through cell centres; `half` is half its width. */
export function arrow(board: BoardData, cells: readonly Cell[], half: number): string {
  const points = cells.map((cell) => board.cells[cell] ?? { x: 0, y: 0 });
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!last || !before) return "";
  const angle = Math.atan2(last.y - before.y, last.x - before.x);
  const head = 3 * half;
  const to = { x: last.x - Math.cos(angle) * head, y: last.y - Math.sin(angle) * head };
  const way = [...points.slice(0, -1), to];
  const beside = (side: number) =>
    way.map((point, i) => {
      const [a, b] = [way[Math.max(0, i - 1)] ?? point, way[Math.min(way.length - 1, i + 1)] ?? point];
      const normal = Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2;
      return { x: point.x + Math.cos(normal) * half * side, y: point.y + Math.sin(normal) * half * side };
    });
  const wing = (side: number) => ({
    x: to.x - Math.sin(angle) * 2.4 * half * side,
    y: to.y + Math.cos(angle) * 2.4 * half * side,
  });
  const outline = [...beside(1), wing(1), last, wing(-1), ...beside(-1).reverse()];
  return `M${outline.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}
