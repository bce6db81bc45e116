// A tutorial is data: positions that the rules open, and what is asked there, which the rules' own answers
// decide. No rule is written here.

import type { GameId, Opening, Seat } from "$lib/engine/types";

/** What must come of a move: everything that is named here. */
export interface Wanted {
  /** One of the things the move does has this key, */
  event?: string;
  /** and these arguments, in their places: seats and numbers as numbers; null is any. */
  args?: (string | number | null)[];
  /** The moved piece stops on one of these cells. */
  ends?: string[];
  /** The game is over, and this seat has won. */
  won?: Seat;
  /** Afterwards this seat is to act. */
  toAct?: Seat;
}

export interface Task {
  /** One of these is enough. */
  wanted: Wanted[];
  /** Must not happen on the way. */
  without?: string;
  /** How many plies of one's own there are for it; one unless said. */
  plies?: number;
  /** What the others answer, in order; without it they answer as the engine does at its first level. */
  answers?: string[];
}

export interface Step {
  /** Its words are found under this name. */
  id: string;
  opening: Omit<Opening, "game">;
  /** The ruling that it shows. */
  ruling: string;
  /** Null: something to look at. */
  task: Task | null;
  /** Cells with a circle round them. */
  circles?: string[];
}

export interface Lesson {
  game: GameId;
  steps: Step[];
}

/** The seat that learns. */
export const LEARNER: Seat = 0;
