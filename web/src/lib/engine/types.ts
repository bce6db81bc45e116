// TypeScript types of crates/view. They are generated from Rust (types.gen.ts); this file only adds the
// page's aliases.

import type { EventView } from "$lib/online/types.gen";
import type { ContestEvent, Piece } from "./types.gen";

export * from "./types.gen";

/** Seats, cells and pieces are numbers from 0. */
export type Seat = number;
export type Cell = number;

export type Peg = Extract<Piece, { shape: "peg" }>;
/** The red half is on `cell`, the blue half on `other`. */
export type Domino = Extract<Piece, { shape: "domino" }>;

/** An event that was decided here, or by a server. */
export type LoggedEvent = ContestEvent | EventView;
