import type { Cell, View } from "$lib/engine/types";
import { pieceOn } from "../geometry";

/**
 * A peg's letter and where it goes, `Sb2`. In the set-up, whose moves name three holes, that is asked for any
 * hole: the rules say what must be first.
 */
export function spell(view: View, cells: Cell[]): string | null {
  const last = cells.at(-1);
  if (last !== undefined && view.moves.some(({ targets }) => targets.length === 3))
    return `S${view.board.cells[last]?.name}`;
  const [from, to] = cells;
  if (from === undefined || to === undefined) return null;
  const peg = pieceOn(view.board, from);
  return peg?.shape === "peg" ? `${"SML"[peg.size - 1]}${view.board.cells[to]?.name}` : null;
}
