// Made from crates/protocol by `cargo xtask ts-types`. Do not change it by hand.

import type { AbortReason, Action } from "$lib/engine/types.gen";

/** Who is responsible for the abort of a game (TB-3), and why. */
export type AbortView = {
/** The seat; `null`: the server. */
by: number | null,
/**
 * `asked` (a player aborted), `first-decision` (none was made in time), `resignation`, `time` or
 * `absence` (before every player had decided, or the opponent claimed it), or `declined` (the challenge
 * was).
 */
why: AbortReason, };

/** What only you see of your account. */
export type AccountView = {
/** Where mail goes when the password is lost; not shown to personal tokens. */
email: string | null,
/** How many recovery codes are left. */
recovery_codes: number,
/** Whether it has a password. */
password: boolean,
/** How many passkeys it has. */
passkeys: number,
/** `moderator` or `admin`. */
role?: string | null, };

/** What came of an action. */
export type ActionDone = {
/** The number of the game's last event. */
seq: number,
/** What has happened. */
events: Array<GameEvent>, };

/** A part of what was found. */
export type ArchivePage = {
/** The newest first. */
games: Array<ArchivedGameView>,
/**
 * Where the next page begins (`before`); `null`: this was the last one. A page may be short, even empty,
 * and not the last: looking through many games of a position takes several.
 */
next: number | null, };

/** A finished game. */
export type ArchivedGameView = {
/** Its name in links. */
id: string,
/** Its number in the order of the ends. */
number: number,
/** Which of the games. */
game: string,
/** How many played. */
players: number,
/** The options that are not the usual ones. */
options: { [key in string]: string },
/** The position it began with; `null`: the start. */
position: string | null,
/** The clock as records write it; `null`: none. */
clock: string | null,
/** How fast it was played, in a word. */
speed: string,
/** Whether it counted for ratings. */
rated: boolean,
/** The result as records write it. */
result: string,
/** The place of each seat. */
places: Array<number>,
/** Why it ended. */
termination: string,
/** How many plies it had. */
plies: number,
/** When it began, in milliseconds since 1970. */
began: number,
/** When it ended, in milliseconds since 1970. */
ended: number,
/** The mean of the known ratings; `null`: none is known. */
rating: number | null,
/** Who sat where, in the notation's order. */
seats: Array<ArchivedSeatView>, };

/** A seat of a finished game. */
export type ArchivedSeatView = {
/** Who held it; `null` for the computer. */
user: UserView | null,
/** The computer's level. */
level: number | null,
/** What they were called. */
name: string,
/** Their rating when they took the seat; `null`: not known. */
rating: number | null, };

/** What came of an attempt. */
export type AttemptDone = {
/** Whether it is solved. */
solved: boolean,
/** Whether it counts: the first attempt at a puzzle of a person with an account does. */
counted: boolean,
/** Your rating, where it counts. */
you: RatingStep | null,
/** The puzzle's rating, where it counts. */
puzzle: RatingStep | null, };

/** An attempt at a puzzle: what you have played, up to the move that decides. */
export type NewAttempt = {
/** A name of your own for it, 1 to 64 characters: sent twice, it is done once. */
id: string,
/**
 * Your own moves. The other side follows the line; they end with the first wrong one, the first that is
 * right and not that of the line, or the last that is to be found.
 */
moves: Array<string>,
/** You took a hint, or gave up: it counts as not solved, and nothing need have been played. */
helped: boolean, };

/** What moderators have done, the last first. */
export type AuditPage = {
/** At most 100. */
lines: Array<AuditView>,
/** Ask with `?before=` this for earlier ones; missing: there are none. */
before?: number | null, };

/** What a moderator has done. */
export type AuditView = {
/** Numbers grow by one. */
number: number,
/** When. */
at: number,
/** Who; `null`: whoever runs the server, in its shell. */
by: UserView | null,
/** What: as in the request, or `report-take`, `report-release`, `report-done`. */
action: string,
/** To whom. */
user: UserView,
/** The rest, and why. */
detail: string, };

/** Everybody you block, the oldest first. */
export type BlockList = {
/** Nobody else sees them. */
blocks: Array<BlockView>, };

/** Somebody you want nothing to do with. */
export type BlockView = {
/** Who. */
user: UserView,
/** Since when. */
at: number, };

/** The bots of somebody. */
export type BotList = {
/** The oldest first. */
bots: Array<BotView>, };

/** A bot in a list. */
export type BotView = {
/** Until when its token is good; `null`: it has none, so `POST /accounts/bot/{id}/token` makes one. */
expires: number | null,
/** Never changes. */
id: string,
/** What they are called: text, never markup. */
name: string,
/** A program plays for them; missing when it does not. */
bot?: boolean, };

/** A challenge that waits for an answer. */
export type ChallengeView = {
/** Who challenges. */
by: UserView,
/** Who is challenged and has not answered. */
to: Array<UserView>,
/** Whether you are: accept by `join`, or `decline`. */
yours: boolean,
/** Whether it is the next game of a series. */
rematch: boolean, };

/** Who may write beside games. */
export type ChatPolicy = "open" | "players" | "off";

/**
 * A time system. Each uses some of the fields: `sudden-death` has `initial_s`; `increment` also
 * `increment_s`; `delay` also `delay_s`; `byo-yomi` also `period_s` and `periods`; `per-turn` has `time_s`;
 * `correspondence` has `days` for each turn and `bank_days` beside.
 */
export type ClockSettings = {
/** `sudden-death`, `increment`, `delay`, `byo-yomi`, `per-turn` or `correspondence`. */
system: string,
/** The main time of each seat, in seconds. */
initial_s?: number | null,
/** What a turn adds, in seconds. */
increment_s?: number | null,
/** How long the clock waits in each turn, in seconds. */
delay_s?: number | null,
/** The length of a period, in seconds. */
period_s?: number | null,
/** The number of periods. */
periods?: number | null,
/** The time for each turn, in seconds. */
time_s?: number | null,
/** The time for each turn, in days. */
days?: number | null,
/** The bank of each seat, in days. */
bank_days?: number | null, };

