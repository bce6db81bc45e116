// Generated from crates/protocol by `cargo xtask ts-types`. Do not edit.

import type { AbortReason, Action, ClockSettings } from "$lib/engine/types.gen";

/** Who is responsible for an aborted game (TB-3), and why. */
export type AbortView = {
/** The seat; `null`: the server. */
by: number | null,
/**
 * `asked` (a player aborted), `first-decision` (none was made in time), `resignation`, `time` or
 * `absence` (before every player had decided, or the opponent claimed it), or `declined` (the challenge
 * was).
 */
why: AbortReason, };

/** Private details of your account. */
export type AccountView = {
/** The address for password recovery; hidden from personal tokens. */
email: string | null,
/** The number of unused recovery codes. */
recovery_codes: number,
/** Whether the account has a password. */
password: boolean,
/** The number of passkeys. */
passkeys: number,
/** The role: `moderator` or `admin`. */
role?: string | null, };

/** The result of an action. */
export type ActionDone = {
/** The number of the game's last event. */
seq: number,
/** The events it has caused. */
events: Array<GameEvent>, };

/** A page of search results. */
export type ArchivePage = {
/** Sorted by time, newest first. */
games: Array<ArchivedGameView>,
/**
 * `before` of the next page; `null`: this was the last one. A page may be short or even empty without
 * being the last: searching many games for a position takes several pages.
 */
next: number | null, };

/** A finished game in the archive. */
export type ArchivedGameView = { id: string,
/** Its number in the order in which games ended. */
number: number,
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of players. */
players: number,
/** The options that differ from the defaults. */
options: { [key in string]: string },
/** The position it began with; `null`: the start position. */
position: string | null,
/** The clock, as in records; `null`: none. */
clock: string | null,
/** `untimed`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
speed: string, rated: boolean,
/** The result, as in records. */
result: string,
/** The place of each seat. */
places: Array<number>,
/** The reason why it ended. */
termination: string,
/** The number of plies. */
plies: number,
/** When it began, in milliseconds since 1970. */
began: number,
/** When it ended, in milliseconds since 1970. */
ended: number,
/** The mean of the known ratings; `null`: none is known. */
rating: number | null,
/** The seats, in the notation's order. */
seats: Array<ArchivedSeatView>, };

/** A seat of a finished game. */
export type ArchivedSeatView = {
/** The player; `null` for the computer. */
user: UserView | null,
/** The level, if a computer played. */
level: number | null,
/** The player's name at the time. */
name: string,
/** Their rating when they took the seat; `null`: unknown. */
rating: number | null, };

/** The result of an attempt. */
export type AttemptDone = {
/** Whether the puzzle is solved. */
solved: boolean,
/** Whether the attempt is rated: only the first one at a puzzle by a user with an account is. */
counted: boolean,
/** The change of your rating, if it is rated. */
you: RatingStep | null,
/** The change of the puzzle's rating, if it is rated. */
puzzle: RatingStep | null, };

/** The moderation log, newest first. */
export type AuditPage = {
/** At most 100 entries, newest first. */
lines: Array<AuditView>,
/** The value of `before` for the next page; missing: there is none. */
before?: number | null, };

/** An entry of the moderation log. */
export type AuditView = {
/** The entry's number; numbers are consecutive. */
number: number,
/** The time, in milliseconds since 1970. */
at: number,
/** The moderator; `null`: the server's operator, on the command line. */
by: UserView | null,
/** The action: as in the request, or `report-take`, `report-release`, `report-done`. */
action: string,
/** The user it was applied to. */
user: UserView,
/** Further details, and the reason. */
detail: string, };

/** The users that you block, oldest first. */
export type BlockList = {
/** Visible only to you. */
blocks: Array<BlockView>, };

/** A user that you block. */
export type BlockView = { user: UserView,
/** When you blocked them, in milliseconds since 1970. */
at: number, };

/** The bots of a user. */
export type BotList = {
/** Sorted by age, oldest first. */
bots: Array<BotView>, };

/** A bot in a list. */
export type BotView = {
/** When its token expires; `null`: it has none, and `POST /accounts/bot/{id}/token` creates one. */
expires: number | null,
/** The user's id, which never changes. */
id: string,
/** The displayed name: text, never markup. */
name: string,
/** A bot account; missing for people. */
bot?: boolean, };

/** A challenge that waits for an answer. */
export type ChallengeView = {
/** The user who challenges. */
by: UserView,
/** The challenged users who have not answered. */
to: Array<UserView>,
/** Whether you are challenged: accept by `join`, or `decline`. */
yours: boolean,
/** Whether it is the next game of a series. */
rematch: boolean, };

/** Who may write in chats. */
export type ChatPolicy = "open" | "players" | "off";

/** The result of claiming a guest's games. */
export type ClaimedGames = {
/** The number of games that are yours now. */
games: number, };

/** The state of the clocks. */
export type ClocksView = {
/** The server's time, in milliseconds since 1970. */
at: number,
/** The remaining time of each seat at that moment, in milliseconds. */
left_ms: Array<number>,
/** The seat whose clock runs. */
running: number | null,
/**
 * When it starts to run, in milliseconds since 1970; only while it waits: because the server has just
 * restarted, or for the end of a vacation.
 */
runs_from?: number | null,
/**
 * When the game is aborted unless the seat to move makes its first decision before (TB-6), in
 * milliseconds since 1970; only while one is awaited. No clock runs meanwhile.
 */
first_by?: number | null,
/** The remaining periods of each seat; empty without periods. */
periods?: Array<number>, };

/** The results by seat, for each pool. */
export type Colours = {
/** Pools with at least one game. */
colours: Array<PoolColours>, };

