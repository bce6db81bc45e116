// Made from crates/view by `cargo xtask ts-types`. Do not change it by hand.

/** All games, by their names in links and records. */
export const GAMES = ["squadro", "number-one", "peak", "one-piece-for-two"] as const;

/** Why a game was aborted. */
export type AbortReason = "asked" | "first-decision" | "resignation" | "time" | "absence" | "declined";

/** The actions on a contest. */
export type Action = { "move": string } | "resign" | "abort" | "offer-draw" | "take-back" | "accept" | "decline" | "withdraw" | { "claim": Claim } | { "give-time": SeatNumber } | { "join": {
/** The seat to take. */
seat: SeatNumber,
/** The player's name; may be empty. */
name: string, } } | "pause" | "unpause" | { "resume": {
/** The length of the interruption in milliseconds. */
away: number, } } | "return" | { "set-clocks": {
/** The remaining time of each seat, in milliseconds. */
left: Array<number>, } } | { "vacation": {
/** The seat of the player. */
seat: SeatNumber,
/** The start in milliseconds; time used before then is charged. */
from: number,
/** The end in milliseconds; a time in the past ends a vacation. */
until: number, } } | { "turn-down": {
/** The seat that was reserved. */
seat: SeatNumber, } } | { "adjudicate": {
/** The final place of each seat. */
places: Array<number>, } };

/** An argument of a sentence. Its `Display` form is the text used in the English sentence. */
export type Arg = { "kind": "seat", "value": NamedSeat } | { "kind": "cell", "value": string } | { "kind": "piece", "value": string } | { "kind": "number", "value": number } | { "kind": "words", "value": string } | { "kind": "text", "value": string };

/**
 * How to begin a contest; only `at` and `terms` are required. The other fields describe the past of a game
 * that began elsewhere. Times are in milliseconds.
 */
export type Beginning = { at: number, terms: Terms,
/** The names of the players, by seat. */
names: Array<string>, moves: Array<string>,
/** The clock readings after each ply. */
readings?: Array<Array<number>>,
/** The current clock readings. */
left?: Array<number>,
/** An end other than on the board. */
ending?: PastEnding, };

/** A board to draw. Adjacent cells are 100 apart; x grows to the right, y downwards. */
export type BoardData = {
/** The surface beneath the cells. */
ground: Ground,
/** The same list for the same options. */
cells: Array<CellInfo>,
/** The pieces on the cells. */
pieces: Array<Piece>,
/** Coordinates beside the board. */
labels: Array<BoardLabel>,
/** The cells touched by the last move. */
lastMove: Array<number>, };

/** A text label beside the board. */
export type BoardLabel = {
/** The text of the label. */
text: string,
/** Grows to the right. */
x: number,
/** Grows downwards, as on a screen. */
y: number, };

/** A cell that can hold a piece. */
export type CellInfo = {
/** Its name in the notation, or a description where the notation has none. */
name: string,
/** Grows to the right. */
x: number,
/** Grows downwards, as on a screen. */
y: number, } & ({ "kind": "crossing" } | { "kind": "trackEnd",
/** The owner of the track. */
seat: Seat,
/** The speed, shown as dots. */
dots: number,
/** Whether the track's piece currently moves at this speed. */
inForce: boolean, } | { "kind": "hole",
/** Whether the token is still there. */
token: boolean, } | { "kind": "seat" } | { "kind": "square" });

/**
 * What a player claims if the opponent is absent. With three or four players, the absent seat leaves,
 * whatever is claimed.
 */
export type Claim = "leave" | "draw" | "abort";

/**
 * A time control, with all times in milliseconds. Times are per seat; increments and periods apply to turns,
 * not plies.
 */
export type ClockSettings = { "system": "sudden-death",
/** The time for the whole game. */
initial: number, } | { "system": "increment",
/** The main time at the start. */
initial: number,
/** The time added after each finished turn. */
increment: number, } | { "system": "delay",
/** The main time at the start. */
initial: number,
/** The delay in each turn before the clock runs. */
delay: number, } | { "system": "byo-yomi",
/** The main time before the periods. */
initial: number,
/** The length of one period. */
period: number,
/** The number of periods at the start. */
periods: number, } | { "system": "per-turn",
/** The time for each turn. */
time: number, } | { "system": "correspondence",
/** The time for each turn. */
perTurn: number,
/** The reserve of each seat for turns that take longer; none if missing. */
bank: number, };

