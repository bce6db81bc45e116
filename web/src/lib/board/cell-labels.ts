// Cell descriptions for screen readers.

import type { Cell, Piece, View } from "$lib/engine/types";
import { cellName, list, seatName, t } from "$lib/i18n";
import { pieceOn } from "./geometry";

const SIZES = ["board.peg.small", "board.peg.medium", "board.peg.large"] as const;

function pieceWords(view: View, piece: Piece, cell: Cell): string[] {
  const name = (seat: number) => seatName(view.game, seat);
  switch (piece.shape) {
    case "runner":
      return [t("board.runner", name(piece.seat)), piece.home ? t("board.home") : t("board.speed", piece.speed)];
    case "peg": {
      const words = [t(SIZES[piece.size - 1] ?? SIZES[0], name(piece.seat))];
      if (!piece.upright) words.push(t("board.turned"));
      if (piece.moved) words.push(t("board.moved"));
      return words;
    }
    case "tower":
      return [
        piece.height === 1 ? t("board.disc", name(piece.seat)) : t("board.tower", name(piece.seat), piece.height),
      ];
    case "domino":
      return [t("board.half", name(cell === piece.cell ? 0 : 1))];
  }
}

/** The cell's name, its piece and its state. */
export function cellWords(view: View, cell: Cell): string {
  const info = view.board.cells[cell];
  if (!info) return "";
  const piece = pieceOn(view.board, cell);
  const words = [cellName(info.name)];
  if (piece) words.push(...pieceWords(view, piece, cell));
  // Under the rules, a hole counts as empty when its token is gone.
  else words.push(info.kind === "hole" && info.token ? t("board.token") : t("board.empty"));
  if (info.kind === "trackEnd") words.push(t("board.dots", info.dots));
  return words.join(", ");
}

/** The description plus the actions available on the cell. */
export function cellLabel(view: View, cell: Cell, can: { chosen: boolean; next: boolean }): string {
  const words = cellWords(view, cell);
  if (can.chosen) return `${words}, ${t("board.chosen")}`;
  return can.next ? `${words}, ${t("board.can")}` : words;
}

export const cellNames = (view: View, cells: Iterable<Cell>): string =>
  list([...cells].map((cell) => cellName(view.board.cells[cell]?.name ?? "")));