/** A personal token that was just created. */
export type CreatedToken = {
/** For `Authorization: Bearer …`; shown once. */
token: string,
/** The token's id; it is not a credential. */
id: string,
/** Your description of it. */
label: string,
/** `play`, `read`, or both. */
scopes: Array<string>,
/** Time of creation, in milliseconds since 1970. */
created: number,
/** Last use, to the hour. */
used: number,
/** When it expires. A new password or a recovery revokes it earlier. */
expires: number | null, };

/** A webhook that was just created. */
export type CreatedWebhook = {
/** The webhook as lists show it. */
webhook: WebhookView,
/** The key that signs deliveries; shown once. */
secret: string, };

/** A delivery of a notice. */
export type DeliveryView = {
/** The delivery's id, the same at every try; sent in the header `webhook-id`. */
id: string,
/** The kind of notice. */
notice: string,
/** The game's id; `null` for `test`. */
game: string | null,
/** Time of the notice, in milliseconds since 1970. */
at: number,
/** Whether it was delivered. */
taken: boolean,
/** The number of tries. */
tries: number,
/** Time of the last try, in milliseconds since 1970. */
tried: number | null,
/** The result of the last try: a status, or `no-answer`. */
answer: string | null,
/** Time of the next try, in milliseconds since 1970; `null`: there will be none. */
next: number | null, };

/** The files available for download. */
export type DumpList = {
/** The files, sorted by name. */
dumps: Array<DumpView>, };

/** A file with many games. */
export type DumpView = {
/** Its name below `/api/v1/archive/dumps/`. */
name: string,
/** Its size in bytes. */
bytes: number, };

/** A legal move and the games in which it was played. */
export type ExplorerMove = {
/** The move, in the game's notation. */
move: string,
/** Other moves that lead to a symmetric position; they are counted with it. */
same: Array<string>,
/** The number of games. */
games: number,
/** Games it won alone. */
wins: number,
/** Games in which it shared the first place. */
draws: number,
/** Games in which another seat was first. */
losses: number,
/** Its mean place; `null` without games. */
mean_place: number | null,
/** The mean rating of the games with known ratings; `null` if there are none. */
mean_rating: number | null, };

/** The games that reached a position. */
export type ExplorerView = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of players. */
players: number, position: string,
/** The seat to move; `null` when the game is over. */
to_act: number | null,
/** Every legal move, the most played first. */
moves: Array<ExplorerMove>,
/** The newest games that reached the position. */
newest: Array<ArchivedGameView>,
/** The number of games. */
games: number,
/** Games it won alone. */
wins: number,
/** Games in which it shared the first place. */
draws: number,
/** Games in which another seat was first. */
losses: number,
/** Its mean place; `null` without games. */
mean_place: number | null,
/** The mean rating of the games with known ratings; `null` if there are none. */
mean_rating: number | null, };

/** A message from a client. */
export type FromClient = { "type": "subscribe",
/** The id of the game. */
game: string,
/** The number of the last event the client has; 0: from the beginning. */
since: number,
/** Required for an unlisted game of other players. */
invitation: string | null, } | { "type": "unsubscribe",
/** The id of the game. */
game: string, } | { "type": "act",
/** The id of the game. */
game: string,
/** The client's own id for this request: repeating it has no effect. */
id: string,
/** The number of the last event the client knew. */
seq: number,
/**
 * The action: `{"move": "Y3"}`, `"resign"`, `"abort"`, `"offer-draw"`, `"take-back"`, `"accept"`,
 * `"decline"`, `"withdraw"`, `"claim"` or `{"claim": "leave" | "draw" | "abort"}`, `{"give-time": 1}`.
 */
do: Action, } | { "type": "say",
/** The id of the game. */
game: string, room: Room,
/** One line of at most 500 characters. */
text: string, } | { "type": "lobby" } | { "type": "ping",
/** Returned in the answer. */
id: number, };

/** A message from the server. */
export type FromServer = { "type": "hello",
/** The version of the socket protocol. */
protocol: number,
/** The version of the server. */
version: string,
/** The authenticated user; `null`: anonymous. */
you: UserView | null,
/** The server's time, in milliseconds since 1970. */
at: number, } | { "type": "events",
/** The id of the game. */
game: string,
/** In order, without gaps. */
events: Array<GameEvent>,
/** The server's time, in milliseconds since 1970. */
at: number, } | { "type": "accepted",
/** The id of the game. */
game: string,
/** The client's own id for the action. */
id: string,
/** The number of the game's last event. */
seq: number, } | { "type": "refused",
/** The id of the game. */
game: string | null,
/** The client's own id for the request. */
id: string | null,
/** The reason for the refusal. */
problem: Problem, } | { "type": "presence",
/** The id of the game. */
game: string,
/** For each seat, whether its player is connected. */
connected: Array<boolean>,
/**
 * For each seat, how long its player has been away, in milliseconds: at least 1 for a player who is
 * not connected, 0 for one who is, and for seats without a player.
 */
away_ms: Array<number>,
/**
 * For each seat, the end of its player's vacation (TB-11), in milliseconds since 1970; `null`: no
 * vacation.
 */
vacation: Array<number | null>,
/** The number of spectators. */
spectators: number, } | { "type": "message",
/** The id of the game. */
game: string, room: Room,
/** 1, 2, 3 and so on within the room. */
number: number,
/** The time, in milliseconds since 1970. */
at: number,
/** The author of the message. */
user: UserView,
/** Plain text, never markup. */
text: string, } | { "type": "lobby",
/** All seeks that are open. */
seeks: Array<SeekView>, } | { "type": "notice",
/** `game-start`, `my-turn`, `reminder`, `challenge`, `rematch` or `game-end`. */
notice: string,
/** The id of the game. */
game: string,
/** The user who challenges you or offers a rematch. */
from?: UserView | null, } | { "type": "pong",
/** The `id` of the ping. */
id: number,
/** The server's time, in milliseconds since 1970. */
at: number, } | { "type": "bye",
/** The reason as a sentence. */
reason: string, };

