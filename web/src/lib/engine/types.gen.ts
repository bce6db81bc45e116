// Made from crates/view by `cargo xtask ts-types`. Do not change it by hand.

/** All games, by their names in links and records. */
export const GAMES = ["squadro", "number-one", "peak", "one-piece-for-two"] as const;
export type GameId = (typeof GAMES)[number];

/** Why a game was aborted. */
export type AbortReason = "asked" | "first-decision" | "resignation" | "time" | "absence" | "declined";

/** What can be asked for. */
export type Action = { "move": string } | "resign" | "abort" | "offer-draw" | "take-back" | "accept" | "decline" | "withdraw" | { "claim": Claim } | { "give-time": SeatNumber } | { "join": {
/** The seat to take. */
seat: SeatNumber,
/** Their name; may be empty. */
name: string, } } | "pause" | "unpause" | { "resume": {
/** The length of the absence in milliseconds. */
away: number, } } | "return" | { "set-clocks": {
/** What each seat has left, in milliseconds. */
left: Array<number>, } } | { "vacation": {
/** The seat of the player. */
seat: SeatNumber,
/** Since when, in milliseconds: what was used before then is charged. */
from: number,
/** Until when, in milliseconds; a time that is past ends a vacation. */
until: number, } } | { "turn-down": {
/** The seat that was kept. */
seat: SeatNumber, } } | { "adjudicate": {
/** A place for each seat. */
places: Array<number>, } };

/** What a sentence is about. */
export type Arg = { "kind": "seat", "value": number } | { "kind": "cell", "value": string } | { "kind": "piece", "value": string } | { "kind": "number", "value": number } | { "kind": "words", "value": string } | { "kind": "text", "value": string };

/**
 * How to begin a contest; only `at` and `terms` are required. The rest is what came before, where the game
 * began elsewhere. Times are in milliseconds.
 */
export type Beginning = { at: number, terms: Terms,
/** The names of the players, by seat. */
names: Array<string>,
/** The moves so far. */
moves: Array<string>,
/** What the clocks showed after each ply. */
readings?: Array<Array<number>>,
/** What they show now. */
left?: Array<number>,
/** An end that is not on the board. */
ending?: PastEnding, };

/** A board to draw. Neighbouring cells are 100 apart; x grows to the right, y downwards. */
export type BoardData = {
/** What it is made of. */
ground: Ground,
/** Always the same list for the same options. */
cells: Array<CellInfo>,
/** What stands on them. */
pieces: Array<Piece>,
/** Coordinates beside the board. */
labels: Array<BoardLabel>,
/** The cells the last move touched. */
lastMove: Array<number>, };

/** A word beside the board. */
export type BoardLabel = { text: string, x: number, y: number, };

/** A place a piece can be. */
export type CellInfo = {
/** Its name in the notation, or in words where the notation has none. */
name: string, x: number, y: number, } & ({ "kind": "crossing" } | { "kind": "trackEnd", seat: number, dots: number, inForce: boolean, } | { "kind": "hole", token: boolean, } | { "kind": "seat" } | { "kind": "square" });

/**
 * What a player claims when the opponent is absent. Among three and four the absent seat leaves, whatever is
 * claimed.
 */
export type Claim = "leave" | "draw" | "abort";

/** A time system. Times are for each seat; increments and periods belong to the turn, not the ply. */
export type ClockSettings = { "system": "sudden-death",
/** The time for the whole game. */
initial: number, } | { "system": "increment",
/** The time at the start. */
initial: number,
/** Added after each finished turn. */
increment: number, } | { "system": "delay",
/** The time at the start. */
initial: number,
/** How long the clock waits in each turn before it runs. */
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
/** Shared by all turns that take longer. */
bank: number, };

/** Who is responsible for the abort of a game, and why. */
export type ContestAbort = {
/** The seat; `null` for the server or program that runs the game. */
by: number | null, why: AbortReason, };

/** How a contest ended. */
export type ContestEnding = { termination: Termination,
/** A place for each seat; none when it was aborted. */
places: Array<number>,
/** Who left last, when that ended it. */
leaver: number | null,
/** Who is responsible for the abort of an aborted game, where it is known. */
aborted: ContestAbort | null,
/** What decided it on the board. */
reason: Sentence | null, };

/**
 * The kind, with its data. As JSON one flat object: `{"seq": 4, "at": 3000, "type": "moved", "seat": 0,
 * "move": "Y1", "used": 3000}`.
 */
export type ContestEvent = { seq: number; at: number; type: string; [field: string]: unknown };

