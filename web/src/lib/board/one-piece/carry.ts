// Which place is meant while a piece is carried over the grid. Nothing here knows a rule: of the legal moves
// it picks the one that is pointed at.

import type { BoardData, Cell, Heading, LegalMove } from "$lib/engine/types";
import { HEADINGS as CLOCKWISE } from "../geometry";
import type { Half } from "../types";
import { AWAY, at, domino } from "./shape";

/** How the piece would lie. */
export function headingOf(board: BoardData, move: LegalMove): Heading {
  const [red = -1, blue = -1] = move.targets.slice(-2);
  return domino(board, red, blue)?.heading ?? "up";
}

/** Where the blue half is when the red one is here; null beyond the edge. */
export function otherCell(board: BoardData, cell: Cell, held: Heading): Cell | null {
  const [from, away] = [at(board, cell), AWAY[held]];
  const other = board.cells.findIndex(({ x, y }) => x === from.x + away.x && y === from.y + away.y);
  return other < 0 ? null : other;
}

/** How far one has to turn clockwise, in quarters. */
const quarters = (from: Heading, to: Heading): number => (CLOCKWISE.indexOf(to) - CLOCKWISE.indexOf(from) + 4) % 4;

/**
 * The moves with a half in the cell that is meant. A piece comes down: wherever one points above it, its
 * column's lowest place is meant; beneath that, where pieces lie, nothing is.
 */
function meantBy(board: BoardData, moves: readonly LegalMove[], cell: Cell): { foot: Cell; moves: LegalMove[] } | null {
  const pointed = at(board, cell);
  let foot: Cell | null = null;
  for (const move of moves) {
    for (const half of move.targets.slice(-2)) {
      const { x, y } = at(board, half);
      if (x === pointed.x && y >= (foot === null ? pointed.y : at(board, foot).y)) foot = half;
    }
  }
  if (foot === null) return null;
  const lowest = foot;
  return { foot: lowest, moves: moves.filter(({ targets }) => targets.slice(-2).includes(lowest)) };
}

/** The move meant by pointing at a cell with the piece held this way, or turned clockwise until it fits. */
export function meant(
  board: BoardData,
  moves: readonly LegalMove[],
  cell: Cell,
  held: Heading,
  half: Half,
): LegalMove | null {
  const here = meantBy(board, moves, cell);
  if (!here) return null;
  // The wanted half comes where one points, and where it cannot, the other.
  const cost = (move: LegalMove) =>
    2 * quarters(held, headingOf(board, move)) + (move.targets.slice(-2)[half] === here.foot ? 0 : 1);
  return here.moves.reduce((best, move) => (cost(move) < cost(best) ? move : best));
}

/** The ways in which the piece fits where one points. */
export function waysAt(board: BoardData, moves: readonly LegalMove[], cell: Cell): Heading[] {
  return meantBy(board, moves, cell)?.moves.map((move) => headingOf(board, move)) ?? [];
}

/** The next way to hold the piece in which it fits here; `held` where there is no other. */
export function turned(
  board: BoardData,
  moves: readonly LegalMove[],
  cell: Cell | null,
  held: Heading,
  step: 1 | -1,
): Heading {
  const here = cell === null ? [] : waysAt(board, moves, cell);
  const ways = here.length > 0 ? here : CLOCKWISE;
  for (let i = 1; i < 4; i++) {
    const way = CLOCKWISE[(CLOCKWISE.indexOf(held) + step * i + 4) % 4];
    if (way && ways.includes(way)) return way;
  }
  return held;
}

/** The highest cell of the same column: pieces come down. */
export function topOf(board: BoardData, cell: Cell): Cell {
  const { x } = at(board, cell);
  return board.cells.reduce((top, here, i) => (here.x === x && here.y < at(board, top).y ? i : top), cell);
}