/** Who may write in a game's chat, and who can read it. */
export type GameChat = {
/** The rooms in which you may write now, or could as a guest. */
write: Array<Room>,
/** Who can read the players' room when the game is over. */
after_game: Readers, };

/**
 * An event of a game: `seq`, `at` (milliseconds since 1970), `type`, and more by type. `moved` has `seat`,
 * `move`, `position` and `left_ms`; `joined` has `seat` and `user` or `level`; `started` of a rated game has
 * `began`, by seat the `kind` of player and the `rating`; `ended` has `result`, `termination` and `places`.
 *
 * Kept as serialized text, so that it is serialized once for all recipients.
 */
export type GameEvent = { seq: number; at: number; type: string; [field: string]: unknown };

/** A list of games. */
export type GameList = {
/** Most recently changed first. */
games: Array<GameSummary>, };

/** A game in a list. */
export type GameSummary = { id: string,
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** `waiting`, `playing` or `over`. */
stage: string,
/** Whether the players are expected to be present, in contrast to correspondence games. */
live: boolean,
/** Whether it is listed publicly, and open to spectators. */
listed: boolean,
/** The number of the last event. */
seq: number,
/** Time of creation, in milliseconds since 1970. */
created: number,
/** Time of the last event, in milliseconds since 1970. */
changed: number,
/** Your seat; `null` if you are not a player. */
you: number | null,
/** Whether it is your turn. */
my_turn: boolean,
/** When the player to move runs out of time, in milliseconds since 1970. */
deadline: number | null,
/** The number of players. */
players: number,
/** All options with their values. */
options: { [key in string]: string },
/** The clock; `null`: none. */
clock: ClockSettings | null, rated: boolean,
/** The seats, in the notation's order. */
seats: Array<SeatOverview>,
/** The seat to move; `null` before the game has begun and after its end. */
to_act: number | null,
/** The position after the last event. */
position: string,
/** The number of moves; players who left do not count. */
plies: number,
/** The place of each seat, once the game is over; empty if it was aborted. */
places: Array<number>,
/** The seat that left last, if that ended the game. */
leaver: number | null,
/** The result, as in records; `null` while there is none. */
result: string | null,
/** Why the game ended; `null` while it is in progress. */
termination: string | null,
/** Who is responsible for an abort, and why; only of an aborted game, if known. */
aborted: AbortView | null, };

/** A user's results in one of the games. */
export type GameTallyView = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of games. */
games: number,
/** Games they won alone. */
wins: number,
/** Games in which they shared the first place. */
draws: number,
/** Games in which another player was first. */
losses: number, };

/** A game from the caller's point of view. */
export type GameView = { id: string,
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of players. */
players: number,
/** All options with their values. */
options: { [key in string]: string },
/** The position it began with, if that was not the start position. */
first_position: string | null,
/** The clock; `null`: none. */
clock: ClockSettings | null, rated: boolean,
/** Whether it is listed publicly, and open to spectators. */
listed: boolean,
/** Whether moves may be taken back by agreement. */
take_back: boolean,
/** The seats, in the notation's order. */
seats: Array<SeatView>,
/** Your seat; `null` for spectators. */
you: number | null,
/** The number of the last event. */
seq: number,
/** The moves so far; `b:resigns` and the like where a player left. */
moves: Array<string>,
/** The position after the last event. */
position: string,
/** The seat to move; `null` before the game has begun and after its end. */
to_act: number | null,
/** The legal moves, if it is your turn. */
legal_moves: Array<string>,
/** The state of the clocks; `null` without a clock. */
clocks: ClocksView | null,
/** An offer that waits for an answer. */
offer: OfferView | null,
/** The result, as in records; `null` while there is none. */
result: string | null,
/** Why the game ended; `null` while it is in progress. */
termination: string | null,
/** Who is responsible for an abort, and why; only of an aborted game, if known. */
aborted?: AbortView | null,
/** Whether you may start the next game, or repeat the game after an abort that was not your fault. */
rematch: boolean,
/** An invitation link for a free seat; only for the game's players. */
invitation: string | null,
/** The previous game of the series. */
previous?: string | null,
/** The challenge, while a free seat is reserved for a player. */
challenge?: ChallengeView | null, chat: GameChat,
/** Whether players may use the engine and tables. */
help: Help,
/** The next game of the series, once it exists. */
next: string | null,
/** 1 or 2: the game's place in a match of two that is rated as one. */
match_game?: number | null,
/** All events so far. */
events: Array<GameEvent>, };

/** A guest and the token that identifies them. */
export type Guest = { user: UserView,
/** For `Authorization: Bearer …`; shown once. */
token: string, };

/** A guest whose games are to be claimed. */
export type GuestClaim = {
/** The token of the guest. */
token: Secret, };

/** Whether players of a game may use the engine and tables. */
export type Help = "open" | "closed";

/** All invite codes, newest first. */
export type InviteCodeList = {
/** The codes that were not revoked, including used-up ones. */
codes: Array<InviteCodeView>, };

/** A code for creating accounts. */
export type InviteCodeView = { code: string,
/** A description for admins. */
label: string,
/** How many accounts can be created with it. */
uses: number,
/** How many accounts have been created with it. */
used: number,
/** When it expires, in milliseconds since 1970; `null`: never. */
until: number | null,
/** Time of creation, in milliseconds since 1970. */
created: number,
/** The admin who created it; `null`: a deleted account. */
by: UserView | null, };

