// What crates/view answers and is asked, as TypeScript. The types are made from Rust (types.gen.ts); here are
// only the page's own names for some of them.

import type { Piece } from "./types.gen";

export * from "./types.gen";

/** Seats, cells and pieces are numbers from 0. */
export type Seat = number;
export type Cell = number;

export type Runner = Extract<Piece, { shape: "runner" }>;
export type Peg = Extract<Piece, { shape: "peg" }>;
export type Tower = Extract<Piece, { shape: "tower" }>;
/** The red half lies on `cell`, the blue one on `other`. */
export type Domino = Extract<Piece, { shape: "domino" }>;