/** What the clocks show. */
export type ClocksView = {
/** The server's time, in milliseconds since 1970. */
at: number,
/** What each seat has left then, in milliseconds. */
left_ms: Array<number>,
/** Whose clock runs. */
running: number | null,
/**
 * When it begins to run, in milliseconds since 1970; only while it waits: because the server has just
 * come back, or for the end of a vacation.
 */
runs_from?: number | null,
/**
 * When the game is aborted unless the seat to move makes its first decision before (TB-6), in
 * milliseconds since 1970; only while one is awaited. No clock runs meanwhile.
 */
first_by?: number | null,
/** For each seat the periods it has left; empty without periods. */
periods?: Array<number>, };

/** What the seats were worth, by pool. */
export type Colours = {
/** Pools in which somebody has played. */
colours: Array<PoolColours>, };

/** A notice on its way to an address. */
export type DeliveryView = {
/** The same at every try; the header `webhook-id`. */
id: string,
/** What it is. */
notice: string,
/** In which game; `null` for `test`. */
game: string | null,
/** When it happened. */
at: number,
/** Whether it was taken. */
taken: boolean,
/** How often it was tried. */
tries: number,
/** When it was last tried. */
tried: number | null,
/** What was answered then: a status, or `no-answer`. */
answer: string | null,
/** When it is tried next; `null`: never again. */
next: number | null, };

/** The files that can be had. */
export type DumpList = {
/** By name. */
dumps: Array<DumpView>, };

/** A file with many games. */
export type DumpView = {
/** Its name below `/api/v1/archive/dumps/`. */
name: string,
/** Its size in bytes. */
bytes: number, };

