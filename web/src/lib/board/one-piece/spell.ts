import type { Cell, Domino, View } from "$lib/engine/types";
import { domino } from "./shape";

const ARROWS = { right: ">", down: "v", left: "<", up: "^" } as const;

/** The piece in the notation: its red cell and an arrow to its blue one. */
const written = (view: View, piece: Domino | null): string | null => {
  const name = piece ? view.board.cells[piece.cell]?.name : undefined;
  return piece && name ? `${name}${ARROWS[piece.heading]}` : null;
};

export function pieceOn(view: View, cell: Cell | undefined): Domino | null {
  const found = view.board.pieces.find(
    (piece) => piece.shape === "domino" && (piece.cell === cell || piece.other === cell),
  );
  return found?.shape === "domino" ? found : null;
}

/** `d1>` for the new red and blue cell, `d1>-f3^` with a lifted piece before them. */
export function spell(view: View, cells: Cell[]): string | null {
  const [first, ...others] = cells;
  // A move on the grid has three cells: once there are such moves, pointing at a piece means lifting it.
  const lifting = view.moves.some(({ targets }) => targets.length === 3);
  const lifted = lifting ? written(view, pieceOn(view, first)) : null;
  if (lifted) {
    const [red, blue] = others;
    const there = red === undefined || blue === undefined ? null : written(view, domino(view.board, red, blue));
    // Asked why a piece cannot be lifted at all, any place will do for it.
    const anywhere = view.moves[0]?.move.split("-")[1];
    const place = there ?? anywhere;
    return place ? `${lifted}-${place}` : null;
  }
  const [red, blue] = cells.slice(-2);
  return red === undefined || blue === undefined ? null : written(view, domino(view.board, red, blue));
}