/** A request for a seat. */
export type JoinRequest = {
/** The seat; by default the first free one. */
seat: number | null,
/** The last part of the invitation's link, or the whole link. */
invitation: string | null, };

/** An entry of a leaderboard. */
export type Leader = {
/** 1, 2, 3 and so on. */
place: number, user: UserView, rating: number,
/** The uncertainty at the moment. */
deviation: number,
/** The number of rated games. */
games: number, };

/** The strongest players of a pool. */
export type Leaderboard = {
/** Strongest first, without provisional ratings. */
leaders: Array<Leader>,
/** The pool's id: the other fields joined by dots. */
pool: string,
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of players. */
players: number,
/** `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
speed: string,
/** The kinds of players: only `people`, also `bots`, or also the computer's levels (`engine`). */
apart: string, };

/** The requested leaderboards, without empty ones. */
export type Leaderboards = {
/** By game, number of players and speed. */
leaderboards: Array<Leaderboard>, };

/** The credentials for a log-in. */
export type LogIn = {
/** The name of the account. */
name: string, password: Secret, };

/** A user as moderators see them. */
export type ModeratedUser = { user: UserView,
/** They have no account. */
guest: boolean,
/** When they first came, in milliseconds since 1970. */
since: number,
/** `moderator` or `admin`; missing: neither. */
role?: string | null,
/** The sanctions in force. */
sanctions: Array<SanctionView>, };

/** A moderator's action on a user. */
export type ModerationAct = {
/** `mute`, `unmute`, `ban`, `unban`, `close`, `reopen`, `rename`, or (admins only) `role`. */
do: string,
/** For `mute` and `ban`: the number of days, 1 to 3650; missing: permanently. */
until_days?: number | null,
/** For `rename`: the new name. */
name?: string | null,
/** For `role`: `moderator`, `admin` or `none`. */
role?: string | null,
/** The reason, for other moderators: 1 to 500 characters. */
why: string, };

export type NewAccount = {
/** 2 to 30 letters, digits, `-` and `_`, beginning with a letter. Unique regardless of case. */
name: string,
/** 12 to 128 characters of any kind, not easy to guess. */
password: Secret,
/** Only for recovering a lost password; optional, and visible only to you. */
email: string | null,
/** Required if the server accepts new accounts by invite code only (`GET /site`). */
invite_code: string | null, };

/** An attempt at a puzzle: the moves you have played, up to the deciding one. */
export type NewAttempt = {
/** The client's own id for it, 1 to 64 characters: repeating the request has no effect. */
id: string,
/**
 * Your own moves. The other side follows the line; they end with the first wrong move, the first right
 * one that differs from the line, or the last one to find.
 */
moves: Array<string>,
/** You took a hint or gave up: it counts as not solved, and no moves are required. */
helped: boolean, };