/** The seat responsible for an abort, and the reason. */
export type ContestAbort = {
/** The seat; `null` for the server or program that runs the game. */
by: Seat | null, why: AbortReason, };

/** How a contest ended. */
export type ContestEnding = { termination: Termination,
/** The place of each seat; empty if the game was aborted. */
places: Array<number>,
/** The last seat to leave, if that ended the game. */
leaver: Seat | null,
/** The seat responsible for an abort, if known. */
aborted: ContestAbort | null,
/** Why the game ended on the board. */
reason: Sentence | null, };

/**
 * The kind with its data. In JSON, an event is one flat object: `{"seq": 4, "at": 3000, "type": "moved",
 * "seat": 0, "move": "Y1", "used": 3000}`.
 */
export type ContestEvent = {
/** Sequence numbers start at 1 without gaps. */
seq: number,
/** The time in milliseconds; never earlier than that of the previous event. */
at: number, } & ({ "type": "created",
/** The terms of the game. */
terms: Terms, } | { "type": "joined",
/** The seat that was taken. */
seat: SeatNumber,
/** The player's name; may be empty. */
name: string, } | { "type": "started" } | { "type": "moved",
/** The seat that moved. */
seat: SeatNumber,
/** The ply in the game's notation. */
move: string,
/** The time taken, without `lag`, in milliseconds; for a first decision, it is not charged (TB-6). */
used: number,
/** The lag credited (TB-7), in milliseconds; missing: none. */
lag?: number, } | { "type": "offered",
/** The seat making the offer. */
seat: SeatNumber,
/** What is offered or requested. */
offer: Offer, } | { "type": "answered",
/** The seat that answers. */
seat: SeatNumber,
/** The offer being answered. */
offer: Offer,
/** Whether it was accepted, declined or withdrawn. */
answer: Answer, } | { "type": "taken-back",
/** The seat that took back. */
seat: SeatNumber,
/** The number of remaining plies and departures. */
steps: number,
/** The time charged to the seat to act so far, in milliseconds. */
used: number, } | { "type": "left",
/** The seat that left. */
seat: SeatNumber,
/** By resignation, timeout or absence. */
how: Leaving,
/** The time charged to the seat to act so far, in milliseconds. */
used: number, } | { "type": "time-given",
/** The seat that gives. */
seat: SeatNumber,
/** The seat that receives. */
to: SeatNumber,
/** The time given, in milliseconds. */
time: number, } | { "type": "clocks-set",
/** The remaining time of each seat, in milliseconds. */
left: Array<number>, } | { "type": "paused",
/** The time charged to the seat to act so far, in milliseconds. */
used: number, } | { "type": "unpaused" } | { "type": "resumed",
/** The length of the interruption, in milliseconds. */
away: number,
/** The time charged to the seat to act before the interruption, in milliseconds. */
used: number, } | { "type": "returned" } | { "type": "vacation",
/** The seat of the player. */
seat: SeatNumber,
/** The end of the vacation, in milliseconds. */
until: number,
/** The time charged to the seat to act before the vacation, in milliseconds. */
used: number, } | { "type": "ended",
/** The reason why the game ended. */
termination: Termination,
/** The final place of each seat; empty if the game was aborted. */
places: Array<number>,
/** The seat that aborted the game or is at fault; missing: the host, or no abort. */
seat?: SeatNumber,
/** Why the game was aborted, if it was. */
why?: AbortReason, });

