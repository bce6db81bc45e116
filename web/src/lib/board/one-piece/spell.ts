import type { Cell, View } from "$lib/engine/types";
import { pieceOn } from "../geometry";

/** The red half's cell and the way to the blue one, `a1^`; with a piece taken up before, `d1>-f3^`. */
export function spell(view: View, cells: Cell[]): string | null {
  const put = half(view, cells.at(-2), cells.at(-1));
  if (cells.length < 3) return put;
  const piece = pieceOn(view.board, cells[0] ?? -1);
  const taken = piece?.shape === "domino" ? half(view, piece.cell, piece.other) : null;
  return put && taken && `${taken}-${put}`;
}

function half(view: View, red: Cell | undefined, blue: Cell | undefined): string | null {
  const [at, other] = [view.board.cells[red ?? -1], view.board.cells[blue ?? -1]];
  if (!at || !other) return null;
  const [dx, dy] = [other.x - at.x, other.y - at.y];
  return at.name + (dy === 0 ? (dx > 0 ? ">" : "<") : dy > 0 ? "v" : "^");
}
