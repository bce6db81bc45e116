// What Board.svelte hands to the drawings of a game. Everything is as seen from the chosen seat: the board's
// data are turned before they come here, headings included, so that a drawing never turns anything, light
// comes from the same side, and letters stand upright.

import type { BoardData, Cell, Description, Failure, Heading, LegalMove, Piece, Seat, View } from "$lib/engine/types";
import type { Session } from "$lib/engine/rules";
import type { Component } from "svelte";
import type { MoveSelection } from "./interaction.svelte";

/** A mark that the page wants to see on the board. */
export interface Mark {
  /**
   * An arrow through its cells, a circle round each, a value (`text`) on the last, or a hint: the move that
   * is worth looking at. What has been played: a piece's way, one that was sent back, one that was put on the
   * board, one that is gone from it (trace.ts).
   */
  kind: "arrow" | "circle" | "value" | "hint" | "way" | "sentBack" | "put" | "gone";
  cells: Cell[];
  text?: string;
  /** Whose ply it was, of what has been played. */
  seat?: Seat;
  /** 1 is the best; further ones are thinner. */
  rank?: number;
  /** Of what somebody has drawn: each colour has its own line too. */
  colour?: Colour;
}

export type Colour = "green" | "red" | "blue" | "yellow";
/** An arrow or a circle that somebody has drawn. */
export interface Annotation {
  kind: "arrow" | "circle";
  cells: Cell[];
  colour: Colour;
}

/** What a page says to Board.svelte. */
export interface BoardProps {
  view: View;
  /** For previews and for why something is not possible; null: a picture only. */
  session: Session | null;
  /** Seen from this seat: its side at the bottom. */
  from?: Seat;
  /** The person may move now. */
  active?: boolean;
  /** How `view` came about, played along its path when it changes together with the view. */
  animation?: Description | null;
  marks?: Mark[];
  /** How far the choosing has got, for what stands beside the board; the board makes it. */
  selection?: MoveSelection | undefined;
  /** The accessible name. */
  label?: string;
  onmove?: (move: string) => void;
  /** Something was pointed at that cannot be done: why. */
  onrefused?: (failure: Failure) => void;
  /** A pen of this colour is in the hand: whatever points draws, and moves nothing. */
  pen?: Colour | null;
  /** Somebody has drawn; without this, drawings last until something is played or pressed. */
  ondraw?: (shape: Annotation) => void;
  /** Something for the live region. */
  onsay?: (text: string) => void;
  /** The wheel was turned over the board: a move forward or back. */
  onstep?: (step: 1 | -1) => void;
}

/**
 * The board without pieces: wood, holes, grooves, everything that `board.cells` say. Labels are drawn by
 * Board.svelte.
 */
export interface GroundProps {
  board: BoardData;
  from: Seat;
  /** The whole picture; the ground may fill it. */
  box: Box;
}

/** One piece, drawn round 0,0 (its `cell`) in units of 100 per cell. Board.svelte moves it. */
export interface PieceProps {
  piece: Piece;
  board: BoardData;
  /** Has been pointed at, and another cell must follow. */
  selected: boolean;
  /** Can be pointed at now. */
  liftable: boolean;
  /** Is there, but plays no part now: its seat is out, or another piece is carried. */
  dimmed: boolean;
  /** The pointer or the keyboard is on it. */
  hovered: boolean;
}

/** Drawn twice, under the pieces and over them. */
export interface OverlayProps {
  layer: "below" | "above";
  /** As seen: `view.board` is turned. */
  view: View;
  active: boolean;
  /** The cell under the pointer or the keyboard's focus. */
  hover: Cell | null;
  /** The cells pointed at so far. */
  chosen: Cell[];
  /** The moves that begin with `chosen`. */
  moves: LegalMove[];
  /**
   * The one move that pointing at `hover` would choose, or that waits to be confirmed; null while several are
   * possible.
   */
  aimed: LegalMove | null;
  /** What the aimed move would do, as soon as the rules have said it. */
  preview: Description | null;
  /** `aimed` waits for a confirmation. */
  pending: boolean;
}

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Of a carried piece: the one that its move names first, or the other. */
export type Half = 0 | 1;

/** Where a carried piece would come to, of the moves that put it down. */
export interface Carrying {
  /**
   * The move meant by pointing at a cell with the piece held this way, or turned clockwise until it fits;
   * this half comes there, where it can.
   */
  meant(board: BoardData, moves: readonly LegalMove[], cell: Cell, held: Heading, half: Half): LegalMove | null;
  /** The next way to hold it in which it fits there; with no cell, the next of all. */
  turned(board: BoardData, moves: readonly LegalMove[], cell: Cell | null, held: Heading, step: 1 | -1): Heading;
  /** The ways in which it fits there. */
  waysAt(board: BoardData, moves: readonly LegalMove[], cell: Cell): Heading[];
  /** The cell from which a piece comes down to the same place as from this one. */
  topOf(board: BoardData, cell: Cell): Cell;
  /** How it is held for a move. */
  headingOf(board: BoardData, move: LegalMove): Heading;
  /** The other cell of a piece on this one, held this way; null beyond the edge. */
  otherCell(board: BoardData, cell: Cell, held: Heading): Cell | null;
}

/** All there is to know about how a game is drawn and pointed at; the list is in games.ts. */
export interface GameBoard {
  Ground: Component<GroundProps>;
  Piece: Component<PieceProps>;
  Overlay?: Component<OverlayProps>;
  /** By how many degrees clockwise the board is turned to be seen from a seat. */
  turn(from: Seat, players: number): number;
  /**
   * The last two targets are the halves of one piece that is carried over the board, turned, and put down.
   */
  carried?: Carrying;
}