/** The state of a contest. */
export type ContestState = {
/** The seat that must decide; `null` after the end. */
toAct: Seat | null, runs: Seat | null,
/**
 * TB-6: the time in milliseconds at which the game is aborted unless the seat to act makes its first
 * decision; `null` while no first decision is awaited.
 */
firstDecisionBy: number | null,
/** TB-3: whether a seat that leaves now would abort the game. */
departureAborts: boolean,
/** Whether the seat to act has already made a ply in this turn. */
midTurn: boolean,
/** Each seat's clock reading; empty without a clock. */
clocks: Array<Reading>,
/** The offer that awaits an answer. */
pending: PendingOffer | null, ending: ContestEnding | null,
/** For each seat, what it may do besides moving. */
may: Array<Permissions>, };

/** The changes in a contest. */
export type ContestUpdate = {
/** The new events, to be appended to the log. */
events: Array<ContestEvent>,
/** The state of the contest. */
contest: ContestState,
/** The effects of a ply, or of a seat leaving. */
description?: Description,
/** The game, if the board or the seat to act has changed. */
view?: View, };

/** A move and its effects. */
export type Description = {
/** The move in canonical notation. */
move: string, seat: Seat,
/** The events, in order. */
events: Array<MoveEvent>,
/** All events in English, for a screen reader. */
spoken: string, };

/** An arrow or a circle. */
export type DrawnShape = { kind: "arrow" | "circle",
/** The cells of the arrow or circle. */
cells: Array<number>,
/** `green`, `red`, `blue` or `yellow`. */
colour: "green" | "red" | "blue" | "yellow", };

/** Information about a position beyond its board. */
export type Facts = { "game": "squadro",
/** The pieces that are home, for each seat. */
home: Array<number>, } | { "game": "number-one",
/** The seats out of the game, first to last, each with its place. */
out: Array<Out>,
/** The cells of the pegs that have to move in this turn but currently cannot (NO-9). */
blocked: Array<number>, } | { "game": "peak",
/** The current score of each seat on the board (PK-7). */
scores: [number, number],
/** The seat that is stuck while the other has its extra turn (PK-6). */
stuck: Seat | null, } | { "game": "one-piece-for-two",
/** The number of pieces in the box. */
inBox: number,
/** Lines of four and more on the grid, of both colours. */
lines: Array<LineOfFour>,
/** The cells of the red halves of the pieces that may be moved (OP-5). */
liftable: Array<number>, };

/** Why a request failed. Nothing has changed then. */
export type Failure = { kind: FailureKind,
/** The offset in the text, in characters from 0. */
at?: number,
/** The game to which the words belong, if the caller could not know it: for imported text. */
game?: GameId,
/** The key for translators; keys of the games' own reasons are unique within the game. */
key: string,
/** The arguments for the placeholders. */
args: Array<Arg>,
/** The ruling on which the sentence is based. */
ruling?: string,
/** The sentence in English. */
text: string, };

/** The kind of a failure, so that a page knows how to react to it. */
export type FailureKind = "request" | "setup" | "position" | "syntax" | "illegal" | "table" | "over" | "record";

/** The games in the catalog. In JSON, they are their ids. */
export type GameId = "squadro" | "number-one" | "peak" | "one-piece-for-two";

export type GameInfo = {
/** The name in links and records. */
id: GameId,
/** The name on the box. */
name: string, minPlayers: number, maxPlayers: number,
/** The seats' names in the notation, in order. */
seats: Array<string>,
/** Whether the game can end in a draw on the board, so that a draw can be agreed (TB-4). */
draws: boolean,
/** The options, in display order. */
options: Array<OptionInfo>, };

/** The appearance of the board beneath the cells. */
export type Ground = "tracks" | "hexagon" | "seats" | "rail";

/** A compass direction in the drawing. */
export type Heading = "right" | "down" | "left" | "up";

/** A game that was read from a text. */
export type Imported = {
/** The format of the text. */
form: TextForm, game: GameId,
/** The number of games in the text; the first was opened. */
games: number,
/** The game as a record up to the first illegal move, with its comments and variations. */
record: string,
/** The record's tags, in order. */
tags: Array<[string, string]>,
/** The result given by the record, `*` for none. */
result: string,
/** For each ply the seconds left on the clock, if the record includes them. */
clocks: Array<number | null>,
/** The errors found; the game ends before the first illegal move. */
faults: Array<TreeFault>, };

