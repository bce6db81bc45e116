// What crates/wasm answers, as TypeScript. A test opens every game and compares these names with what really
// comes.

export type GameId = "squadro" | "number-one" | "peak" | "one-piece-for-two";
export const GAMES: readonly GameId[] = ["squadro", "number-one", "peak", "one-piece-for-two"];
/** Seats, cells and pieces are numbers from 0. */
export type Seat = number;
export type Cell = number;

export interface GameInfo {
  id: GameId;
  name: string;
  minPlayers: number;
  maxPlayers: number;
  /**
   * The seats' names in the notation, in order: never translated in records, but a page has its own words for
   * them.
   */
  seats: string[];
  /** It can end drawn on the board, so a draw can be agreed (TB-4). */
  draws: boolean;
  options: OptionInfo[];
}
export interface OptionInfo {
  key: string;
  /** Either `words`, or whole numbers `from` and `to`. */
  words?: string[];
  from?: number;
  to?: number;
  default: string;
  ruling: string;
}

/** Something to say: a key with its arguments, and the English words. */
export interface Sentence {
  key: string;
  args: string[];
  ruling?: string;
  text: string;
}
export interface Failure extends Sentence {
  kind: "request" | "setup" | "position" | "syntax" | "illegal" | "table" | "over" | "record";
  /** Where in the text, in characters from 0. */
  at?: number;
  /** Whose words these are, where the page could not know it: the game of a text that was brought in. */
  game?: GameId;
}
/** What is wrong in a record or a link that was read. */
export interface TreeFault extends Failure {
  /** Counted from 1 from the beginning of the game; null where no ply is at fault. */
  ply: number | null;
  inVariation: boolean;
  /** As it was written. */
  move: string | null;
}
/** A sentence the module can say, with places for arguments. */
export interface Word {
  /** Null for what is said of moves, of ends and of failures. */
  game: GameId | null;
  key: string;
  ruling: string;
  text: string;
}

export type Heading = "right" | "down" | "left" | "up";
export type CellInfo = { name: string; x: number; y: number } & (
  | { kind: "crossing" }
  | { kind: "trackEnd"; seat: Seat; dots: number; inForce: boolean }
  | { kind: "hole"; token: boolean }
  | { kind: "seat" }
  | { kind: "square" }
);
export type Piece = Runner | Peg | Tower | Domino;
export interface Runner {
  shape: "runner";
  cell: Cell;
  seat: Seat;
  heading: Heading;
  speed: number;
  home: boolean;
}
export interface Peg {
  shape: "peg";
  cell: Cell;
  seat: Seat;
  /** 1 small, 2 medium, 3 large. */
  size: number;
  upright: boolean;
  moved: boolean;
}
export interface Tower {
  shape: "tower";
  cell: Cell;
  seat: Seat;
  height: number;
  /** Seats from the bottom up; null where nobody knows. */
  layers: (Seat | null)[];
}
/** The red half lies on `cell`, the blue one on `other`. */
export interface Domino {
  shape: "domino";
  cell: Cell;
  other: Cell;
  heading: Heading;
}
/** Neighbouring cells are 100 apart; x grows to the right, y downwards. */
export interface BoardData {
  ground: "tracks" | "hexagon" | "seats" | "rail";
  cells: CellInfo[];
  pieces: Piece[];
  labels: { text: string; x: number; y: number }[];
  lastMove: Cell[];
}

export type Facts =
  | { game: "squadro"; home: number[] }
  | { game: "number-one"; out: { seat: Seat; place: number }[]; blocked: Cell[] }
  | { game: "peak"; scores: [number, number]; stuck: Seat | null }
  | {
      game: "one-piece-for-two";
      inBox: number;
      lines: { seat: Seat; cells: Cell[] }[];
      liftable: Cell[];
    };

export interface LegalMove {
  move: string;
  /** The cells one points at, in order, to choose it; no two moves have the same list. */
  targets: Cell[];
}
export interface Over {
  /** For each seat its place; equal numbers share one. */
  places: number[];
  result: string;
  reason: Sentence;
}
export interface Status {
  toAct: Seat | null;
  over: Over | null;
}
export interface View {
  game: GameId;
  players: number;
  options: Record<string, string>;
  position: string;
  firstPosition: string | null;
  /** `leaves`: the seat left the game there, which is no move. */
  played: { seat: Seat; move: string; leaves?: boolean }[];
  status: Status;
  moves: LegalMove[];
  board: BoardData;
  facts: Facts;
}

/**
 * One thing a move does: `key` says which (`runs`, `sent-back`, `steps`, `sinks-token`, `jumps`, `stacks` …).
 */
