// A tutorial is data: positions opened by the rules, and goals checked by their answers. No rule is written
// here.

import type { GameId, Opening, Seat } from "$lib/engine/types";

/** The goal of a move: everything given must hold. */
export interface Wanted {
  /** An event of the move has this key, */
  event?: string;
  /** and these arguments in order, seats and numbers as numbers; null matches any. */
  args?: (string | number | null)[];
  /** The moved piece stops on one of these cells. */
  ends?: string[];
  /** The game is over, and this seat has won. */
  won?: Seat;
  /** This seat is to move afterwards. */
  toAct?: Seat;
}

export interface Task {
  /** Any one of these suffices. */
  wanted: Wanted[];
  /** An event that must not occur. */
  without?: string;
  /** The learner's plies for the task; default 1. */
  plies?: number;
  /** The opponents' replies in order; by default the engine's first level plays them. */
  answers?: string[];
}

export interface Step {
  /** Key of its texts. */
  id: string;
  opening: Omit<Opening, "game">;
  /** The ruling it teaches. */
  ruling: string;
  /** Null: a step to look at only. */
  task: Task | null;
  /** Cells with a circle around them. */
  circles?: string[];
}

export interface Lesson {
  game: GameId;
  steps: Step[];
}

export const LEARNER: Seat = 0;