/** A [`Leaving`], serialised as its word. */
export type Leaving = "resigns" | "time" | "absent";

export type LegalMove = { move: string,
/** The cells to point at, in order, to choose the move; unique to each move. */
targets: Array<number>, };

/** A possible continuation of the game. */
export type Line = {
/** The moves, beginning with the one to play. */
moves: Array<string>,
/** The value of playing the first move, for the seat to act. */
value: Value | null,
/** The expected final score of each seat, in games that are scored. */
score?: [number, number], };

/** Four or more in a row. */
export type LineOfFour = { seat: Seat,
/** The cells from end to end. */
cells: Array<number>, };

/**
 * One effect of a move. Its `key` names it: `runs`, `sent-back`, `steps`, `sinks-token`, `jumps`, `stacks`
 * and so on.
 */
export type MoveEvent = { seat: Seat | null,
/**
 * The cells of the piece's path, including both ends and all cells in between; one cell for an event in
 * place.
 */
path: Array<number>,
/** The cells with the pieces it passes over. */
over: Array<number>,
/** The index of the piece on the board before the move. */
piece: number | null,
/** The index of the piece on the board after the move. */
becomes: number | null,
/** The key for translators; keys of the games' own reasons are unique within the game. */
key: string,
/** The arguments for the placeholders. */
args: Array<Arg>,
/** The ruling on which the sentence is based. */
ruling?: string,
/** The sentence in English. */
text: string, };

/** A move that was made, and the game after it. */
export type Moved = {
/** The effects of the move. */
description: Description, view: View, };

/** A seat and its English name. Clients have names of their own. */
export type NamedSeat = number;

/** What a seat may offer or request. */
export type Offer = "draw" | "take-back";

/** The setup of a game; only `game` is required. */
export type Opening = { game: GameId,
/** The number of players; if absent, it follows from the game or the position. */
players?: number,
/** The options that differ from their defaults. */
options?: { [key in string]: string },
/** The first position; none for the game's usual start. */
position?: string,
/** The moves to play immediately. */
moves?: Array<string>, };

/** One option of a game. */
export type OptionInfo = {
/** The option's key in settings and records. */
key: string,
/** The value used if none is given. */
default: string,
/** The ruling that defines the option. */
ruling: string, } & ({
/** In the order of display. */
words: Array<string>, } | {
/** The smallest number it accepts. */
from: number,
/** The largest number it accepts. */
to: number, });

/** A seat that is out of the game. */
export type Out = { seat: Seat, place: number, };

/** How a game ended. */
export type Over = {
/** The place of each seat; equal numbers share a place. */
places: Array<number>,
/** The result as written in records. */
result: string, reason: Sentence, };

/** How a game ended elsewhere. */
export type PastEnding = { termination: Termination,
/** The last seat to leave, if that ended the game. */
leaver: SeatNumber | null,
/** The place of each seat; empty if the game was aborted. */
places: Array<number>, };

/** An offer that awaits an answer. */
export type PendingOffer = { by: Seat, offer: Offer,
/** The seats that have not answered. */
waiting: Array<Seat>, };

/** What a seat may do besides moving. */
export type Permissions = {
/** TB-1; aborts the game before every seat has made its first decision (TB-3). */
resign: boolean, abort: boolean, offerDraw: boolean,
/** TB-5: the number of steps that would remain; `null` if nothing may be taken back. */
takeBack: number | null,
/** Another seat may give it time. */
getTime: boolean,
/** TB-8: the seat to act has been absent for long enough. */
claim: boolean,
/** TB-8: it may also claim a draw. */
claimDraw: boolean, };