/** A new bot account. It needs your password or one of your passkeys. */
export type NewBot = {
/** The bot's name, by the same rules as for accounts. */
name: string,
/** Lifetime of its token in days: 1 to 366, by default 366. */
days: number | null,
/** The password of your account. */
password: Secret | null,
/** The answer of one of your passkeys to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** A new token for a bot. It needs your password or one of your passkeys. */
export type NewBotToken = {
/** Lifetime in days: 1 to 366, by default 366. */
days: number | null,
/** The password of your account. */
password: Secret | null,
/** The answer of one of your passkeys to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** A new address for password recovery. */
export type NewEmail = {
/** The address; `null` removes it. */
email: string | null,
/** The password of the account. */
password: Secret | null,
/** The answer of one of your passkeys to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

export type NewGame = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of players; by default the length of `seats`. */
players: number | null,
/** Options of the game; numbers may be written as such. */
options: { [key in string]: string },
/** The position it begins with. */
position: string | null,
/** The clock; `null`: none. */
clock: ClockSettings | null,
/** Whether it is rated. Moves cannot be taken back in a rated game. */
rated: boolean,
/** The players by seat; by default `["you", "open", …]`. */
seats: Array<SeatRequest>,
/** Whether it is listed publicly, and open to spectators. */
listed: boolean,
/** Whether moves may be taken back by agreement. */
take_back: boolean,
/**
 * `2`: a match of two rated games, in which both players play each seat once, counts as one. The second
 * game is created by `rematch`.
 */
match?: number | null, };

export type NewGuest = {
/** The displayed name; by default one is generated. */
name: string | null, };

/** A new invite code. */
export type NewInviteCode = {
/** A description for admins: at most 100 characters. */
label: string,
/** How many accounts can be created with it: 1 to 1000, by default 1. */
uses: number | null,
/** When it expires, in milliseconds since 1970; `null`: never. */
until: number | null, };

/** A new displayed name. */
export type NewName = {
/** One line of at most 30 characters. */
name: string, };

/** A new passkey for an account. */
export type NewPasskey = {
/** The id of a challenge for `key`. */
challenge: string,
/** The credential as `toJSON()` writes it. */
credential: object,
/** Your name for the passkey; by default the browser's. */
label: string | null, };

/** A new account with a passkey; the challenge contains its name. */
export type NewPasskeyAccount = {
/** The id of a challenge for `account`. */
challenge: string,
/** The credential as `toJSON()` writes it. */
credential: object,
/** Your name for the passkey; by default the browser's. */
label: string | null,
/** Only for recovering the account if the passkey is lost; optional, and visible only to you. */
email: string | null,
/** Required if the server accepts new accounts by invite code only (`GET /site`). */
invite_code: string | null, };

/** A change of password. */
export type NewPassword = {
/** The current password; not needed with a passkey. */
old: Secret | null,
/** The answer of one of your passkeys to a challenge for `proof`, instead of the old password. */
passkey: PasskeyAnswer | null, new: Secret, };

/** A report to the moderators. */
export type NewReport = {
/** The reported user: their id or account name. */
user: string,
/** The game it is about. */
game: string | null,
/**
 * The category: `cheating` (help by a program or another person), `stalling` (lets the clock run,
 * leaves), `insults`, `spam`, `name` (the displayed name), or by default `other`.
 */
reason: string | null,
/** A description of at most 500 characters; required only for `other`. */
text: string, };

/** A seek: an offer to play that any other user can accept. */
export type NewSeek = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of players. */
players?: number | null,
/** Options of the game. */
options?: { [key in string]: string },
/** The clock; `null`: none. */
clock: ClockSettings | null,
/** Whether the game is rated; `null` or missing: if possible, which needs accounts of all players. */
rated: boolean | null,
/**
 * Accept only opponents with a rating in this range. Without it, pairing prefers similar ratings at
 * first, and accepts any after a minute.
 */
rating_range?: RatingRange | null,
/**
 * The seat you want. By default two players who have met in this game before swap seats, and all others
 * draw lots.
 */
seat?: number | null,
/**
 * `2`: a match of two rated games, in which both players play each seat once, counts as one. The second
 * game is created by `rematch`.
 */
match?: number | null, };

/** A new personal token. It needs your password or one of your passkeys. */
export type NewToken = {
/** A description in your own words: 1 to 60 characters. */
label: string,
/** `play`: games, seeks, chat, webhooks; `read`: reading your own data. */
scopes: Array<string>,
/** Lifetime in days: 1 to 366, by default 90. */
days: number | null,
/** The password of the account. */
password: Secret | null,
/** The answer of one of your passkeys to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/**
 * A new webhook. In a session it needs your password or one of your passkeys; a personal token with the
 * scope `play` needs neither, and its webhooks are deleted with it.
 */
export type NewWebhook = {
/** A public https address. */
url: string,
/** The notices to send: `game-start`, `my-turn`, `challenge`, `game-end`, `rematch`, `reminder`. */
notices: Array<string>,
/** Lifetime in days: 1 to 366. By default 365 or, with a personal token, until the token ends. */
days: number | null,
/** The account's password; not with a personal token. */
password: Secret | null,
/** The answer of one of your passkeys to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** An offer that waits for an answer. */
export type OfferView = {
/** The seat that made it. */
by: number,
/** The offer: `draw` or `take-back`. */
offer: string, };

/** A user's first move. */
export type OpeningView = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The seat of the user. */
seat: number,
/** The move, in the game's notation. */
move: string,
/** The number of games. */
games: number,
/** Games they won alone. */
wins: number,
/** Games in which they shared the first place. */
draws: number,
/** Games in which another player was first. */
losses: number, };

/** A passkey's answer to a challenge. */
export type PasskeyAnswer = {
/** The id of the challenge. */
challenge: string,
/** The credential as `toJSON()` writes it. */
credential: object, };

/** A challenge for a passkey. It can be used once, within five minutes. */
export type PasskeyChallenge = {
/** The challenge's id, to be sent with the answer. */
challenge: string,
/**
 * `publicKey` of `navigator.credentials.create()` (for `account` and `key`) or `get()`, in the form that
 * `PublicKeyCredential.parseCreationOptionsFromJSON()` and `parseRequestOptionsFromJSON()` read.
 */
options: object, };

/** A new label for a passkey. */
export type PasskeyLabel = {
/** 1 to 60 characters. */
label: string, };

/** The passkeys of a user. */
export type PasskeyList = {
/** Sorted by age, oldest first. */
passkeys: Array<PasskeyView>, };

/** Where this server's passkeys can be used. */
export type PasskeyOrigin = {
/**
 * The required origin of the page; `null`: passkeys are unavailable, since the server has no domain to
 * bind them to.
 */
origin: string | null, };

/** The purpose of a passkey challenge. */
export type PasskeyPurpose = "account" | "key" | "log-in" | "proof";

/** A request for a challenge. */
export type PasskeyRequest = { for: PasskeyPurpose,
/**
 * For `account`: the new account's name; for `log-in`: the account's name, unless the passkey provides
 * it.
 */
name: string | null,
/** For `key`: the account's password. */
password: Secret | null,
/** For `key`: the answer of one of your passkeys to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** One of your passkeys. */
export type PasskeyView = {
/** The passkey's id on this server. */
id: string,
/** Your name for it. */
label: string,
/** When it was added, in milliseconds since 1970. */
created: number,
/** When it was last used, in milliseconds since 1970. */
used: number,
/** Whether it reports that it is synced to your other devices. */
synced: boolean, };

/** Proof that you own the account. */
export type PasswordProof = {
/** The account's password; a guest has none. */
password: Secret | null,
/** The answer of one of your passkeys to a challenge for `proof`, instead of the password. */
passkey: PasskeyAnswer | null, };

/** The results by seat in a pool. */
export type PoolColours = {
/** One entry for each seat. */
seats: Array<SeatWorth>,
/** What is proved about the game, if anything. */
solved?: string | null,
/** The pool's id: the other fields joined by dots. */
pool: string,
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of players. */
players: number,
/** `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
speed: string,
/** The kinds of players: only `people`, also `bots`, or also the computer's levels (`engine`). */
apart: string, };

/** A user's rating in a pool. */
export type PoolRating = { rating: number,
/**
 * Its current uncertainty: with 95 % probability the true rating is within twice this value. It grows
 * without games.
 */
deviation: number,
/** Whether the deviation is above 110. */
provisional: boolean,
/** The number of rated games. */
games: number,
/** End of the last rated game, in milliseconds since 1970. */
changed: number,
/** The pool's id: the other fields joined by dots. */
pool: string,
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of players. */
players: number,
/** `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
speed: string,
/** The kinds of players: only `people`, also `bots`, or also the computer's levels (`engine`). */
apart: string, };

/** The guest a user was until they logged in. */
export type PreviousGuest = { user: UserView,
/** The guest's token, with which `POST /me/guests` claims the games. */
token: string,
/** The number of the guest's games. */
games: number, };

/** An error response. `key` is the reason for programs, `detail` a sentence for people. */
export type Problem = {
/** The kind of problem, the same for all with this status. */
title: string, status: number,
/** The reason, for programs; keys are stable. */
key: string,
/** The reason in English. */
detail: string,
/** The values that `detail` mentions, in the order in which sentences use them. */
args?: Array<string>,
/** The ruling that applies, if a rule of the game does. */
ruling?: string | null,
/** The number of the game's last event, if the request was based on an older one. */
seq?: number | null,
/** The events that the client lacks, if the request was based on an older one. */
events?: Array<GameEvent>,
/** How long to wait, if a rate limit was exceeded. */
ratelimit?: RateLimit | null, };

/** A user's public profile. */
export type ProfileView = { user: UserView,
/** They have no account. */
guest: boolean,
/** When they first came, in milliseconds since 1970. */
since: number,
/** The number of their games in the archive. */
games: number,
/** Their results by game. */
by_game: Array<GameTallyView>,
/** Their most frequent first moves, at most three for each game and seat. */
openings: Array<OpeningView>, };

/** The history of a user's rating with the puzzles of a game. */
export type PuzzleHistory = { user: UserView,
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** One for each attempt, oldest first; the next page begins after the last number. */
points: Array<PuzzlePoint>, };

/** A page of the puzzles of a game. */
export type PuzzleList = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of all puzzles of the game. */
count: number,
/** Built-in puzzles first, then those of this server. */
puzzles: Array<PuzzleSummary>,
/** Where the next page begins; `null`: this is the last one. */
next: number | null, };

/** A first move of a puzzle and what is proved about it. */
export type PuzzleMove = {
/** The move in the game's notation. */
move: string,
/** Its value for the solver: `win`, `draw` or `loss`. */
value: string,
/** Plies to the end, including the move; `null` for a draw, or if unknown. */
plies: number | null,
/** Whether it solves the puzzle. */
accepted: boolean, };

/** The effect of an attempt on a user's rating. */
export type PuzzlePoint = {
/** The number of the attempt, counted over all attempts on this server. */
number: number,
/** Time of the attempt, in milliseconds since 1970. */
at: number,
/** The rating after it. */
rating: number,
/** The uncertainty after it. */
deviation: number,
/** The change of the rating. */
change: number, };

/** The rating of a puzzle. */
export type PuzzleStatus = {
/** The rating, on the scale of the solvers. */
rating: number,
/** Its uncertainty: with 95 % probability the true rating is within twice this value. */
deviation: number,
/** Whether the deviation is above 110. */
provisional: boolean,
/** The number of users with an account who have tried it. */
attempts: number,
/** The number of them who solved it at the first attempt. */
solved: number, };

/** A puzzle in a list. */
export type PuzzleSummary = { id: string,
/** 1 to 10: the lowest level of the computer that finds it reliably. */
grade: number, themes: Array<string>, standing: PuzzleStatus,
/** Whether your first attempt solved it; `null`: you have made none. */
tried: boolean | null, };

/** A puzzle, with everything that is proved about it (docs/puzzles.md). */
export type PuzzleView = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The puzzle's id, unique within the game. */
id: string,
/** The options that differ from the defaults. */
options: { [key in string]: string },
/** The position it begins with. */
position: string,
/**
 * `win`: every winning move is right. `fastest`: only the shortest wins are. `draw`: save the draw.
 * `first`: keep the first place.
 */
task: string,
/** The number of moves to find, unless the game ends before. */
steps: number,
/** Every legal first move, the right ones first. */
moves: Array<PuzzleMove>,
/** Best play by both sides. */
line: Array<string>,
/** For each further move to find, on the line: all moves that are right there. */
right: Array<Array<string>>, themes: Array<string>,
/** 1 to 10: the lowest level of the computer that finds it reliably. */
grade: number, standing: PuzzleStatus,
/** Whether your first attempt solved it, if you have an account and made one. */
tried: boolean | null, };

/** An exceeded rate limit. */
export type RateLimit = {
/** The name of the limit. */
key: string,
/** Retry after this many seconds. */
seconds: number, };

/** The history of a rating. */
export type RatingHistory = { user: UserView,
/** The id of the pool. */
pool: string,
/** One for each game, oldest first; the next page begins after the last number. */
points: Array<RatingPoint>, };

/** The effect of a game on a rating. */
export type RatingPoint = {
/** The number of the game, counted over all finished games of this server. */
number: number,
/** The id of the game. */
game: string,
/** End of the game, in milliseconds since 1970. */
at: number,
/** The rating after it. */
rating: number,
/** The uncertainty after it. */
deviation: number,
/** The change of the rating. */
change: number, };

/** A range of ratings. */
export type RatingRange = { min: number, max: number, };

/** The effect of an attempt on a rating. */
export type RatingStep = {
/** The rating before the attempt. */
before: number,
/** The rating after the attempt. */
rating: number,
/** The uncertainty after the attempt. */
deviation: number,
/** Whether the deviation is above 110. */
provisional: boolean, };

/** A rating shown next to a name. */
export type RatingView = { value: number,
/** Whether it is too uncertain to compare with others; shown with a question mark. */
provisional: boolean, };

/** Who can read the players' chat when their game is over. */
export type Readers = "players" | "public";

/** A new password for an account whose password is lost. */
export type Recovery = {
/** The name of the account. */
name: string,
/** One of its recovery codes, or the code from a mail. */
code: Secret,
/** The new password to set. */
password: Secret, };

/** Recovery codes, to be kept in a safe place. */
export type RecoveryCodes = {
/** Each sets a new password once. They are shown only once. */
codes: Array<string>, };

/** A request for a recovery code by mail. */
export type RecoveryMail = {
/** The name of the account. */
name: string, };

/** Who may create an account. */
export type Registration = "open" | "invite" | "closed";

/** A report with the context needed to judge it. */
export type ReportDetail = { report: ReportView,
/** The game it is about; `null`: none. */
game: GameSummary | null,
/** A link to the game, also if it is unlisted; missing without a game. */
link?: string | null,
/** The game's chat, by players and spectators, oldest first. */
messages: Array<FromServer>, };

/** A list of reports, newest first. */
export type ReportList = {
/** At most 200, or as many as requested. */
reports: Array<ReportView>,
/** The value of `before` for the next page; missing: there is none. */
before?: string | null, };

export type ReportView = { id: string,
/** Time of the report, in milliseconds since 1970. */
at: number,
/** The user who sent the report. */
by: UserView, about: UserView,
/** The game it is about. */
game?: string | null,
/** The category: `cheating`, `stalling`, `insults`, `spam`, `name` or `other`. */
reason: string,
/** The description; may be empty, also because its author was deleted. */
text: string,
/** The moderator who has claimed it. */
taken_by?: UserView | null,
/** When it was claimed. */
taken_at?: number | null,
/** The moderator who has resolved it; missing: unresolved, or resolved by the server's operator. */
done_by?: UserView | null,
/** When it was resolved; missing: it is open. */
done_at?: number | null, };

/** A chat room of a game. */
export type Room = "players" | "spectators";

/** A sanction in force. */
export type SanctionView = {
/** `mute` (cannot chat), `ban` or `close` (cannot log in). */
kind: string,
/** Its end; missing: permanent. */
until?: number | null,
/** The start of the sanction. */
at: number, };

/** The holder of a seat. */
export type SeatOverview = {
/** The player; `null` for the computer and for a free seat. */
user: UserView | null,
/** The computer's level, if it holds the seat. */
level: number | null,
/** The name of a player unknown to the server, in an imported game. */
name: string | null,
/** The id of the invited user, while the seat is free. */
invited: string | null,
/** The player's rating when the game began, in a rated game. */
rating: RatingView | null, };

/** The player for a seat. */
export type SeatRequest = "you" | "open" | { "user": string } | { "level": number };

/** A seat of a game. */
export type SeatView = { user: UserView | null,
/** The computer's level, if it holds the seat. */
level: number | null,
/** The name of a player unknown to the server, in an imported game. */
name?: string | null,
/** Whether the player is connected now. */
connected: boolean,
/** The end of the player's vacation, in milliseconds since 1970; only during a vacation. */
vacation?: number | null,
/** The invited user, while the seat is free. */
invited: string | null,
/** The player's rating when the game began, in a rated game; the computer's is fixed. */
rating?: RatingView | null,
/** The rating change, once the game has been rated. */
rating_change?: number | null, };

/** The results of a seat in the rated games of a pool. */
export type SeatWorth = {
/** The seat, from 0. */
seat: number,
/** The number of games. */
games: number,
/** The share of opponents left behind, with ties counting half: 0.5 if no seat has an advantage. */
score: number, };

/** A password or a code. It is never written anywhere but on the wire. */
export type Secret = string;

/** A seek in the lobby. */
export type SeekView = { id: string,
/** The user who created it. */
user: UserView,
/** Whether a guest created it, so that the game will be unrated. */
guest: boolean,
/** The user's rating in the pool of the game; missing for guests and unrated users. */
rating?: RatingView | null,
/** The number of players still missing. */
missing: number,
/** The id of the game, once all players have joined. */
started: string | null,
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** The number of players. */
players?: number | null,
/** Options of the game. */
options?: { [key in string]: string },
/** The clock; `null`: none. */
clock: ClockSettings | null,
/** Whether the game is rated; `null` or missing: if possible, which needs accounts of all players. */
rated: boolean | null,
/**
 * Accept only opponents with a rating in this range. Without it, pairing prefers similar ratings at
 * first, and accepts any after a minute.
 */
rating_range?: RatingRange | null,
/**
 * The seat you want. By default two players who have met in this game before swap seats, and all others
 * draw lots.
 */
seat?: number | null,
/**
 * `2`: a match of two rated games, in which both players play each seat once, counts as one. The second
 * game is created by `rematch`.
 */
match?: number | null, };

/** The sessions of a user. */
export type SessionList = {
/** Sorted by age, oldest first. */
sessions: Array<SessionView>, };

/** A session of a browser or program. */
export type SessionView = {
/** The session's id; it is not a credential. */
id: string,
/** The browser and system, as far as they identify themselves. */
client: string,
/** Start of the session, in milliseconds since 1970. */
created: number,
/** Last use, to the hour. */
used: number,
/** When it expires unless it is used before; `null`: never. */
expires: number | null,
/** Whether it is the session of this request. */
this: boolean, };

/** A change of some settings; missing ones stay as they are. */
export type SettingsChange = {
/** Who may create an account. */
registration?: Registration | null,
/** Whether visitors may play as guests. */
guests?: boolean | null,
/** Who may write in chats. */
chat?: ChatPolicy | null,
/** Who can read the players' chat when their game is over. */
chat_after_game?: Readers | null, };

/** The settings as admins see them. */
export type SettingsView = {
/** The settings that the server's configuration fixes and that cannot be changed here. */
fixed: Array<string>,
/** Who may create an account. */
registration: Registration,
/** Whether visitors may play as guests, without an account. */
guests: boolean,
/** Who may write in chats. */
chat: ChatPolicy,
/** Who can read the players' chat when their game is over. */
chat_after_game: Readers, };

/** The result of logging in: the user and a session token. */
export type SignedIn = { user: UserView,
/** For `Authorization: Bearer …`; shown once. A browser gets it as a cookie. */
token: string,
/** The guest who has just logged in, if they have games that can be claimed. */
guest?: PreviousGuest | null, };

/** What the page needs to know about this server. */
export type SiteView = {
/** The version of the server. */
version: string,
/** Who may create an account. */
registration: Registration,
/** Whether visitors may play as guests, without an account. */
guests: boolean,
/** Who may write in chats. */
chat: ChatPolicy,
/** Who can read the players' chat when their game is over. */
chat_after_game: Readers, };

/** The best solvers of a game. */
export type SolverBoard = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** Best first, without provisional ratings. */
leaders: Array<SolverLeader>, };

