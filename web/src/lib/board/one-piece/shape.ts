// Shapes shared by the drawings of One Piece for Two. One cell is 100.

import type { BoardData, Cell, Domino, Heading } from "$lib/engine/types";

export interface Point {
  x: number;
  y: number;
}

/** Offset from the red half to the blue half. */
export const AWAY: Readonly<Record<Heading, Point>> = {
  right: { x: 100, y: 0 },
  down: { x: 0, y: 100 },
  left: { x: -100, y: 0 },
  up: { x: 0, y: -100 },
};

const HOLE = 17;
const EDGE = 47;
const ROUND = 15;

const hole = ({ x, y }: Point) =>
  `M${x + HOLE} ${y}a${HOLE} ${HOLE} 0 1 0-${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0z`;

/** The outline of a whole piece, with the red half at 0, 0. */
export function outline(heading: Heading): string {
  const away = AWAY[heading];
  const [left, top] = [Math.min(0, away.x) - EDGE, Math.min(0, away.y) - EDGE];
  const [wide, high] = [2 * EDGE + Math.abs(away.x), 2 * EDGE + Math.abs(away.y)];
  const corner = (x: number, y: number) => `a${ROUND} ${ROUND} 0 0 1 ${x} ${y}`;
  return (
    `M${left + ROUND} ${top}h${wide - 2 * ROUND}${corner(ROUND, ROUND)}v${high - 2 * ROUND}${corner(-ROUND, ROUND)}` +
    `h${2 * ROUND - wide}${corner(-ROUND, -ROUND)}v${2 * ROUND - high}${corner(ROUND, -ROUND)}z`
  );
}

/** The outline with its two holes, for the even-odd fill rule. */
export const body = (heading: Heading): string => outline(heading) + hole({ x: 0, y: 0 }) + hole(AWAY[heading]);

/** One half at 0, 0: round at the far end, straight at the seam. */
export const HALF =
  `M50 ${-EDGE}H${ROUND - EDGE}a${ROUND} ${ROUND} 0 0 0-${ROUND} ${ROUND}V${EDGE - ROUND}` +
  `a${ROUND} ${ROUND} 0 0 0 ${ROUND} ${ROUND}H50z${hole({ x: 0, y: 0 })}`;

export const TURN: Readonly<Record<Heading, number>> = { right: 0, down: 90, left: 180, up: 270 };

/**
 * The seats' signs around a hole: a circle for Red, and for Blue a triangle that stays upright in every
 * orientation.
 */
export const SIGNS = [
  `M-28 0a28 28 0 1 0 56 0a28 28 0 1 0-56 0z`,
  // Centred on the hole, so it reaches further up than down.
  `M0-36L33 22H-33z`,
] as const;

export function at(board: BoardData, cell: Cell): Point {
  const { x, y } = board.cells[cell] ?? { x: 0, y: 0 };
  return { x, y };
}

/** The piece with its halves on these cells; null if they are not adjacent. */
export function domino(board: BoardData, red: Cell, blue: Cell): Domino | null {
  const [from, to] = [at(board, red), at(board, blue)];
  const heading = (Object.keys(AWAY) as Heading[]).find(
    (heading) => AWAY[heading].x === to.x - from.x && AWAY[heading].y === to.y - from.y,
  );
  return heading ? { shape: "domino", cell: red, other: blue, heading } : null;
}

/** Extent of the outermost cells' centres. */
export function extent(board: BoardData): { left: number; right: number; top: number; foot: number } {
  const xs = board.cells.map(({ x }) => x);
  const ys = board.cells.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), foot: Math.max(...ys) };
}