/** An address for mail when the password is lost. */
export type NewEmail = {
/** Where; `null` takes it away. */
email: string | null,
/** The account's password. */
password: Secret | null,
/** What one of your passkeys answers to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** A legal move and the games in which it was played. */
export type ExplorerMove = {
/** The move. */
move: string,
/** Other moves that lead to the same position but for a symmetry; they are counted with it. */
same: Array<string>,
/** How many games. */
games: number,
/** It alone was first. */
wins: number,
/** It was first with others. */
draws: number,
/** Somebody else was first. */
losses: number,
/** The mean of its places; `null` without games. */
mean_place: number | null,
/** The mean rating of the games with known ratings; `null` where there are none. */
mean_rating: number | null, };

/** What was played in a position. */
export type ExplorerView = {
/** Which of the games. */
game: string,
/** How many play. */
players: number,
/** The position. */
position: string,
/** Who is to move; `null` when the game is over. */
to_act: number | null,
/** Every legal move, the most played first. */
moves: Array<ExplorerMove>,
/** The newest games that came there. */
newest: Array<ArchivedGameView>,
/** How many games. */
games: number,
/** It alone was first. */
wins: number,
/** It was first with others. */
draws: number,
/** Somebody else was first. */
losses: number,
/** The mean of its places; `null` without games. */
mean_place: number | null,
/** The mean rating of the games with known ratings; `null` where there are none. */
mean_rating: number | null, };

/** What a client says. */
export type FromClient = { "type": "subscribe",
/** Which game. */
game: string,
/** The number of the last event I know; 0: from the beginning. */
since: number,
/** For a game that is not listed and not one's own. */
invitation: string | null, } | { "type": "unsubscribe",
/** Which game. */
game: string, } | { "type": "act",
/** In which game. */
game: string,
/** The client's own name for this request: sent again, it is not done again. */
id: string,
/** The number of the last event the client knew. */
seq: number,
/**
 * What to do: `{"move": "Y3"}`, `"resign"`, `"abort"`, `"offer-draw"`, `"take-back"`, `"accept"`,
 * `"decline"`, `"withdraw"`, `"claim"` or `{"claim": "leave" | "draw" | "abort"}`, `{"give-time": 1}`.
 */
do: Action, } | { "type": "say",
/** Beside which game. */
game: string,
/** In which room. */
room: Room,
/** What: text of one line, at most 500 characters. */
text: string, } | { "type": "lobby" } | { "type": "ping",
/** Comes back in the answer. */
id: number, };

/** What a server says. */
export type FromServer = { "type": "hello",
/** The version of these messages. */
protocol: number,
/** The version of the program. */
version: string,
/** Who you are; `null`: a spectator without a name. */
you: UserView | null,
/** The server's time, in milliseconds since 1970. */
at: number, } | { "type": "events",
/** Which game. */
game: string,
/** In order, without a gap. */
events: Array<GameEvent>,
/** The server's time, in milliseconds since 1970. */
at: number, } | { "type": "accepted",
/** Which game. */
game: string,
/** The client's own name for it. */
id: string,
/** The number of the game's last event. */
seq: number, } | { "type": "refused",
/** Which game. */
game: string | null,
/** The client's own name for it. */
id: string | null,
/** Why. */
problem: Problem, } | { "type": "presence",
/** Which game. */
game: string,
/** For each seat whether its holder is connected. */
connected: Array<boolean>,
/**
 * For each seat how long its holder has been away, in milliseconds: at least 1 for a player who is
 * not connected, 0 for one who is, and where no player sits.
 */
away_ms: Array<number>,
/**
 * For each seat until when its holder is on vacation (TB-11), in milliseconds since 1970; `null`:
 * they are not.
 */
vacation: Array<number | null>,
/** How many watch. */
spectators: number, } | { "type": "message",
/** Beside which game. */
game: string,
/** In which room. */
room: Room,
/** 1, 2, 3 and so on within the room. */
number: number,
/** When, in milliseconds since 1970. */
at: number,
/** By whom. */
user: UserView,
/** What: text, never markup. */
text: string, } | { "type": "lobby",
/** All of them. */
seeks: Array<SeekView>, } | { "type": "notice",
/** `game-start`, `my-turn`, `reminder`, `challenge`, `rematch` or `game-end`. */
notice: string,
/** Which game. */
game: string,
/** Who challenges, or asks for a rematch. */
from?: UserView | null, } | { "type": "pong",
/** What the ping had. */
id: number,
/** The server's time, in milliseconds since 1970. */
at: number, } | { "type": "bye",
/** Why, in words. */
reason: string, };

/** What may be written beside a game, and who reads it. */
export type GameChat = {
/** The rooms in which you may write now, as a guest if you are not known yet. */
write: Array<Room>,
/** Who reads the room of the players when the game is over. */
after_game: Readers, };

/**
 * What has happened in a game: `seq`, `at` (milliseconds since 1970), `type`, and more by type. `moved` has
 * `seat`, `move`, `position` and `left_ms`; `joined` has `seat` and `user` or `level`; `started` of a rated
 * game has `began`, by seat the `kind` of player and the `rating`; `ended` has `result`, `termination` and
 * `places`.
 *
 * It is kept as the text it is sent as, so that it is written once however many are told.
 */
export type GameEvent = { seq: number; at: number; type: string; [field: string]: unknown };

/** A list of games. */
export type GameList = {
/** The last changed first. */
games: Array<GameSummary>, };

/** A game in a list. */
export type GameSummary = {
/** Its name in links. */
id: string,
/** Which of the games. */
game: string,
/** `waiting`, `playing` or `over`. */
stage: string,
/** Whether the players are expected to be there, in contrast to correspondence. */
live: boolean,
/** Whether everybody may find and watch it. */
listed: boolean,
/** The number of the last event. */
seq: number,
/** When it was made, in milliseconds since 1970. */
created: number,
/** When something last happened, in milliseconds since 1970. */
changed: number,
/** Your seat; `null` when you do not play in it. */
you: number | null,
/** Whether it is your turn. */
my_turn: boolean,
/** When the time of whoever is to move is up, in milliseconds since 1970. */
deadline: number | null,
/** How many play. */
players: number,
/** All options with their values. */
options: { [key in string]: string },
/** The clock; `null`: none. */
clock: ClockSettings | null,
/** Whether it counts for ratings. */
rated: boolean,
/** Who sits where, in the notation's order. */
seats: Array<SeatOverview>,
/** Who is to move; `null` before the game has begun and after its end. */
to_act: number | null,
/** The position now. */
position: string,
/** How many moves were made; seats that left do not count. */
plies: number,
/** The place of each seat, once it is over; empty when it was aborted. */
places: Array<number>,
/** Who left last, when that ended it. */
leaver: number | null,
/** The result as records write it; `null` while there is none. */
result: string | null,
/** Why it ended; `null` while it goes on. */
termination: string | null,
/** Who is responsible for the abort, and why; only of an aborted game, where it is known. */
aborted: AbortView | null, };

/** How somebody's games of one kind went. */
export type GameTallyView = {
/** Which of the games. */
game: string,
/** How many. */
games: number,
/** They alone were first. */
wins: number,
/** They were first with others. */
draws: number,
/** Somebody else was first. */
losses: number, };

/** A game as somebody sees it. */
export type GameView = {
/** Its name in links. */
id: string,
/** Which of the games. */
game: string,
/** How many play. */
players: number,
/** All options with their values. */
options: { [key in string]: string },
/** The position it began with, where that was not the start. */
first_position: string | null,
/** The clock; `null`: none. */
clock: ClockSettings | null,
/** Whether it counts for ratings. */
rated: boolean,
/** Whether everybody may find and watch it. */
listed: boolean,
/** Whether moves may be taken back by agreement. */
take_back: boolean,
/** The seats, in the notation's order. */
seats: Array<SeatView>,
/** Your seat; `null` when you watch. */
you: number | null,
/** The number of the last event. */
seq: number,
/** The moves so far; where a seat left, its word (`b:resigns`). */
moves: Array<string>,
/** The position now. */
position: string,
/** Who is to move; `null` before the game has begun and after its end. */
to_act: number | null,
/** The legal moves, when you are to move. */
legal_moves: Array<string>,
/** What the clocks show; `null` without a clock. */
clocks: ClocksView | null,
/** An offer that waits for an answer: `draw` or `take-back`, and who made it. */
offer: OfferView | null,
/** The result as records write it; `null` while there is none. */
result: string | null,
/** Why it ended; `null` while it goes on. */
termination: string | null,
/** Who is responsible for the abort, and why; only of an aborted game, where it is known. */
aborted?: AbortView | null,
/** Whether you may ask for the next game, or for the same again after an abort that was not your fault. */
rematch: boolean,
/** A link for whoever is to take a free seat; only for those who sit in the game. */
invitation: string | null,
/** The game before it in the series. */
previous?: string | null,
/** The challenge, while a free seat is kept for a player. */
challenge?: ChallengeView | null,
/** What may be written beside it, and who reads it. */
chat: GameChat,
/** Whether engine and tables are open to its players. */
help: Help,
/** The next game of the series, once it was made. */
next: string | null,
/** Which game of a match of two it is, 1 or 2, where both are rated as one. */
match_game?: number | null,
/** What has happened so far. */
events: Array<GameEvent>, };

/** A guest, and the token by which the server knows them. */
export type Guest = {
/** Who they are. */
user: UserView,
/** For `Authorization: Bearer …`; shown once. */
token: string, };

/** The guest somebody was until they logged in. */
export type PreviousGuest = {
/** Who it was. */
user: UserView,
/** The guest's token, by which `POST /me/guests` takes the games along. */
token: string,
/** How many games the guest has. */
games: number, };

/** What was taken along. */
export type ClaimedGames = {
/** How many games are yours now. */
games: number, };

/** A guest whose games are to be taken along. */
export type GuestClaim = {
/** The guest's token. */
token: Secret, };

/** Somebody without an account. */
export type NewGuest = {
/** What they want to be called; a name is made when it is missing. */
name: string | null, };

/** Whether engine and tables are open to the players of a game. */
export type Help = "open" | "closed";

/** All invite codes, the newest first. */
export type InviteCodeList = {
/** The codes that were not revoked, also those that are used up. */
codes: Array<InviteCodeView>, };

/** A code with which accounts can be created. */
export type InviteCodeView = {
/** The code. */
code: string,
/** What it is for. */
label: string,
/** How many accounts can be created with it. */
uses: number,
/** How many were. */
used: number,
/** Until when it can be used, in milliseconds since 1970; `null`: without an end. */
until: number | null,
/** When it was made, in milliseconds since 1970. */
created: number,
/** Who made it; `null`: a deleted account. */
by: UserView | null, };

/** Taking a seat. */
export type JoinRequest = {
/** Which seat; the first free one when it is missing. */
seat: number | null,
/** The last part of the invitation's link, or the whole link. */
invitation: string | null, };

/** Somebody on a leaderboard. */
export type Leader = {
/** 1, 2, 3 and so on. */
place: number,
/** Who. */
user: UserView,
/** The number. */
rating: number,
/** Its uncertainty now. */
deviation: number,
/** By how many games. */
games: number, };

/** The strongest of a pool. */
export type Leaderboard = {
/** The strongest first; nobody whose rating is provisional. */
leaders: Array<Leader>,
/** Its name: the other fields with dots between them. */
pool: string,
/** Which game. */
game: string,
/** How many play. */
players: number,
/** `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
speed: string,
/** Who plays: `people` only, `bots` too, or the computer's levels too (`engine`). */
apart: string, };

/** The leaderboards that were asked for; none that is empty. */
export type Leaderboards = {
/** By game, number of players and speed. */
leaderboards: Array<Leaderboard>, };

/** Somebody who wants to log in. */
export type LogIn = {
/** The account's name. */
name: string,
/** Its password. */
password: Secret, };

/** Somebody as moderators see them. */
export type ModeratedUser = {
/** Who. */
user: UserView,
/** They have no account. */
guest: boolean,
/** Since when they are known, in milliseconds since 1970. */
since: number,
/** `moderator` or `admin`; missing: neither. */
role?: string | null,
/** What they may not do at present. */
sanctions: Array<SanctionView>, };

/** What a moderator does to somebody. */
export type ModerationAct = {
/** `mute`, `unmute`, `ban`, `unban`, `close`, `reopen`, `rename`, or (only admins) `role`. */
do: string,
/** For `mute` and `ban`: how many days, 1 to 3650; missing: for good. */
until_days?: number | null,
/** For `rename`: the new name. */
name?: string | null,
/** For `role`: `moderator`, `admin` or `none`. */
role?: string | null,
/** Why, for other moderators: 1 to 500 characters. */
why: string, };

/** An account to be made. */
export type NewAccount = {
/**
 * 2 to 30 letters, digits, `-` and `_`, beginning with a letter. No other account has it, whatever the
 * case of its letters.
 */
name: string,
/** 12 to 128 characters of any kind, not easy to guess. */
password: Secret,
/** Only for the case that the password is lost; nobody else sees it, and it is never needed. */
email: string | null,
/** Needed where the server takes new accounts by invite code only (`GET /site`). */
invite_code: string | null, };

/** A bot to be made. It needs your password or one of your passkeys. */
export type NewBot = {
/** Its name: the same rules as for accounts. */
name: string,
/** For how many days its token is good: 1 to 366, and 366 without it. */
days: number | null,
/** Your account's password. */
password: Secret | null,
/** What one of your passkeys answers to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** A new token for a bot. It needs your password or one of your passkeys. */
export type NewBotToken = {
/** For how many days it is good: 1 to 366, and 366 without it. */
days: number | null,
/** Your account's password. */
password: Secret | null,
/** What one of your passkeys answers to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** A game to be made. */
export type NewGame = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** How many play; as many as `seats` has when it is missing. */
players: number | null,
/** Options of the game; numbers may be written as such. */
options: { [key in string]: string },
/** The position it begins with. */
position: string | null,
/** The clock; `null`: none. */
clock: ClockSettings | null,
/** Whether it counts for ratings. Nothing may be taken back in a rated game. */
rated: boolean,
/** Who sits where; `["you", "open", …]` when it is missing. */
seats: Array<SeatRequest>,
/** Whether everybody may find and watch it. */
listed: boolean,
/** Whether moves may be taken back by agreement. */
take_back: boolean,
/**
 * `2`: a match of two rated games, in which both play each seat once, counts as one. The second is made
 * by `rematch`.
 */
match?: number | null, };

/** An invite code to be made. */
export type NewInviteCode = {
/** What it is for, for admins: at most 100 characters. */
label: string,
/** How many accounts can be created with it: 1 to 1000; 1 when it is missing. */
uses: number | null,
/** Until when it can be used, in milliseconds since 1970; `null`: without an end. */
until: number | null, };

/** What somebody wants to be called from now on. */
export type NewName = {
/** One line of at most 30 characters. */
name: string, };

/** A passkey to be added to an account. */
export type NewPasskey = {
/** The name of a challenge for `key`. */
challenge: string,
/** The credential as `toJSON()` writes it. */
credential: object,
/** What you call it; otherwise it is called after the browser. */
label: string | null, };

/** An account to be made with a passkey; its name stands in the challenge. */
export type NewPasskeyAccount = {
/** The name of a challenge for `account`. */
challenge: string,
/** The credential as `toJSON()` writes it. */
credential: object,
/** What you call the passkey; otherwise it is called after the browser. */
label: string | null,
/** Only for the case that the passkey is lost; nobody else sees it, and it is never needed. */
email: string | null,
/** Needed where the server takes new accounts by invite code only (`GET /site`). */
invite_code: string | null, };

/** A password to be changed. */
export type NewPassword = {
/** As it was. */
old: Secret | null,
/** What one of your passkeys answers to a challenge for `proof`, instead of the old password. */
passkey: PasskeyAnswer | null,
/** As it will be. */
new: Secret, };

/** Something that moderators should know. */
export type NewReport = {
/** About whom: their id, or the name of their account. */
user: string,
/** In which game. */
game: string | null,
/**
 * What it is about: `cheating` (help by a program or another person), `stalling` (lets the clock run,
 * leaves), `insults`, `spam`, `name` (what they are called), or `other`, which it is when missing.
 */
reason: string | null,
/** What has happened, in at most 500 characters; only `other` needs it. */
text: string, };

/** A wish to play, for anybody to take up. */
export type NewSeek = {
/** Which game. */
game: string,
/** How many play. */
players?: number | null,
/** Options of the game. */
options?: { [key in string]: string },
/** The clock; `null`: none. */
clock: ClockSettings | null,
/** Whether it counts for ratings; `null` or missing: if it can, since all players have accounts. */
rated: boolean | null,
/**
 * Only opponents with a rating in this range. Without it pairing looks for similar ratings first, and
 * for any after a minute.
 */
rating_range?: RatingRange | null,
/**
 * The seat that is wanted. When it is missing, two who have played this game before change seats, and
 * all others draw lots.
 */
seat?: number | null,
/**
 * `2`: a match of two rated games, in which both play each seat once, counts as one. The second is made
 * by `rematch`.
 */
match?: number | null, };

/** A personal token to be made. It needs your password or one of your passkeys. */
export type NewToken = {
/** What it is for, in your words: 1 to 60 characters. */
label: string,
/** `play`: games, seeks, chat, webhooks; `read`: reading what is yours. */
scopes: Array<string>,
/** For how many days it is good: 1 to 366, and 90 without it. */
days: number | null,
/** The account's password. */
password: Secret | null,
/** What one of your passkeys answers to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/**
 * An address to which notices are to be sent. In a session it needs your password or one of your passkeys; a
 * personal token with the scope `play` needs neither, and its webhooks go with it.
 */
export type NewWebhook = {
/** A public https address. */
url: string,
/** Which notices: `game-start`, `my-turn`, `challenge`, `game-end`, `rematch`, `reminder`. */
notices: Array<string>,
/** The account's password; none with a personal token. */
password: Secret | null,
/** What one of your passkeys answers to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** An offer that waits for an answer. */
export type OfferView = {
/** Who made it. */
by: number,
/** `draw` or `take-back`. */
offer: string, };

/** A first move of somebody. */
export type OpeningView = {
/** Which of the games. */
game: string,
/** On which seat. */
seat: number,
/** The move. */
move: string,
/** In how many games. */
games: number,
/** They alone were first. */
wins: number,
/** They were first with others. */
draws: number,
/** Somebody else was first. */
losses: number, };

/** What a passkey answers. */
export type PasskeyAnswer = {
/** The challenge's name. */
challenge: string,
/** The credential as `toJSON()` writes it. */
credential: object, };

/** What a passkey is asked. It is good once, for five minutes. */
export type PasskeyChallenge = {
/** Its name, to be sent with the answer. */
challenge: string,
/**
 * `publicKey` of `navigator.credentials.create()` (for `account` and `key`) or `get()`, in the form that
 * `PublicKeyCredential.parseCreationOptionsFromJSON()` and `parseRequestOptionsFromJSON()` read.
 */
options: object, };

/** Another name for a passkey. */
export type PasskeyLabel = {
/** 1 to 60 characters. */
label: string, };

/** All passkeys of somebody. */
export type PasskeyList = {
/** The oldest first. */
passkeys: Array<PasskeyView>, };

/** Where passkeys of this server can be used. */
export type PasskeyOrigin = {
/**
 * The beginning of the page's address; `null`: nowhere, because the server has no name that passkeys
 * could belong to.
 */
origin: string | null, };

/** What a passkey is to be asked for. */
export type PasskeyPurpose = "account" | "key" | "log-in" | "proof";

/** One of your passkeys. */
export type PasskeyView = {
/** Its name here. */
id: string,
/** What you call it. */
label: string,
/** When it was added, in milliseconds since 1970. */
created: number,
/** When it was last used. */
used: number,
/** Whether it is also on other devices of yours, by what it says itself. */
synced: boolean, };

/** Something to be asked of a passkey. */
export type PasskeyRequest = {
/** What for. */
for: PasskeyPurpose,
/** For `account` the name it is to have; for `log-in` the account's, unless the passkey is to say it. */
name: string | null,
/** For `key`: the account's password. */
password: Secret | null,
/** For `key`: what one of your passkeys answers to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** What proves that it is really you. */
export type PasswordProof = {
/** The account's password; a guest has none. */
password: Secret | null,
/** What one of your passkeys answers to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** What the seats were worth in a pool. */
export type PoolColours = {
/** By seat. */
seats: Array<SeatWorth>,
/** What is proved about the game, where something is. */
solved?: string | null,
/** Its name: the other fields with dots between them. */
pool: string,
/** Which game. */
game: string,
/** How many play. */
players: number,
/** `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
speed: string,
/** Who plays: `people` only, `bots` too, or the computer's levels too (`engine`). */
apart: string, };

/** Somebody's rating in a pool. */
export type PoolRating = {
/** The number. */
rating: number,
/** Its uncertainty now: with 95 % the truth is within twice of it. It grows without games. */
deviation: number,
/** Whether the deviation is above 110. */
provisional: boolean,
/** By how many games. */
games: number,
/** When the last of them ended, in milliseconds since 1970. */
changed: number,
/** Its name: the other fields with dots between them. */
pool: string,
/** Which game. */
game: string,
/** How many play. */
players: number,
/** `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
speed: string,
/** Who plays: `people` only, `bots` too, or the computer's levels too (`engine`). */
apart: string, };

/** Why something was refused. `key` names the reason for programs, `detail` says it in words. */
export type Problem = {
/** The kind of problem, the same for all with this status. */
title: string,
/** The HTTP status. */
status: number,
/** The reason, for programs; it never changes. */
key: string,
/** The reason in English. */
detail: string,
/** What the reason is about, in the order in which sentences use it. */
args?: Array<string>,
/** The ruling it rests on, where a rule speaks. */
ruling?: string | null,
/** The number of the game's last event, where the request was made on an old one. */
seq?: number | null,
/** The events that were missed, where the request was made on an old number. */
events?: Array<GameEvent>,
/** How long to wait, where requests came too fast. */
ratelimit?: RateLimit | null, };

/** Somebody, as everybody may see them. */
export type ProfileView = {
/** Who. */
user: UserView,
/** They have no account. */
guest: boolean,
/** Since when the server knows them, in milliseconds since 1970. */
since: number,
/** How many games in the archive are theirs. */
games: number,
/** How they went, by game. */
by_game: Array<GameTallyView>,
/** What they begin with most often, for each game and seat: at most three moves each. */
openings: Array<OpeningView>, };

/** A puzzle in a list. */
export type PuzzleSummary = {
/** Its name. */
id: string,
/** 1 to 10: the lowest level of the computer that finds it reliably. */
grade: number,
/** What it is about. */
themes: Array<string>,
/** How hard it has turned out to be. */
standing: PuzzleStatus,
/** Whether you have solved it at your first attempt; `null`: you have made none. */
tried: boolean | null, };

/** How somebody's rating with the puzzles of a game has changed. */
export type PuzzleHistory = {
/** Whose. */
user: UserView,
/** Of which game. */
game: string,
/** One for each attempt, the oldest first; ask for more with the last number. */
points: Array<PuzzlePoint>, };

/** Some puzzles of a game. */
export type PuzzleList = {
/** Which game. */
game: string,
/** How many there are in all. */
count: number,
/** Some of them: those that every server has, then those of this one. */
puzzles: Array<PuzzleSummary>,
/** Where the next part begins; `null`: nowhere. */
next: number | null, };

/** A first move of a puzzle and what is proven of it. */
export type PuzzleMove = {
/** In the game's notation. */
move: string,
/** What it leads to for whoever solves: `win`, `draw` or `loss`. */
value: string,
/** Plies to the end, the move among them; `null` for a draw, and where nobody has counted. */
plies: number | null,
/** Whether it is right. */
accepted: boolean, };

/** What an attempt has made of somebody's rating. */
export type PuzzlePoint = {
/** The number of the attempt among all of this server. */
number: number,
/** When, in milliseconds since 1970. */
at: number,
/** The number after it. */
rating: number,
/** Its uncertainty after it. */
deviation: number,
/** What the attempt has added. */
change: number, };

/** How hard a puzzle has turned out to be. */
export type PuzzleStatus = {
/** The number, on the scale of those who solve. */
rating: number,
/** Its uncertainty: with 95 % the truth is within twice of it. */
deviation: number,
/** Whether the deviation is above 110. */
provisional: boolean,
/** How many people with an account have tried it. */
attempts: number,
/** How many of them have solved it at once. */
solved: number, };

/** A puzzle, with everything that is proven of it (docs/puzzles.md). */
export type PuzzleView = {
/** Which game. */
game: string,
/** Its name among the puzzles of this game. */
id: string,
/** The options that are not the usual ones. */
options: { [key in string]: string },
/** Where it begins. */
position: string,
/**
 * `win`: every winning move is right. `fastest`: only the nearest wins are. `draw`: save the draw.
 * `first`: keep the first place.
 */
task: string,
/** How many moves are to be found, unless the game is over before. */
steps: number,
/** Every legal first move, the right ones first. */
moves: Array<PuzzleMove>,
/** Best play of both sides. */
line: Array<string>,
/** For each further move to find, on the line, all moves that are right there. */
right: Array<Array<string>>,
/** What it is about. */
themes: Array<string>,
/** 1 to 10: the lowest level of the computer that finds it reliably. */
grade: number,
/** How hard it has turned out to be. */
standing: PuzzleStatus,
/** What came of your first attempt, if you have an account and made one: whether you have solved it. */
tried: boolean | null, };

/** Which limit was reached, and when to come again. */
export type RateLimit = {
/** Which limit. */
key: string,
/** Come again after this many seconds. */
seconds: number, };

/** How a rating has changed, the oldest game first. */
export type RatingHistory = {
/** Whose. */
user: UserView,
/** In which pool. */
pool: string,
/** One for each game, the oldest first; ask for more with the last number. */
points: Array<RatingPoint>, };

/** What a game has made of a rating. */
export type RatingPoint = {
/** The number of the game among all finished games of this server. */
number: number,
/** Which game. */
game: string,
/** When it ended, in milliseconds since 1970. */
at: number,
/** The number after it. */
rating: number,
/** Its uncertainty after it. */
deviation: number,
/** What the game has added. */
change: number, };

/** Ratings from one to another. */
export type RatingRange = {
/** The lowest. */
min: number,
/** The highest. */
max: number, };

/** What an attempt has made of a rating. */
export type RatingStep = {
/** The number before. */
before: number,
/** The number after it. */
rating: number,
/** Its uncertainty after it. */
deviation: number,
/** Whether the deviation is above 110. */
provisional: boolean, };

/** A rating beside a name. */
export type RatingView = {
/** The number. */
value: number,
/** Whether too little is known to compare it with others: shown with a question mark. */
provisional: boolean, };

/** Who reads what players wrote to each other when their game is over. */
export type Readers = "players" | "public";

/** A new password for somebody who has lost theirs. */
export type Recovery = {
/** The account's name. */
name: string,
/** One of its recovery codes, or the code of a mail. */
code: Secret,
/** The new password. */
password: Secret, };

/** Codes to be kept on paper. */
export type RecoveryCodes = {
/** Each lets you choose a new password once; shown once. */
codes: Array<string>, };

/** Whose password is lost. */
export type RecoveryMail = {
/** The account's name. */
name: string, };

/** Who may create an account. */
export type Registration = "open" | "invite" | "closed";

/** A report with what moderators need to judge it. */
export type ReportDetail = {
/** The report. */
report: ReportView,
/** The game it is about; `null`: none. */
game: GameSummary | null,
/** Where that game is, also when it is not listed; missing without a game. */
link?: string | null,
/** What was said beside that game, by players and spectators, the oldest first. */
messages: Array<FromServer>, };

/** Reports, the last first. */
export type ReportList = {
/** At most 200, or as many as were asked for. */
reports: Array<ReportView>,
/** Ask with `?before=` this for earlier ones; missing: there are none. */
before?: string | null, };

/** What somebody has reported. */
export type ReportView = {
/** Its name. */
id: string,
/** When, in milliseconds since 1970. */
at: number,
/** Who has reported it. */
by: UserView,
/** About whom. */
about: UserView,
/** In which game. */
game?: string | null,
/** What it is about: `cheating`, `stalling`, `insults`, `spam`, `name` or `other`. */
reason: string,
/** What has happened; may be empty, also because whoever wrote it was deleted. */
text: string,
/** Which moderator works on it. */
taken_by?: UserView | null,
/** Since when. */
taken_at?: number | null,
/** Who has looked at it; missing: nobody, or whoever runs the server. */
done_by?: UserView | null,
/** When; missing: it waits. */
done_at?: number | null, };

/** Where something is said. */
export type Room = "players" | "spectators";

/** What somebody may not do at present. */
export type SanctionView = {
/** `mute` (speak), `ban` or `close` (log in). */
kind: string,
/** Until when; missing: for good. */
until?: number | null,
/** Since when. */
at: number, };

/** Who sits on a seat. */
export type SeatOverview = {
/** Whoever holds it; `null` for the computer and for a seat that is free. */
user: UserView | null,
/** The computer's level, where it holds the seat. */
level: number | null,
/** What somebody was called who played it elsewhere. */
name: string | null,
/** The id of whoever is invited to it, while it is free. */
invited: string | null,
/** Their rating when the game began, in a rated game. */
rating: RatingView | null, };

/** A seat of a game. */
export type SeatView = {
/** Who holds it. */
user: UserView | null,
/** The computer's level, where it holds the seat. */
level: number | null,
/** What somebody was called who is not known here, in a game that was played elsewhere. */
name?: string | null,
/** Whether they are connected now. */
connected: boolean,
/** Until when they are on vacation, in milliseconds since 1970; only while they are. */
vacation?: number | null,
/** Who is invited to it, while it is free. */
invited: string | null,
/** Their rating when the game began, in a rated game; the computer's is fixed. */
rating?: RatingView | null,
/** What the game has added to it, once it is over and was counted. */
rating_change?: number | null, };

/** Who is to sit on a seat. */
export type SeatRequest = "you" | "open" | { "user": string } | { "level": number };

/** What a seat was worth in the rated games of a pool. */
export type SeatWorth = {
/** Which seat, from 0. */
seat: number,
/** In how many games. */
games: number,
/** The share of rivals left behind, those who tie counting half: 0.5 where no seat is better. */
score: number, };

/** A password or a code. It is never written anywhere but on the wire. */
export type Secret = string;

/** A seek in the lobby. */
export type SeekView = {
/** Its name. */
id: string,
/** Whose. */
user: UserView,
/** Whether a guest made it, so that the game will not be rated. */
guest: boolean,
/**
 * The rating of the user in the pool in which the game would count; missing for guests, and where there
 * is none.
 */
rating?: RatingView | null,
/** How many more players it needs. */
missing: number,
/** The game that was made of it, once all are there. */
started: string | null,
/** Which game. */
game: string,
/** How many play. */
players?: number | null,
/** Options of the game. */
options?: { [key in string]: string },
/** The clock; `null`: none. */
clock: ClockSettings | null,
/** Whether it counts for ratings; `null` or missing: if it can, since all players have accounts. */
rated: boolean | null,
/**
 * Only opponents with a rating in this range. Without it pairing looks for similar ratings first, and
 * for any after a minute.
 */
rating_range?: RatingRange | null,
/**
 * The seat that is wanted. When it is missing, two who have played this game before change seats, and
 * all others draw lots.
 */
seat?: number | null,
/**
 * `2`: a match of two rated games, in which both play each seat once, counts as one. The second is made
 * by `rematch`.
 */
match?: number | null, };

/** All sessions of somebody. */
export type SessionList = {
/** The oldest first. */
sessions: Array<SessionView>, };

/** A browser or program in which somebody is known. */
export type SessionView = {
/** Its name; it lets nobody in. */
id: string,
/** Which browser and system, as far as they say. */
client: string,
/** When it began, in milliseconds since 1970. */
created: number,
/** When it was last used, to the hour. */
used: number,
/** When it ends unless it is used before; `null`: never. */
expires: number | null,
/** It is the one that asks. */
this: boolean, };

/** Some of the settings; a missing one stays as it is. */
export type SettingsChange = {
/** Who may create an account. */
registration?: Registration | null,
/** Whether visitors may play as guests. */
guests?: boolean | null,
/** Who may write beside games. */
chat?: ChatPolicy | null,
/** Who reads what players wrote to each other when their game is over. */
chat_after_game?: Readers | null, };

/** The settings as admins see them. */
export type SettingsView = {
/** The settings that the server's configuration fixes: they cannot be changed here. */
fixed: Array<string>,
/** Who may create an account. */
registration: Registration,
/** Whether visitors may play as guests, without an account. */
guests: boolean,
/** Who may write beside games. */
chat: ChatPolicy,
/** Who reads what players wrote to each other when their game is over. */
chat_after_game: Readers, };

/** Somebody who is known from now on, and the token by which the server knows them. */
export type SignedIn = {
/** Who they are. */
user: UserView,
/** For `Authorization: Bearer …`; shown once. A browser has it as a cookie. */
token: string,
/** The guest who has just logged in, where they have games that can be taken along. */
guest?: PreviousGuest | null, };

/** What the page needs to know about this server. */
export type SiteView = {
/** The version of the program. */
version: string,
/** Who may create an account. */
registration: Registration,
/** Whether visitors may play as guests, without an account. */
guests: boolean,
/** Who may write beside games. */
chat: ChatPolicy,
/** Who reads what players wrote to each other when their game is over. */
chat_after_game: Readers, };

/** The best solvers of a game. */
export type SolverBoard = {
/** Which game. */
game: string,
/** The best first; nobody whose rating is provisional. */
leaders: Array<SolverLeader>, };

/** The best solvers, by game; no game in which there are none. */
export type SolverBoards = {
/** By game. */
leaderboards: Array<SolverBoard>, };

/** Somebody who solves puzzles well. */
export type SolverLeader = {
/** 1, 2, 3 and so on. */
place: number,
/** Who. */
user: UserView,
/** The number. */
rating: number,
/** Its uncertainty now. */
deviation: number,
/** By how many attempts. */
attempts: number,
/** How many puzzles were solved at once. */
solved: number, };

/** How well somebody solves the puzzles of a game. */
export type SolverRating = {
/** Which game. */
game: string,
/** The number. */
rating: number,
/** Its uncertainty now: it grows without attempts. */
deviation: number,
/** Whether the deviation is above 110. */
provisional: boolean,
/** By how many attempts. */
attempts: number,
/** How many puzzles were solved at once. */
solved: number,
/** When the last attempt was made, in milliseconds since 1970. */
changed: number, };

/** All personal tokens of somebody. */
export type TokenList = {
/** The oldest first. */
tokens: Array<TokenView>, };

/** A personal token that was just made. */
export type CreatedToken = {
/** For `Authorization: Bearer …`; shown once. */
token: string,
/** Its name; it lets nobody in. */
id: string,
/** What it is for. */
label: string,
/** What it may do. */
scopes: Array<string>,
/** When it was made, in milliseconds since 1970. */
created: number,
/** When it was last used, to the hour. */
used: number,
/** Until when it is good. A new password and a recovery end it before. */
expires: number | null, };

/** A personal token in a list. */
export type TokenView = {
/** Its name; it lets nobody in. */
id: string,
/** What it is for. */
label: string,
/** What it may do. */
scopes: Array<string>,
/** When it was made, in milliseconds since 1970. */
created: number,
/** When it was last used, to the hour. */
used: number,
/** Until when it is good. A new password and a recovery end it before. */
expires: number | null, };

/** A puzzle that you have tried. */
export type TriedPuzzle = {
/** The number of the attempt among all of this server. */
number: number,
/** Which puzzle. */
puzzle: string,
/** When, in milliseconds since 1970. */
at: number,
/** Whether it was solved. */
solved: boolean,
/** What it has made of your rating. */
you: RatingStep,
/** What it has made of the puzzle's. */
rival: RatingStep, };

/** The puzzles of a game that you have tried, the last first. */
export type TriedPuzzles = {
/** Of which game. */
game: string,
/** The last first. */
tried: Array<TriedPuzzle>,
/** Ask for more with `before` this number; `null`: there is no more. */
next: number | null, };

/** How well somebody solves puzzles. */
export type UserPuzzles = {
/** Whose. */
user: UserView,
/** One for each game in which they have tried a puzzle. */
ratings: Array<SolverRating>, };

/** All ratings of a person. */
export type UserRatings = {
/** Whose. */
user: UserView,
/** One for each pool in which they have played. */
ratings: Array<PoolRating>, };

/** Somebody who plays. */
export type UserView = {
/** Never changes. */
id: string,
/** What they are called: text, never markup. */
name: string,
/** A program plays for them; missing when it does not. */
bot?: boolean, };

/** Somebody's vacation (TB-11). */
export type VacationView = {
/** Until when they are on vacation, in milliseconds since 1970; `null`: they are not. */
until: number | null,
/** How many days they can still have this year, beside the vacation they are on. */
days_left: number,
/** How many days they have in a year. */
days_a_year: number, };

/** When somebody wants to be on vacation (TB-11). */
export type VacationRequest = {
/** Until when, in milliseconds since 1970; it begins at once. `null`: it is over. */
until: number | null, };

/** All addresses of somebody. */
export type WebhookList = {
/** The oldest first. */
webhooks: Array<WebhookView>, };

/** An address that was just added. */
export type CreatedWebhook = {
/** As it will be in the list. */
webhook: WebhookView,
/** What is sent is signed by it; shown once. */
secret: string, };

/** Why nothing is sent to an address any more. */
export type WebhookOff = {
/** Since when. */
since: number,
/** `failing`: nothing was taken for five days; `gone`: it answered 410. */
why: string, };

/** An address to which notices are sent. */
export type WebhookView = {
/** Its name. */
id: string,
/** Where notices are sent. */
url: string,
/** Which. */
notices: Array<string>,
/** When it was made, in milliseconds since 1970. */
created: number,
/** Since when nothing was taken there; `null`: the last try went well. */
failing: number | null,
/** Nothing is sent there any more; `POST /webhooks/{id}/test` begins again. */
off: WebhookOff | null,
/** The last ones, the newest first. */
deliveries: Array<DeliveryView>, };