/** How a contest stands. */
export type ContestState = {
/** Who must decide; `null` after the end. */
toAct: number | null, runs: number | null,
/**
 * TB-6: when the game is aborted unless the seat to act makes its first decision, in milliseconds;
 * `null` while no first decision is awaited.
 */
firstDecisionBy: number | null,
/** The seat to act has made a ply of its turn already. */
midTurn: boolean,
/** What each seat's clock shows; empty without a clock. */
clocks: Array<Reading>,
/** What waits for an answer. */
pending: PendingOffer | null, ending: ContestEnding | null,
/** For each seat what it may do beside moving. */
may: Array<Permissions>, };

/** What has changed in a contest. */
export type ContestUpdate = {
/** What has happened, to be added to the log. */
events: Array<ContestEvent>,
/** How the contest stands. */
contest: ContestState,
/** What a ply or a leaving did. */
description?: Description,
/** The game now, where the board or whose turn it is has changed. */
view?: View, };

/** A move and what it does. */
export type Description = {
/** The move as the notation writes it. */
move: string, seat: number,
/** What happens, in order. */
events: Array<MoveEvent>,
/** All of it in English, for a screen reader. */
spoken: string, };

/** An arrow or a circle. */
export type DrawnShape = { kind: "arrow" | "circle",
/** The cells it goes through or stands on. */
cells: Array<number>,
/** `green`, `red`, `blue` or `yellow`. */
colour: "green" | "red" | "blue" | "yellow", };

/** What is to be known of a position beyond its board. */
export type Facts = { "game": "squadro",
/** For each seat the pieces that are home. */
home: Array<number>, } | { "game": "number-one",
/** The seats out of the game, first to last, each with its place. */
out: Array<Out>,
/** The cells of the pegs that have to move in this turn and cannot as things stand (NO-9). */
blocked: Array<number>, } | { "game": "peak",
/** The score of each seat as the board stands (PK-7). */
scores: [number, number],
/** The seat that is stuck while the other has its extra turn (PK-6). */
stuck: number | null, } | { "game": "one-piece-for-two",
/** Pieces still in the box. */
inBox: number,
/** Lines of four and more on the grid, of both colours. */
lines: Array<LineOfFour>,
/** The cells of the red halves of the pieces that may be moved (OP-5). */
liftable: Array<number>, };

/** Why something was not done. Nothing has changed then. */
export type Failure = {
/** What kind of thing. */
kind: FailureKind,
/** Where in the text, in characters from 0. */
at?: number,
/** The game whose words these are, where the caller could not know it: an imported text. */
game?: GameId,
/** A name for translators; keys of the games' own reasons are unique within the game. */
key: string,
/** What stands in its places. */
args: Array<Arg>,
/** The ruling that says so. */
ruling?: string,
/** The sentence in English. */
text: string, };

/** What kind of thing went wrong, so that a page knows what to do about it. */
export type FailureKind = "request" | "setup" | "position" | "syntax" | "illegal" | "table" | "over" | "record";

/** One of the games. */
export type GameInfo = {
/** Its name in links and records. */
id: GameId,
/** Its name on the box. */
name: string, minPlayers: number, maxPlayers: number,
/** The seats' names in the notation, in order. */
seats: Array<string>,
/** Whether it can end drawn on the board, so that a draw can be agreed (TB-4). */
draws: boolean,
/** Its options, in order. */
options: Array<OptionInfo>, };

/** The look of the board beneath the cells. */
export type Ground = "tracks" | "hexagon" | "seats" | "rail";

/** A direction in the drawing. */
export type Heading = "right" | "down" | "left" | "up";

/** A game that was read from a text. */
export type Imported = {
/** What the text was. */
form: TextForm, game: GameId,
/** How many games the text holds; the first was opened. */
games: number,
/** The game as a record, as far as it is legal, with its comments and variations. */
record: string,
/** The record's tags, in order. */
tags: Array<[string, string]>,
/** The result the record gives, `*` for none. */
result: string,
/** For each ply the seconds left on the clock, where the record says so. */
clocks: Array<number | null>,
/** What was wrong; the game goes as far as it was right. */
faults: Array<TreeFault>, };

export type LegalMove = { move: string,
/** The cells one points at, in order, to choose it; no two moves have the same. */
targets: Array<number>, };

/** A way the game may go on. */
export type Line = {
/** The moves, the one to play first. */
moves: Array<string>,
/** What playing it is worth to the seat to act. */
value: Value | null,
/** The score each seat may expect at the end, in games that count one. */
score?: [number, number], };

/** Four or more in a row. */
export type LineOfFour = { seat: number,
/** The cells from end to end. */
cells: Array<number>, };

/**
 * One thing that happens. Its `key` says which: `runs`, `sent-back`, `steps`, `sinks-token`, `jumps`,
 * `stacks` and so on.
 */