/** The best solvers by game; games without any are left out. */
export type SolverBoards = {
/** One leaderboard for each game. */
leaderboards: Array<SolverBoard>, };

/** An entry of a leaderboard of solvers. */
export type SolverLeader = {
/** 1, 2, 3 and so on. */
place: number, user: UserView, rating: number,
/** The uncertainty at the moment. */
deviation: number,
/** The number of rated attempts. */
attempts: number,
/** The number of puzzles solved at the first attempt. */
solved: number, };

/** A user's rating with the puzzles of a game. */
export type SolverRating = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string, rating: number,
/** Its current uncertainty, which grows without attempts. */
deviation: number,
/** Whether the deviation is above 110. */
provisional: boolean,
/** The number of rated attempts. */
attempts: number,
/** The number of puzzles solved at the first attempt. */
solved: number,
/** Time of the last attempt, in milliseconds since 1970. */
changed: number, };

/** The personal tokens of a user. */
export type TokenList = {
/** Sorted by age, oldest first. */
tokens: Array<TokenView>, };

/** A personal token in a list. */
export type TokenView = {
/** The token's id; it is not a credential. */
id: string,
/** Your description of it. */
label: string,
/** `play`, `read`, or both. */
scopes: Array<string>,
/** Time of creation, in milliseconds since 1970. */
created: number,
/** Last use, to the hour. */
used: number,
/** When it expires. A new password or a recovery revokes it earlier. */
expires: number | null, };

