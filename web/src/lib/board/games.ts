// Each game's drawing components and input handling.

import type { GameId } from "$lib/engine/types";
import NumberOneGround from "./number-one/Ground.svelte";
import NumberOneOverlay from "./number-one/Overlay.svelte";
import NumberOnePiece from "./number-one/Piece.svelte";
import * as carried from "./one-piece/carry";
import DominoGround from "./one-piece/Ground.svelte";
import DominoOverlay from "./one-piece/Overlay.svelte";
import DominoPiece from "./one-piece/Piece.svelte";
import PeakGround from "./peak/Ground.svelte";
import PeakOverlay from "./peak/Overlay.svelte";
import PeakPiece from "./peak/Piece.svelte";
import SquadroGround from "./squadro/Ground.svelte";
import SquadroOverlay from "./squadro/Overlay.svelte";
import SquadroPiece from "./squadro/Piece.svelte";
import type { GameBoard } from "./types";

/** Board rotation by seat: the viewer's corner is at the bottom left. */
const CORNERS: Record<number, number[]> = { 2: [0, 180], 3: [0, 240, 120], 4: [0, 300, 180, 120] };

export const BOARDS: Record<GameId, GameBoard> = {
  squadro: {
    Ground: SquadroGround,
    Piece: SquadroPiece,
    Overlay: SquadroOverlay,
    turn: (from) => (from === 0 ? 270 : 180),
  },
  "number-one": {
    Ground: NumberOneGround,
    Piece: NumberOnePiece,
    Overlay: NumberOneOverlay,
    turn: (from, players) => CORNERS[players]?.[from] ?? 0,
  },
  peak: {
    Ground: PeakGround,
    Piece: PeakPiece,
    Overlay: PeakOverlay,
    turn: (from) => (from === 0 ? 0 : 180),
  },
  "one-piece-for-two": {
    Ground: DominoGround,
    Piece: DominoPiece,
    Overlay: DominoOverlay,
    // Both players sit at the game edge.
    turn: () => 0,
    carried,
  },
};