export type MoveEvent = { seat: number | null,
/**
 * The cells from where it stood to where it stops, all on the way included; one cell for what happens in
 * place.
 */
path: Array<number>,
/** The cells with the pieces it passes over. */
over: Array<number>,
/** Which piece of the board before. */
piece: number | null,
/** Which piece of the board after it has become. */
becomes: number | null,
/** A name for translators; keys of the games' own reasons are unique within the game. */
key: string,
/** What stands in its places. */
args: Array<Arg>,
/** The ruling that says so. */
ruling?: string,
/** The sentence in English. */
text: string, };

/** A move that was made, and the game after it. */
export type Moved = {
/** What the move did. */
description: Description, view: View, };

/** What one seat may ask of the others. */
export type Offer = "draw" | "take-back";

/** How a game begins; only `game` is required. */
export type Opening = { game: GameId,
/** How many play; the game or the position says it where this does not. */
players?: number,
/** The options that are not the usual ones. */
options?: { [key in string]: string },
/** The first position; none for the start. */
position?: string,
/** The moves to play at once. */
moves?: Array<string>, };

/** An option of a game. */
export type OptionInfo = { key: string,
/** What it is when nothing is said. */
default: string,
/** The ruling that speaks of it. */
ruling: string, } & ({ words: Array<string>, } | { from: number, to: number, });

/** A seat out of the game. */
export type Out = { seat: number, place: number, };

/** How a game ended. */
export type Over = {
/** For each seat its place; equal numbers share one. */
places: Array<number>,
/** As records write it. */
result: string, reason: Sentence, };

/** How a game ended elsewhere. */
export type PastEnding = { termination: Termination,
/** Who left last, when that ended it. */
leaver: SeatNumber | null,
/** A place for each seat; none when it was aborted. */
places: Array<number>, };

/** What waits for an answer. */
export type PendingOffer = { by: number, offer: Offer,
/** The seats that have not answered. */
waiting: Array<number>, };

/** What a seat may do beside moving. */
export type Permissions = {
/** TB-1; aborts the game before every seat has made its first decision (TB-3). */
resign: boolean, abort: boolean, offerDraw: boolean,
/** TB-5: so many steps would be left; `null` when nothing may be taken back. */
takeBack: number | null,
/** Another seat may give it time. */
getTime: boolean,
/** TB-8: the seat to act has been absent for long enough. */
claim: boolean, };

/** A piece on a cell. */
export type Piece = { cell: number, } & ({ "shape": "runner", seat: number, heading: Heading, speed: number, home: boolean, } | { "shape": "peg", seat: number, size: number, upright: boolean, moved: boolean, } | { "shape": "tower", seat: number, height: number, layers: Array<number | null>, } | { "shape": "domino", other: number, heading: Heading, });

/** A move that was played, or a leaving. */
export type PlayedStep = { seat: number, move: string,
/** The seat left: this is no move. */
leaves?: boolean, };

/** A value that is certain. */
export type Proof = {
/** For the seat to act. */
value: ProvenResult,
/** The moves that keep it. */
keeping: Array<string>, nodes: number, };

/** How far to go. */
export type ProveRequest = {
/** Positions for the value, and as many again for all moves. */
nodes: number,
/** Memory of the table, in MiB. */
hash?: number, };

/** How a game of two ends with best play, for the seat to act. */
export type ProvenResult = "win" | "draw" | "loss";

/** What a clock shows. */
export type Reading = {
/** Milliseconds left: of the main time, or of the period that runs. */
left: number,
/** Periods left, the running one included. */
periods: number, };

/** How to write a record. */
export type RecordRequest = {
/** Tags beside those every record has: names of players, date, place. */
tags?: { [key in string]: string }, };

/** The next game of a series. */
export type Rematch = {
/** Its options where they are not the usual ones. */
options: { [key in string]: string }, players: number,
/** For each seat of the next game the seat of this one whose player takes it. */
seats: Array<number>, };

/** The result of replaying a record. */
export type Replayed = {
/** The record's tags, in order. */
tags: Array<[string, string]>,
/** The result the record gives, `*` for none. */
result: string,
/** For each ply the seconds left on the clock, where the record says so. */
clocks: Array<number | null>,
/** What was wrong; the game goes as far as it was right. */
faults: Array<TreeFault>, };

/** A seat in events and actions: its number, counted from 0. */
export type SeatNumber = number;

/** Something said to a person: the page may have its own words for `key`, with `args` in their places. */
export type Sentence = {
/** A name for translators; keys of the games' own reasons are unique within the game. */
key: string,
/** What stands in its places. */
args: Array<Arg>,
/** The ruling that says so. */
ruling?: string,
/** The sentence in English. */
text: string, };

/** Who must decide, or how the game ended. */
export type Status = {
/** The seat to act; `null` when the game is over. */
toAct: number | null,
/** How it ended; `null` while it goes on. */
over: Over | null, };

/** Why a contest ended (TB-10), written in the words of records. */
export type Termination = "normal" | "resignation" | "time forfeit" | "absence" | "agreement" | "repetition" | "aborted" | "unterminated" | "adjudication";

