import type { Mark } from "$lib/board/types";
import type { View } from "$lib/engine/types";

/** A move as marks on the board before it: its cell, and an arrow if it has several. */
export function moveMarks(view: View, move: string): Mark[] {
  const cells = view.moves.find((legal) => legal.move === move)?.targets ?? [];
  if (cells.length === 0) return [];
  const hint: Mark = { kind: "hint", cells: cells.slice(0, 1) };
  return cells.length > 1 ? [hint, { kind: "arrow", cells }] : [hint];
}
