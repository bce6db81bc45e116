// A made-up board for tests: three rows of three 100-unit squares, cells 0 to 8 from the top left.

import type { BoardData, Cell, Description, LegalMove, MoveEvent, Piece, View } from "$lib/engine/types";

export const board = (pieces: Piece[] = []): BoardData => ({
  ground: "seats",
  cells: Array.from({ length: 9 }, (_, i) => ({
    name: `${"abc"[i % 3]}${3 - Math.floor(i / 3)}`,
    x: 100 * (i % 3),
    y: 100 * Math.floor(i / 3),
    kind: "seat" as const,
  })),
  pieces,
  labels: [{ text: "a", x: 0, y: 300 }],
  lastMove: [],
});

export const disc = (cell: Cell, seat = 0): Piece => ({ shape: "tower", cell, seat, height: 1, layers: [seat] });

export const move = (...targets: Cell[]): LegalMove => ({ move: targets.join("-"), targets });

export const view = (moves: LegalMove[], pieces: Piece[] = []): View => ({
  game: "peak",
  players: 2,
  options: {},
  position: "",
  firstPosition: null,
  played: [],
  status: { toAct: 0, over: null },
  moves,
  board: board(pieces),
  facts: { game: "peak", scores: [0, 0], stuck: null },
});

export const event = (key: string, parts: Partial<MoveEvent>): MoveEvent => ({
  key,
  args: [],
  text: key,
  seat: 0,
  path: [],
  over: [],
  piece: null,
  becomes: null,
  ...parts,
});

export const description = (...events: MoveEvent[]): Description => ({ move: "", seat: 0, events, spoken: "" });
