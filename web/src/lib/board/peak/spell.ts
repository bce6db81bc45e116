import type { Cell, View } from "$lib/engine/types";

/** From where to where, `a1-a4`. */
export function spell(view: View, cells: Cell[]): string | null {
  const [from, to] = cells;
  if (from === undefined || to === undefined) return null;
  return `${view.board.cells[from]?.name}-${view.board.cells[to]?.name}`;
}
