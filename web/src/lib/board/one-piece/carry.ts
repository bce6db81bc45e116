// Finds the legal move aimed at while a piece is carried over the grid. Contains no game rules.

import type { BoardData, Cell, Heading, LegalMove } from "$lib/engine/types";
import { HEADINGS as CLOCKWISE } from "../geometry";
import type { Half } from "../types";
import { AWAY, at, domino } from "./shape";

export function headingOf(board: BoardData, move: LegalMove): Heading {
  const [red = -1, blue = -1] = move.targets.slice(-2);
  return domino(board, red, blue)?.heading ?? "up";
}

/** The cell of the blue half if the red half is here; null beyond the edge. */
export function otherCell(board: BoardData, cell: Cell, held: Heading): Cell | null {
  const [from, away] = [at(board, cell), AWAY[held]];
  const other = board.cells.findIndex(({ x, y }) => x === from.x + away.x && y === from.y + away.y);
  return other < 0 ? null : other;
}

/** Clockwise quarter turns between headings. */
const quarters = (from: Heading, to: Heading): number => (CLOCKWISE.indexOf(to) - CLOCKWISE.indexOf(from) + 4) % 4;

/**
 * The moves with a half on the aimed cell. Pieces drop: pointing anywhere above means the column's lowest
 * free place; pointing below, where pieces lie, means none.
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

/** The move aimed at with this orientation, or turned clockwise until it fits. */
export function meant(
  board: BoardData,
  moves: readonly LegalMove[],
  cell: Cell,
  held: Heading,
  half: Half,
): LegalMove | null {
  const here = meantBy(board, moves, cell);
  if (!here) return null;
  // Prefer the wanted half on the aimed cell, then the other.
  const cost = (move: LegalMove) =>
    2 * quarters(held, headingOf(board, move)) + (move.targets.slice(-2)[half] === here.foot ? 0 : 1);
  return here.moves.reduce((best, move) => (cost(move) < cost(best) ? move : best));
}

/** The orientations that fit at the aimed cell. */
export function waysAt(board: BoardData, moves: readonly LegalMove[], cell: Cell): Heading[] {
  return meantBy(board, moves, cell)?.moves.map((move) => headingOf(board, move)) ?? [];
}

/** The next orientation that fits here, or `held` if there is no other. */
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

/** The highest cell of the same column. */
export function topOf(board: BoardData, cell: Cell): Cell {
  const { x } = at(board, cell);
  return board.cells.reduce((top, here, i) => (here.x === x && here.y < at(board, top).y ? i : top), cell);
}
