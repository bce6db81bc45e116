// Props that Board.svelte passes to a game's drawings. Board data arrive already rotated to the viewer's
// seat, headings included, so drawings never rotate anything: light comes from the same side and letters
// stand upright.

import type { BoardData, Cell, Description, Failure, Heading, LegalMove, Piece, Seat, View } from "$lib/engine/types";
import type { Session } from "$lib/engine/rules";
import type { Component } from "svelte";
import type { MoveSelection } from "./interaction.svelte";

/** A mark the page requests on the board. */
export interface Mark {
  /**
   * `arrow`: through its cells; `circle`: around each; `value`: `text` on the last; `hint`: a move worth
   * looking at. The others show moves already played: a piece's path, a piece sent back, placed or removed
   * (trace.ts).
   */
  kind: "arrow" | "circle" | "value" | "hint" | "way" | "sentBack" | "put" | "gone";
  cells: Cell[];
  text?: string;
  /** The seat that played it. */
  seat?: Seat;
  /** 1 is best; further ranks are drawn thinner. */
  rank?: number;
  /** Colour of an annotation; each has its own line style too. */
  colour?: Colour;
}

export type Colour = "green" | "red" | "blue" | "yellow";
/** An arrow or circle drawn by the user. */
export interface Annotation {
  kind: "arrow" | "circle";
  cells: Cell[];
  colour: Colour;
}

export interface BoardProps {
  view: View;
  /** For previews and reasons why a move is illegal. Null shows a static picture. */
  session: Session | null;
  /** The seat whose side is at the bottom. */
  from?: Seat;
  /** Whether the user may move now. */
  active?: boolean;
  /** The move that led to `view`, animated when it changes together with the view. */
  animation?: Description | null;
  marks?: Mark[];
  /** The selection, created by the board and bound by the controls beside it. */
  selection?: MoveSelection | undefined;
  label?: string;
  onmove?: (move: string) => void;
  /** Called with the reason when a click is not a legal choice. */
  onrefused?: (failure: Failure) => void;
  /** The selected pen: while set, pointers annotate and do not move pieces. */
  pen?: Colour | null;
  /** Called for each drawn shape. Without it, shapes stay until the next move or click. */
  ondraw?: (shape: Annotation) => void;
  /** Text for the live region. */
  onsay?: (text: string) => void;
  /** The wheel was turned over the board: one move back or forward. */
  onstep?: (step: 1 | -1) => void;
}

/** The empty board: wood, holes, grooves and everything in `board.cells`. Board.svelte draws the labels. */
export interface GroundProps {
  board: BoardData;
  from: Seat;
  /** The whole picture; the ground may fill it. */
  box: Box;
}

/** One piece, drawn around 0,0 (its `cell`) in units of 100 per cell. Board.svelte positions it. */
export interface PieceProps {
  piece: Piece;
  board: BoardData;
  /** Selected, with another cell to follow. */
  selected: boolean;
  /** Can be selected right now. */
  liftable: boolean;
  /** Present but inactive: its seat is out, or another piece is carried. */
  dimmed: boolean;
  /** Under the pointer or the keyboard focus. */
  hovered: boolean;
}

/** Drawn twice: under the pieces and over them. */
export interface OverlayProps {
  layer: "below" | "above";
  /** `view.board` is rotated already. */
  view: View;
  active: boolean;
  /** The cell under the pointer or the keyboard focus. */
  hover: Cell | null;
  chosen: Cell[];
  /** The moves that start with `chosen`. */
  moves: LegalMove[];
  /**
   * The single move that clicking `hover` would select, or the pending one; null while several are possible.
   */
  aimed: LegalMove | null;
  /** The description of the aimed move, once the rules have returned it. */
  preview: Description | null;
  /** `aimed` waits for confirmation. */
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

/** Half of a carried piece: the one its move names first, or the other. */
export type Half = 0 | 1;

/** Finds where a carried piece would land, among the moves that place it. */
export interface Carrying {
  /**
   * The move aimed at with this orientation, or turned clockwise until it fits, with this half on the cell if
   * possible.
   */
  meant(board: BoardData, moves: readonly LegalMove[], cell: Cell, held: Heading, half: Half): LegalMove | null;
  /** The next orientation that fits at the cell; without a cell, the next of all. */
  turned(board: BoardData, moves: readonly LegalMove[], cell: Cell | null, held: Heading, step: 1 | -1): Heading;
  /** The orientations that fit at the cell. */
  waysAt(board: BoardData, moves: readonly LegalMove[], cell: Cell): Heading[];
  /** The cell from which a piece drops to the same place as from this one. */
  topOf(board: BoardData, cell: Cell): Cell;
  /** The orientation of the piece in a move. */
  headingOf(board: BoardData, move: LegalMove): Heading;
  /** The other cell of a piece with one half here; null beyond the edge. */
  otherCell(board: BoardData, cell: Cell, held: Heading): Cell | null;
}

/** How a game is drawn and how it handles input; registered in games.ts. */
export interface GameBoard {
  Ground: Component<GroundProps>;
  Piece: Component<PieceProps>;
  Overlay?: Component<OverlayProps>;
  /** Clockwise rotation in degrees for a seat's point of view. */
  turn(from: Seat, players: number): number;
  /** Set if the last two targets are the halves of one piece that is carried, turned and placed. */
  carried?: Carrying;
}
