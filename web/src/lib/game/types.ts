// Stored games, and what the page shows of them.

import type {
  Beginning,
  ClockSettings,
  LoggedEvent,
  ContestState,
  PastEnding as Ending,
  Failure,
  GameId,
  Opening,
  Seat,
  Sentence,
} from "$lib/engine/types";

export type { ClockSettings, PastEnding as Ending, Reading } from "$lib/engine/types";

/** The player of a seat. */
export type Holder = (Person | { kind: "computer"; level: number }) & Rated;
/** In a rated online game: the rating, and its change. */
export interface Rated {
  rating?: { value: number; provisional: boolean };
  ratingChange?: number;
}
export interface Person {
  kind: "person";
  name: string;
  /** Online: whether this is the current user. Locally, the only person is. */
  you?: boolean;
  /** Online: the seat is open. */
  free?: boolean;
  /** Online: a bot plays. */
  bot?: boolean;
  /** Online: the user name for profile links. */
  user?: string;
}

/** A series of games between the same players. */
export interface Series {
  previous: string | null;
  next: string | null;
  /** Number of this game in the series, from 1. */
  number: number;
  /** Points by seat from earlier games: one for every opponent left behind, half for a shared place. */
  score: number[];
}

/** The goal of a drill for its only person: to win or, in Number One, to come first. */
export interface Goal {
  kind: "win" | "first";
  /** With best play it takes at most this many plies of all seats. */
  plies: number;
  /** The puzzle that has this position. */
  puzzle: string;
}

/** A game that started elsewhere: its clock readings, and a result not visible on the board. */
export type Past = Pick<Beginning, "readings" | "left" | "ending">;

export const VERSION = 3;

/** A stored game: everything that cannot be derived by the rules. */
export interface SavedGame {
  version: typeof VERSION;
  id: string;
  /** Increases with each save, to detect changes by other tabs. */
  revision: number;
  opening: Omit<Opening, "moves">;
  /**
   * The plies; with three and four seats including resignations. For lists and other tabs; for an open game
   * the log decides.
   */
  moves: string[];
  seats: Holder[];
  clock: ClockSettings | null;
  /** All events from the judge; empty until the game is first opened. */
  log: LoggedEvent[];
  /** When the clock was last visible, by `Tools.at`; later time is not charged. */
  seen: number;
  /** State before the log of a game that started elsewhere; removed once there is a log. */
  past?: Past;
  /** Whose turn it is or how it ended, for lists. */
  toAct: Seat | null;
  ending: Ending | null;
  series: Series;
  takeBackAllowed: boolean;
  /** The first ply at which a draw may be offered (TB-4). */
  drawOffersFrom?: number;
  /** The board turns to the seat to move. */
  turnBoard: boolean;
  /** Milliseconds per move for the computer at full strength. */
  thinkingTime: number;
  /** Set for drills only. */
  goal?: Goal;
  created: number;
  changed: number;
  /** Imported from a record: it may have been played by other people. */
  imported?: boolean;
}

/** Settings of a new game; omitted ones use defaults. */
export interface Setup {
  opening: Opening;
  seats: Holder[];
  clock?: ClockSettings | null;
  takeBackAllowed?: boolean;
  drawOffersFrom?: number;
  turnBoard?: boolean;
  thinkingTime?: number;
  goal?: Goal;
}

/** How the game ended; `reason` has the ruling if it was decided on the board. */
export type Result = NonNullable<ContestState["ending"]>;

/** What taking back would undo: everything from this seat's move on. */
export interface TakeBack {
  /** Number of plies afterwards. */
  ply: number;
  seat: Seat;
  /** Turn number, as records count. */
  turn: number;
  move: string;
  /** Number of plies removed. */
  plies: number;
}

/** A pending offer or request. */
export interface Offered {
  what: "draw" | "take-back";
  by: Seat;
  /** Who has not answered; the current user first. */
  to: Seat;
}

/** A computer that is thinking. */
export interface Busy {
  seat: Seat;
  level: number;
  /** Start time, by `performance.now`. */
  since: number;
  depth: number;
  nodes: number;
  /** Maximum duration in milliseconds. */
  limit: number;
}

/** An error; the game itself is preserved. */
export type GameFailure =
  /** A worker died: `retry` starts again from the moves. */
  | { kind: "broken"; part: "rules" | "engine"; why: string }
  /** The rules rejected stored or requested data. */
  | { kind: "refused"; sentence: Sentence }
  /** Storage failed: the game continues in memory only. */
  | { kind: "storage"; why: "full" | "forbidden" | "occupied" }
  /** The server does not respond, or not correctly. */
  | { kind: "server"; why: string }
  /** Another tab has played on; its moves are shown now. */
  | { kind: "elsewhere" };

/** Why a stored game cannot be read. */
export type Unreadable = { why: "newer"; version: number } | { why: "damaged"; what: string; refused?: Failure };

/** A game as shown in lists. */
export interface Summary {
  id: string;
  game: GameId;
  seats: Holder[];
  plies: number;
  /** Null when it is over. */
  toAct: Seat | null;
  /** Null while it is running. */
  ending: Ending | null;
  clock: ClockSettings | null;
  created: number;
  changed: number;
  series: Series;
  imported: boolean;
  /** It started from a custom position. */
  setUp: boolean;
  /** Set for games on a server. */
  online?: OnlineFacts;
}

/** Data of online games for lists. */
export interface OnlineFacts {
  position: string;
  options: Record<string, string>;
  /** The user's seat; null for a challenge not yet accepted. */
  you: Seat | null;
  /** Some seats are open. */
  waiting: boolean;
  rated?: boolean;
  /** When the time of the seat to move is up, in milliseconds since 1970. */
  deadline: number | null;
  /** The challenger, if this is a challenge. */
  challenger: string | null;
  /** The other people, with their user ids. */
  others: { id: string; name: string; bot?: boolean }[];
}
export type Listed =
  { readable: true; summary: Summary } | { readable: false; id: string; problem: Unreadable; text: string };

/** A running replay: the current ply, and the number of plies. */
export interface Replay {
  at: number;
  of: number;
}

export interface HintMark {
  kind: "hint" | "arrow";
  cells: number[];
}