export interface MoveEvent extends Sentence {
  seat: Seat | null;
  /** From where it stood to where it stops, all on the way included; one cell for what happens in place. */
  path: Cell[];
  /** The cells with the pieces it passes over. */
  over: Cell[];
  /** Index into the pieces of the board before, and after. */
  piece: number | null;
  becomes: number | null;
}
export interface Description {
  move: string;
  seat: Seat;
  events: MoveEvent[];
  /** In English. */
  spoken: string;
}
export interface Moved {
  description: Description;
  view: View;
}
export interface Typed {
  state: "legal" | "prefix" | "impossible";
  move: string | null;
  completions: string[];
  failure: Failure | null;
}
export interface Opening {
  game: GameId;
  players?: number;
  options?: Record<string, string>;
  position?: string;
  moves?: string[];
}
export interface Replayed {
  tags: [string, string][];
  result: string;
  clocks: (number | null)[];
  /** The game goes as far as it was right. */
  faults: TreeFault[];
}
export interface RecordRequest {
  tags?: Record<string, string>;
}
export interface Rematch {
  options: Record<string, string>;
  players: number;
  /** For each seat of the next game the seat of this one whose player takes it. */
  seats: Seat[];
}

/**
 * Times in milliseconds, for each seat. Increments, delays and periods belong to the turn, not the ply
 * (TB-6).
 */
export type ClockSettings =
  | { system: "sudden-death"; initial: number }
  | { system: "increment"; initial: number; increment: number }
  | { system: "delay"; initial: number; delay: number }
  | { system: "byo-yomi"; initial: number; period: number; periods: number }
  | { system: "per-turn"; time: number }
  | { system: "correspondence"; perTurn: number; bank: number };
/**
 * What a clock shows: of the main time or of the period that runs, and how many periods there are, the
 * running one included.
 */
export interface Reading {
  left: number;
  periods: number;
}
/** What is agreed before a contest. */
export interface Terms {
  game: GameId;
  players?: number;
  options?: Record<string, string>;
  position?: string;
  clock?: ClockSettings;
  takeBack?: boolean;
  drawOffersFrom?: number;
}
/** Why a contest ended (TB-10). */
export type Termination =
  | "normal"
  | "resignation"
  | "time forfeit"
  | "absence"
  | "agreement"
  | "repetition"
  | "aborted"
  | "unterminated"
  | "adjudication";
/**
 * How a contest ended: a place for each seat, none when it was aborted; who left last, when that ended it.
 */
export interface Ending {
  termination: Termination;
  places: number[];
  leaver: Seat | null;
}
/** What has happened in a contest. The page keeps events and does not look into them. */
export interface ContestEvent {
  seq: number;
  at: number;
  type: string;
  [field: string]: unknown;
}
export type Action =
  | { move: string }
  | "resign"
  | "abort"
  | "offer-draw"
  | "take-back"
  | "accept"
  | "decline"
  | "withdraw"
  | { "give-time": Seat }
  | { resume: { away: number } }
  | "return";
/** What a contest begins with; what was before it where it began elsewhere. Times are in milliseconds. */
export interface Beginning {
  at: number;
  terms: Terms;
  names: string[];
  moves: string[];
  /** What the clocks showed after each ply, and what they show now. */
  readings?: number[][];
  left?: number[];
  /** An end that is not on the board. */
  ending?: Ending;
}
/** How a contest stands. */
export interface ContestState {
  toAct: Seat | null;
  /** Whose clock runs. */
  runs: Seat | null;
  /** The seat to act has made a ply of its turn already. */
  midTurn: boolean;
  /** Empty without a clock. */
  clocks: Reading[];
  pending: { by: Seat; offer: "draw" | "take-back"; waiting: Seat[] } | null;
  /** `reason`: what decided it on the board. */
  ending: (Ending & { reason: Sentence | null }) | null;
  /** By seat. `takeBack`: so many steps would be left; null when nothing may be taken back. */
  may: { resign: boolean; abort: boolean; offerDraw: boolean; takeBack: number | null; getTime: boolean }[];
}
/** What came of something in a contest. */
export interface Judged {
  events: ContestEvent[];
  contest: ContestState;
  /** What a ply or a leaving did. */
  description?: Description;
  /** The game now, where the board or whose turn it is has changed. */
  view?: View;
}

export interface ThinkRequest {
  level?: number;
  millis?: number;
  nodes?: number;
  depth?: number;
  lines?: number;
  seed?: number;
  /** Memory in MiB. */
  hash?: number;
}
/** What a move is worth to the seat to act. A proof without a distance has no plies. */
export type Value =
  | { kind: "proven"; result: "win" | "draw" | "loss"; plies: number | null }
  | { kind: "estimate"; value: number }
  | { kind: "shares"; shares: number[]; proven: boolean };
export interface ProveRequest {
  /** Positions for the value, and as many again for all moves. */
  nodes: number;
  /** Memory in MiB. */
  hash?: number;
}
/** A proof of what a game of two is worth to the seat to act. */
export interface Proved {
  value: "win" | "draw" | "loss";
  /** The moves that keep it. */
  keeping: string[];
  nodes: number;
}
export interface Thought {
  /** Each with the score that each seat may expect, in games that count one. */
  lines: { moves: string[]; value: Value | null; score?: [number, number] }[];
  nodes: number;
  depth: number;
  millis: number;
}
