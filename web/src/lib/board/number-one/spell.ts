import type { Cell, View } from "$lib/engine/types";
import { pieceOn } from "../geometry";

/** A peg's letter and where it goes, `Sb2`. */
export function spell(view: View, cells: Cell[]): string | null {
  const [from, to] = cells;
  if (from === undefined || to === undefined) return null;
  const peg = pieceOn(view.board, from);
  return peg?.shape === "peg" ? `${"SML"[peg.size - 1]}${view.board.cells[to]?.name}` : null;
}