/** A puzzle that you have tried. */
export type TriedPuzzle = {
/** The number of the attempt, counted over all attempts on this server. */
number: number,
/** The id of the puzzle. */
puzzle: string,
/** Time of the attempt, in milliseconds since 1970. */
at: number,
/** Whether it was solved. */
solved: boolean,
/** The change of your rating. */
you: RatingStep,
/** The change of the puzzle's rating. */
rival: RatingStep, };

/** The puzzles of a game that you have tried, newest first. */
export type TriedPuzzles = {
/** `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
game: string,
/** Sorted by time, newest first. */
tried: Array<TriedPuzzle>,
/** The value of `before` for the next page; `null`: there is none. */
next: number | null, };

/** A user's puzzle ratings. */
export type UserPuzzles = { user: UserView,
/** One for each game in which they have tried a puzzle. */
ratings: Array<SolverRating>, };

/** The ratings of a user. */
export type UserRatings = { user: UserView,
/** One for each pool in which they have played. */
ratings: Array<PoolRating>, };

export type UserView = {
/** The user's id, which never changes. */
id: string,
/** The displayed name: text, never markup. */
name: string,
/** A bot account; missing for people. */
bot?: boolean, };

/** A change of your vacation (TB-11). */
export type VacationRequest = {
/** The end of the vacation, in milliseconds since 1970; it starts at once. `null` ends it. */
until: number | null, };

/** A user's vacation (TB-11). */
export type VacationView = {
/** The end of the vacation, in milliseconds since 1970; `null`: no vacation. */
until: number | null,
/** The days left this year, not counting the current vacation. */
days_left: number,
/** Days of vacation per year. */
days_a_year: number, };

/** The webhooks of a user. */
export type WebhookList = {
/** Sorted by age, oldest first. */
webhooks: Array<WebhookView>, };

/** Why a webhook was switched off. */
export type WebhookOff = {
/** When, in milliseconds since 1970. */
since: number,
/** `failing`: no delivery succeeded for five days; `gone`: the address answered 410. */
why: string, };

export type WebhookView = { id: string,
/** The address that notices are sent to. */
url: string,
/** The notices it gets. */
notices: Array<string>,
/** Time of creation, in milliseconds since 1970. */
created: number,
/** When it ends, in milliseconds since 1970; `null`: with the token that created it. */
expires: number | null,
/** Since when deliveries have failed, in milliseconds since 1970; `null`: the last one succeeded. */
failing: number | null,
/** Present if the webhook was switched off; `POST /webhooks/{id}/test` re-enables it. */
off: WebhookOff | null,
/** Recent deliveries, newest first. */
deliveries: Array<DeliveryView>, };
