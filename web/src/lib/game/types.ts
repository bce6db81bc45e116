// A game on this device as it is kept, and what the page shows of it.

import type {
  Beginning,
  ClockSettings,
  ContestEvent,
  ContestState,
  PastEnding as Ending,
  Failure,
  GameId,
  Opening,
  Seat,
  Sentence,
} from "$lib/engine/types";

export type { ClockSettings, PastEnding as Ending, Reading } from "$lib/engine/types";

/** Who holds a seat. */
export type Holder = (Person | { kind: "computer"; level: number }) & Rated;
/** In a rated game over the network: how strong, and what the game has changed. */
export interface Rated {
  rating?: { value: number; provisional: boolean };
  ratingChange?: number;
}
export interface Person {
  kind: "person";
  name: string;
  /** Over the network: whether it is whoever looks at the page. On one device the only person is. */
  you?: boolean;
  /** Over the network: nobody has taken the seat yet. */
  free?: boolean;
  /** Over the network: a program plays. */
  bot?: boolean;
  /** Over the network: the name of their profile in links. */
  user?: string;
}

/** A series of games between the same players. */
export interface Series {
  previous: string | null;
  next: string | null;
  /** Which game of the series this is, from 1. */
  number: number;
  /**
   * For each seat of this game the points its player brought from the games before: one for every opponent
   * left behind, a half for a shared place.
   */
  score: number[];
}

/**
 * What a game from a proven position is played for by its only person: to win, or in the words of Number One
 * to come first.
 */
export interface Goal {
  kind: "win" | "first";
  /** With best play it takes at most so many plies of all seats together. */
  plies: number;
  /** The puzzle whose position it is. */
  puzzle: string;
}

/** A game that began elsewhere: what its clocks showed, and an end that is not on the board. */
export type Past = Pick<Beginning, "readings" | "left" | "ending">;

export const VERSION = 3;

/** A game as it is stored: what cannot be asked of the rules again. */
export interface SavedGame {
  version: typeof VERSION;
  id: string;
  /** Grows by one with each time it is stored: tells two pages with the same game apart. */
  revision: number;
  opening: Omit<Opening, "moves">;
  /**
   * The plies; with three and four seats also the words of those who left. For lists and for other pages: of
   * a game that is opened the log decides.
   */
  moves: string[];
  seats: Holder[];
  clock: ClockSettings | null;
  /** All that has happened, as the judge said; empty until the game is first opened. */
  log: ContestEvent[];
  /** When a page last showed the clock, by `Tools.at`: what comes later is charged to nobody. */
  seen: number;
  /** What was before the log, of a game that began elsewhere; gone as soon as there is a log. */
  past?: Past;
  /** Whose turn it is or how it ended, for lists. */
  toAct: Seat | null;
  ending: Ending | null;
  series: Series;
  takeBackAllowed: boolean;
  /** A draw may be offered from this ply on (TB-4). */
  drawOffersFrom?: number;
  /** Across the table the board turns to the seat to act. */
  turnBoard: boolean;
  /** What the computer at full strength takes for a move, in milliseconds. */
  thinkingTime: number;
  /** Most games are played for their own sake. */
  goal?: Goal;
  created: number;
  changed: number;
  /** It came in as a record: somebody else may have played it. */
  imported?: boolean;
}

/** What a new game needs; all that is left out has its usual value. */
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

/** How the game ended; `reason` has the ruling when it was decided on the board. */
export type Result = NonNullable<ContestState["ending"]>;

/** What taking back would undo: back to before this move of this seat. */
export interface TakeBack {
  /** The game will have so many plies. */
  ply: number;
  seat: Seat;
  /** The number of the turn, as records count. */
  turn: number;
  move: string;
  /** How many plies go. */
  plies: number;
}

/** Something that was offered or asked for, and waits for an answer. */
export interface Offered {
  what: "draw" | "take-back";
  by: Seat;
  /** Who has not answered; whoever looks at the page first. */
  to: Seat;
}

/** A computer at work. */
export interface Busy {
  seat: Seat;
  level: number;
  /** When it began, by `performance.now`. */
  since: number;
  depth: number;
  nodes: number;
  /** The most it will take, in milliseconds. */
  limit: number;
}

/** What has gone wrong; the game itself is kept. */
export type GameFailure =
  /** A worker died: `retry` starts again from the moves. */
  | { kind: "broken"; part: "rules" | "engine"; why: string }
  /** The rules refuse what was stored or asked. */
  | { kind: "refused"; sentence: Sentence }
  /** It cannot be stored: it goes on in memory only. */
  | { kind: "storage"; why: "full" | "forbidden" | "occupied" }
  /** The server that keeps the game does not answer, or not as it should. */
  | { kind: "server"; why: string }
  /** Another page has played on in the same game, and its moves are shown now. */
  | { kind: "elsewhere" };

/** Why a stored game cannot be read. */
export type Unreadable = { why: "newer"; version: number } | { why: "damaged"; what: string; refused?: Failure };

/** For lists of games. */
export interface Summary {
  id: string;
  game: GameId;
  seats: Holder[];
  plies: number;
  /** Null when it is over. */
  toAct: Seat | null;
  /** Null while it goes on. */
  ending: Ending | null;
  clock: ClockSettings | null;
  created: number;
  changed: number;
  series: Series;
  imported: boolean;
  /** It began with a position that somebody set up. */
  setUp: boolean;
  /** A server keeps it. */
  online?: OnlineFacts;
}

/** What a list shows of a game that a server keeps. */
export interface OnlineFacts {
  position: string;
  options: Record<string, string>;
  /** One's own seat; null for a challenge that is not accepted yet. */
  you: Seat | null;
  /** Seats are still free. */
  waiting: boolean;
  /** It counts for ratings. */
  rated?: boolean;
  /** When the time of whoever is to move is up, in milliseconds since 1970. */
  deadline: number | null;
  /** Who challenges, where one is challenged. */
  challenger: string | null;
  /** The others who are people, by the server's name for them. */
  others: { id: string; name: string; bot?: boolean }[];
}
export type Listed =
  { readable: true; summary: Summary } | { readable: false; id: string; problem: Unreadable; text: string };

/** A replay that is under way: the ply it shows, and how many there are. */
export interface Replay {
  at: number;
  of: number;
}

/** A mark for the board. */
export interface HintMark {
  kind: "hint" | "arrow";
  cells: number[];
}
