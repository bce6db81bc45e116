import type { Cell, View } from "$lib/engine/types";
import { pieceOn } from "../geometry";

/** A piece is called after its track: cells are named `Y1 start`, `Y1 turn`, and crossings `Y1/R2`. */
export function spell(view: View, cells: Cell[]): string | null {
  const cell = cells[0] ?? -1;
  const piece = pieceOn(view.board, cell);
  if (piece?.shape !== "runner") return null;
  const tracks = view.board.cells[cell]?.name.split(" ")[0]?.split("/") ?? [];
  return tracks[tracks.length > 1 ? piece.seat : 0] ?? null;
}