/** A piece on a cell. */
export type Piece = { cell: number,
/**
 * Only of a tower: the seats from the bottom up; `null` if a tower of the first position has unknown
 * layers.
 */
layers?: Array<Seat | null>, } & ({ "shape": "runner",
/** The owner of the piece. */
seat: Seat,
/** The direction it points in. */
heading: Heading,
/** The number of dots on its back. */
speed: number,
/** Whether it has finished and lies beside the track. */
home: boolean, } | { "shape": "peg",
/** The owner of the peg. */
seat: Seat,
/** 1 is small, 2 medium, 3 large. */
size: number,
/** Whether the marking is on top; a turned-over peg is plain. */
upright: boolean,
/** Whether it has already moved this turn. */
moved: boolean, } | { "shape": "tower",
/** The owner of the top disc. */
seat: Seat,
/** The number of discs in the tower. */
height: number, } | { "shape": "domino",
/** The cell (an index) of the second seat's half. */
other: number,
/** The direction from the first seat's half to the second's. */
heading: Heading, });

/** A move that was played, or a seat leaving the game. */
export type PlayedStep = { seat: Seat, move: string,
/** Whether the seat left the game instead of moving. */
leaves?: boolean, };

/** A value that is certain. */
export type Proof = {
/** For the seat to act. */
value: ProvenResult,
/** The moves that keep the value. */
keeping: Array<string>, nodes: number, };

/** The limits of a proof. */
export type ProveRequest = {
/** The maximum number of positions for the value, and as many again for all moves. */
nodes: number,
/** The size of the table in MiB. */
hash?: number, };

/** The result of a two-seat game with best play, for the seat to act. */
export type ProvenResult = "win" | "draw" | "loss";

/** The displayed state of a clock. */
export type Reading = {
/** Milliseconds left of the main time or of the running period. */
left: number,
/** Periods left, including the running one. */
periods: number, };

/** How to write a record. */
export type RecordRequest = {
/** Additional tags: names of players, date, place. */
tags?: { [key in string]: string }, };

/** The next game of a series. */
export type Rematch = {
/** The options that differ from their defaults. */
options: { [key in string]: string }, players: number,
/** For each seat of the next game, the seat in this game whose player takes it. */
seats: Array<Seat>, };

/** The result of replaying a record. */
export type Replayed = {
/** The record's tags, in order. */
tags: Array<[string, string]>,
/** The result given by the record, `*` for none. */
result: string,
/** For each ply the seconds left on the clock, if the record includes them. */
clocks: Array<number | null>,
/** The errors found; the game ends before the first illegal move. */
faults: Array<TreeFault>, };

/**
 * A player's place in a game, fixed from start to finish: Yellow is the first seat even if Red starts.
 *
 * In JSON it is its index.
 */
export type Seat = number;

/** A seat in events and actions: its index, counted from 0. */
export type SeatNumber = number;

/** A sentence for people. The page may have its own words for `key`, with `args` in their placeholders. */
export type Sentence = {
/** The key for translators; keys of the games' own reasons are unique within the game. */
key: string,
/** The arguments for the placeholders. */
args: Array<Arg>,
/** The ruling on which the sentence is based. */
ruling?: string,
/** The sentence in English. */
text: string, };

/** The seat to act, or how the game ended. */
export type Status = {
/** The seat to act; `null` if the game is over. */
toAct: Seat | null,
/** How the game ended; `null` while it is in progress. */
over: Over | null, };

/** Why a contest ended (TB-10), in the words used by records. */
export type Termination = "normal" | "resignation" | "time forfeit" | "absence" | "agreement" | "repetition" | "aborted" | "unterminated" | "adjudication";

/** The terms agreed before a game; only `game` is required. */
export type Terms = {
/** The game to be played. */
game: GameId,
/** The number of players; if missing, that of the position or the game's default. */
players?: number,
/** Options of the game, by key. */
options?: { [key in string]: string },
/** The initial position; if missing, the game's start. */
position?: string,
/** The clock; if missing, the game is untimed. */
clock?: ClockSettings,
/** Rated games forbid taking back and giving time (TB-5). */
rated?: boolean,
/** Whether takebacks are allowed (TB-5). */
takeBack?: boolean,
/** The first ply, counted from 0, at which a draw may be offered (TB-4). */
drawOffersFrom?: number, };

/** The text formats of games. */
export type TextForm = "record" | "json" | "moves";