/** What is agreed before a game; only `game` is required. */
export type Terms = {
/** The game that is played. */
game: GameId,
/** How many play; without it as many as the position has, or the game's default. */
players?: number,
/** Options of the game. */
options?: { [key in string]: string },
/** The position it begins with; without it the start. */
position?: string,
/** The clock; without it no clock. */
clock?: ClockSettings,
/** Rated games forbid taking back and giving time (TB-5). */
rated?: boolean,
/** Whether anything may be taken back (TB-5). */
takeBack?: boolean,
/** A draw may be offered from this ply on, counted from 0 (TB-4). */
drawOffersFrom?: number, };

/** The forms in which games are written. */
export type TextForm = "record" | "json" | "moves";

/** How to think; nothing is required. */
export type ThinkRequest = {
/** 1 to 10, which is full strength. */
level?: number,
/** The time to take. */
millis?: number,
/** The most positions to look at. */
nodes?: number,
/** The most plies to look ahead. */
depth?: number,
/** How many moves to give a value and a line. */
lines?: number,
/** Seed of what is left to chance. */
seed?: number,
/** Memory of the table, in MiB. */
hash?: number, };

/** What the engine found. */
export type Thought = {
/** The best first; never empty. */
lines: Array<Line>, nodes: number,
/** Plies of the last iteration that was finished. */
depth: number,
/** The time it took. */
millis: number, };

/** A tree of moves with its comments, marks and values. */
export type Tree = {
/** Where the game begins. */
opening: Opening,
/** The record's tags, in order. */
tags: Array<[string, string]>,
/** The record's result, `*` for none. */
result: string,
/** The root, then every move after the one it follows. */
nodes: Array<TreeNode>,
/** What was wrong where it was read; the tree goes as far as it was right. */
faults: Array<TreeFault>, };

/** What is wrong in a record or a link that was read. */
export type TreeFault = {
/** The ply, counted from 1 from the beginning of the game; none when no ply is at fault. */
ply: number | null,
/** Whether it is in a variation. */
inVariation: boolean,
/** The move as it was written. */
move: string | null,
/** What kind of thing. */
kind: FailureKind,
/** Where in the text, in characters from 0. */
at?: number,
/** The game whose words these are, where the caller could not know it: an imported text. */
game?: GameId,
/** A name for translators; keys of the games' own reasons are unique within the game. */
key: string,
/** What stands in its places. */
args: Array<Arg>,
/** The ruling that says so. */
ruling?: string,
/** The sentence in English. */
text: string, };

/** A node of the tree without its children. */
export type TreeNode = {
/** The index of the node before it; none for the root. */
parent: number | null,
/** The move that leads here; empty for the root. */
move: string,
/** What is said of it. */
comment: string,
/** `!`, `??`; others as `$7`. */
glyphs: Array<string>,
/** What is drawn on the board. */
shapes: Array<DrawnShape>,
/** What the position is worth to the seat to act. */
value: Value | null,
/** Seconds left on the clock of who moved. */
clock: number | null,
/** Who moved; the rules say it, whatever is handed in. */
seat: number | null, };

/** How a half-typed move stands. */
export type Typed = {
/** Whether it can be played, or be made into something that can. */
state: TypedState,
/** The move as the notation writes it, when it can be played. */
move: string | null,
/** The legal moves that begin so. */
completions: Array<string>,
/** Why it cannot be played as it stands; for an impossible one the reason to show. */
failure: Failure | null, };

/** How a half-typed move stands. */
export type TypedState = "legal" | "prefix" | "impossible";

/** What a position, or playing a move, is worth to the seat to act. */
export type Value = { "kind": "proven",
/** How it ends with best play. */
result: ProvenResult,
/** Plies to the end; none where the proof does not say. */
plies: number | null, } | { "kind": "estimate", value: number, } | { "kind": "shares",
/** They add up to 1. */
shares: Array<number>,
/** Whether it is certain. */
proven: boolean, };

/** A game at one of its plies. */
export type View = { game: GameId, players: number,
/** All options with their values, in the game's order. */
options: Record<string, string>, position: string,
/** The position the game began with, when that was not the start. */
firstPosition: string | null,
/** The moves so far. */
played: Array<PlayedStep>,
/** Who must decide, or how the game ended. */
status: Status,
/** The legal moves, in a fixed order. */
moves: Array<LegalMove>, board: BoardData,
/** What there is beside the board. */
facts: Facts, };

/** A sentence with places for arguments: `{0}`, `{1}`. */
export type Word = {
/**
 * The game that says it; `null` for what is said of moves, ends and failures, where the same key means
 * the same words, but for `word`.
 */
game: GameId | null, key: string,
/** The ruling it rests on; empty for failures that have nothing to do with the rules. */
ruling: string, text: string, };