/** How to think; nothing is required. */
export type ThinkRequest = {
/** 1 to 10, which is full strength. */
level?: number,
/** The thinking time in milliseconds. */
millis?: number,
/** The maximum number of positions to search. */
nodes?: number,
/** The maximum number of plies to look ahead. */
depth?: number,
/** The number of moves that get a value and a line. */
lines?: number,
/** The seed of random choices. */
seed?: number,
/** The size of the table in MiB. */
hash?: number, };

/** The result of the engine's thinking. */
export type Thought = {
/** The lines, best first; never empty. */
lines: Array<Line>, nodes: number,
/** The depth of the last completed iteration, in plies. */
depth: number,
/** The thinking time used, in milliseconds. */
millis: number, };

/** A tree of moves with its comments, marks and values. */
export type Tree = {
/** The setup of the game. */
opening: Opening,
/** The record's tags, in order. */
tags: Array<[string, string]>,
/** The record's result, `*` for none. */
result: string,
/** The root, then every move after its parent. */
nodes: Array<TreeNode>,
/** The errors found in the source; the tree contains what precedes them. */
faults: Array<TreeFault>, };

/** An error in a record or a link. */
export type TreeFault = {
/** The ply, counted from 1 at the beginning of the game; none if the error concerns no ply. */
ply: number | null,
/** Whether the error is in a variation. */
inVariation: boolean,
/** The move as it was written. */
move: string | null, kind: FailureKind,
/** The offset in the text, in characters from 0. */
at?: number,
/** The game to which the words belong, if the caller could not know it: for imported text. */
game?: GameId,
/** The key for translators; keys of the games' own reasons are unique within the game. */
key: string,
/** The arguments for the placeholders. */
args: Array<Arg>,
/** The ruling on which the sentence is based. */
ruling?: string,
/** The sentence in English. */
text: string, };

/** A node of the tree without its children. */
export type TreeNode = {
/** The index of the parent; none for the root. */
parent: number | null,
/** The move that leads here; empty for the root. */
move: string,
/** The comment on the move. */
comment: string,
/** `!`, `??`; others as `$7`. */
glyphs: Array<string>,
/** The shapes drawn on the board. */
shapes: Array<DrawnShape>,
/** The value of the position for the seat to act. */
value: Value | null,
/** Seconds left on the clock of the player who moved. */
clock: number | null,
/** The seat that moved; determined by the rules, any given value is ignored. */
seat: Seat | null, };

/** The state of a half-typed move. */
export type Typed = {
/** Whether the text is a legal move, or can become one. */
state: TypedState,
/** The move in canonical notation, if it is legal. */
move: string | null,
/** The legal moves with this prefix. */
completions: Array<string>,
/** Why the text cannot be played as it is; the reason to show if it is impossible. */
failure: Failure | null, };

/** The state of a half-typed move. */
export type TypedState = "legal" | "prefix" | "impossible";

/** The value of a position, or of playing a move, for the seat to act. */
export type Value = { "kind": "proven",
/** The result with best play. */
result: ProvenResult,
/** Plies to the end; none if the proof does not include the distance. */
plies: number | null, } | { "kind": "estimate", value: number, } | { "kind": "shares",
/** The shares add up to 1. */
shares: Array<number>,
/** Whether the value is certain. */
proven: boolean, };

/** A game at one of its plies. */
export type View = { game: GameId, players: number,
/** All options with their values, in the game's order. */
options: Record<string, string>, position: string,
/** The position in which the game began, if it was not the usual start. */
firstPosition: string | null,
/** The moves so far. */
played: Array<PlayedStep>,
/** The seat to act, or how the game ended. */
status: Status,
/** The legal moves, in a fixed order. */
moves: Array<LegalMove>, board: BoardData,
/** The information shown beside the board. */
facts: Facts, };

/** A sentence with placeholders for arguments: `{0}`, `{1}`. */
export type Word = {
/**
 * The game to which the sentence belongs. `null` for moves, ends and failures of any game: there the
 * same key has the same words, except for `word`.
 */
game: GameId | null, key: string,
/** The ruling on which the sentence is based; empty for failures unrelated to the rules. */
ruling: string, text: string, };
