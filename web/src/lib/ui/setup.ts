// The choices of the new-game page: how they are stored, and the game they create.

import type { GameId, GameInfo, OptionInfo, Seat } from "$lib/engine/types";
import { DAY, MINUTE, SECOND } from "$lib/game/clock";
import type { ClockSettings, Holder, Setup } from "$lib/game/types";

/** Against computers, people at one device, a mix by seat, or online. */
export type OpponentKind = "computer" | "people" | "mixed" | "online";
export type ClockSystem = "none" | ClockSettings["system"];

/** Player names; empty if not given. */
export interface Names {
  /** The only person's name in games against computers and online. */
  own: string;
  /** By seat, for people at one device. */
  seats: string[];
}

/** The fields of all clock systems. */
export interface Times {
  clock: ClockSystem;
  /** The main time, in all systems that have one. */
  minutes: number;
  /** Seconds added after each turn. */
  increment: number;
  /** Seconds per turn before the clock runs. */
  delay: number;
  periods: number;
  /** Seconds of a period. */
  period: number;
  /** In seconds for each turn. */
  seconds: number;
  /** In days for each turn. */
  days: number;
  /** Bank of days for longer turns. */
  bank: number;
}

/** Choices for online games only. */
export interface OnlineChoices {
  /** By link, or a public seek. */
  opponent: "friend" | "anyone";
  side: Seat | "random";
  /** With three and four seats: the others in order, each open or a computer level. */
  others: ("open" | number)[];
  /** Anyone may find and watch the game. */
  listed: boolean;
  /** Rated; needs an account. */
  rated: boolean;
  times: Times;
}

/** The inherited times are for local games. */
export interface Choices extends Times {
  players: number;
  company: OpponentKind;
  level: number;
  /** One's own seat against computers. */
  side: Seat | "random";
  /** By seat, for a mix: a person or a computer level. */
  mixed: ("person" | number)[];
  names: Names;
  options: Record<string, string>;
  turnBoard: boolean;
  takeBack: boolean;
  /** The first ply at which a draw may be offered, counted from 0 (TB-4). */
  drawOffersFrom: number;
  online: OnlineChoices;
}

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export const OPPONENT_KINDS: readonly OpponentKind[] = ["computer", "people", "mixed", "online"];
export const CLOCKS: readonly ClockSystem[] = [
  "none",
  "sudden-death",
  "increment",
  "delay",
  "byo-yomi",
  "per-turn",
  "correspondence",
];
/** Former stored names of two systems. */
const FORMER_CLOCKS = new Map<unknown, ClockSystem>([
  ["suddenDeath", "sudden-death"],
  ["perMove", "per-turn"],
]);
export const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90] as const;
export const INCREMENTS = [1, 2, 3, 5, 10, 15, 20, 30, 60] as const;
export const DELAYS = [1, 2, 3, 5, 10, 15, 20, 30] as const;
export const PERIODS = [1, 2, 3, 5, 10] as const;
export const PERIOD_SECONDS = [10, 15, 20, 30, 45, 60] as const;
export const SECONDS = [5, 10, 15, 20, 30, 45, 60, 120, 300] as const;
export const DAYS = [1, 2, 3, 5, 7, 10, 14] as const;
export const BANKS = [0, 1, 2, 3, 5, 7, 14] as const;

/** More plies than any game has. */
export const NO_DRAW_OFFERS = 1_000_000;
/** Two seats alternate: before turn N both have had N - 1 turns. */
const beginOfTurn = (turn: number): number => 2 * (turn - 1);
/** Plies from which draws may be offered, and their turns; no turn if offers are disabled. */
export const DRAW_OFFERS: readonly { ply: number; turn: number | null }[] = [
  ...[1, 5, 10, 20].map((turn) => ({ ply: beginOfTurn(turn), turn })),
  { ply: NO_DRAW_OFFERS, turn: null },
];
const MOST_SEATS = 4;
export const LONGEST_NAME = 24;

const noNames = (): Names => ({ own: "", seats: Array.from({ length: MOST_SEATS }, () => "") });

const usualTimes = (): Times => ({
  clock: "none",
  minutes: 10,
  increment: 5,
  delay: 5,
  periods: 3,
  period: 30,
  seconds: 30,
  days: 3,
  bank: 1,
});
/** Games with longer turns need more time. */
const QUICK: Record<GameId, Pick<Times, "minutes" | "increment">> = {
  squadro: { minutes: 5, increment: 3 },
  "number-one": { minutes: 10, increment: 5 },
  peak: { minutes: 5, increment: 3 },
  "one-piece-for-two": { minutes: 5, increment: 3 },
};
/** The default online clock of a game. */
export const quickTimes = (game: GameId): Times => ({ ...usualTimes(), clock: "increment", ...QUICK[game] });
/** Public games need a clock, and a fast one finds opponents sooner. */
export const usualOnline = (game: GameId): OnlineChoices => ({
  opponent: "friend",
  side: "random",
  others: Array.from({ length: MOST_SEATS - 1 }, () => "open" as const),
  listed: true,
  rated: false,
  times: quickTimes(game),
});

export function usual(info: GameInfo): Choices {
  return {
    ...usualTimes(),
    players: info.minPlayers,
    company: "computer",
    level: 3,
    side: 0,
    mixed: ["person", "person", 3, 3],
    names: noNames(),
    options: Object.fromEntries(info.options.map(({ key, default: value }) => [key, value])),
    turnBoard: false,
    takeBack: true,
    drawOffersFrom: 0,
    online: usualOnline(info.id),
  };
}

/** The possible values of an option. */
export const valuesOf = (option: OptionInfo): string[] =>
  "words" in option
    ? option.words
    : Array.from({ length: option.to - option.from + 1 }, (_, more) => String(option.from + more));

const among = <T>(values: readonly T[], value: unknown, otherwise: T): T =>
  values.includes(value as T) ? (value as T) : otherwise;
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const readTimes = (kept: Record<string, unknown>, usual: Times): Times => ({
  clock: among(CLOCKS, FORMER_CLOCKS.get(kept.clock) ?? kept.clock, usual.clock),
  minutes: among(MINUTES, kept.minutes, usual.minutes),
  increment: among(INCREMENTS, kept.increment, usual.increment),
  delay: among(DELAYS, kept.delay, usual.delay),
  periods: among(PERIODS, kept.periods, usual.periods),
  period: among(PERIOD_SECONDS, kept.period, usual.period),
  seconds: among(SECONDS, kept.seconds, usual.seconds),
  days: among(DAYS, kept.days, usual.days),
  bank: among(BANKS, kept.bank, usual.bank),
});

function readOnline(value: unknown, sides: readonly (Seat | "random")[], game: GameId): OnlineChoices {
  const { opponent, side, others, listed, rated, times } = fieldsOf(value);
  const usual = usualOnline(game);
  const open = (at: number): unknown => (Array.isArray(others) ? others[at] : undefined);
  return {
    opponent: among(["friend", "anyone"], opponent, usual.opponent),
    side: among(sides, side, usual.side),
    others: usual.others.map((one, at) => among(["open", ...LEVELS], open(at), one)),
    listed: typeof listed === "boolean" ? listed : usual.listed,
    rated: rated === true,
    times: readTimes(fieldsOf(times), usual.times),
  };
}

/** Parses stored choices; values invalid for this game use defaults. */
export function readChoices(text: string | null, info: GameInfo): Choices {
  const choices = usual(info);
  let kept: Partial<Record<keyof Choices, unknown>> = {};
  try {
    kept = fieldsOf(JSON.parse(text ?? "{}"));
  } catch {
    // Truncated or foreign data: use the defaults.
  }
  const { minPlayers, maxPlayers } = info;
  const counts = Array.from({ length: maxPlayers - minPlayers + 1 }, (_, more) => minPlayers + more);
  choices.players = among(counts, kept.players, choices.players);
  choices.company = among(companies(info), kept.company, choices.company);
  choices.level = among(LEVELS, kept.level, choices.level);
  const seats = Array.from({ length: choices.players }, (_, seat) => seat);
  const sides = [...seats, "random" as const];
  choices.side = among<Seat | "random">(sides, kept.side, choices.side);
  if (Array.isArray(kept.mixed) && kept.mixed.length === MOST_SEATS) {
    const holders: unknown[] = kept.mixed;
    choices.mixed = choices.mixed.map((usual, seat) => among(["person", ...LEVELS], holders[seat], usual));
  }
  choices.names = readNames(kept.names);
  const options = (kept.options ?? {}) as Record<string, unknown>;
  for (const option of info.options) {
    const value = options[option.key];
    if (typeof value === "string" && valuesOf(option).includes(value)) choices.options[option.key] = value;
  }
  Object.assign(choices, readTimes(kept, choices));
  choices.online = readOnline(kept.online, sides, info.id);
  const offers = DRAW_OFFERS.map(({ ply }) => ply);
  choices.drawOffersFrom = among(offers, kept.drawOffersFrom, choices.drawOffersFrom);
  if (typeof kept.turnBoard === "boolean") choices.turnBoard = kept.turnBoard;
  if (typeof kept.takeBack === "boolean") choices.takeBack = kept.takeBack;
  return choices;
}

/** Normalises a name: one line, limited length. */
export const tidy = (name: string): string => name.trim().replaceAll(/\s+/g, " ").slice(0, LONGEST_NAME);

function readNames(value: unknown): Names {
  const { own, seats } = (value ?? {}) as Partial<Record<keyof Names, unknown>>;
  const text = (one: unknown) => (typeof one === "string" ? tidy(one) : "");
  return { own: text(own), seats: noNames().seats.map((_, seat) => text(Array.isArray(seats) ? seats[seat] : "")) };
}

/** With two seats a mix adds nothing. */
export const companies = (info: GameInfo): readonly OpponentKind[] =>
  info.maxPlayers > 2 ? OPPONENT_KINDS : OPPONENT_KINDS.filter((company) => company !== "mixed");

/** One's own seat for the chosen kind of opponent. */
export const sideOf = (choices: Choices): Seat | "random" =>
  choices.company === "online" ? choices.online.side : choices.side;
/** The times that apply to the chosen kind of opponent. */
export const timesOf = (choices: Choices): Times => (choices.company === "online" ? choices.online.times : choices);

export function clockOf(choices: Times): ClockSettings | null {
  const initial = choices.minutes * MINUTE;
  const system = choices.clock;
  switch (system) {
    case "none":
      return null;
    case "sudden-death":
      return { system, initial };
    case "increment":
      return { system, initial, increment: choices.increment * SECOND };
    case "delay":
      return { system, initial, delay: choices.delay * SECOND };
    case "byo-yomi":
      return { system, initial, period: choices.period * SECOND, periods: choices.periods };
    case "per-turn":
      return { system, time: choices.seconds * SECOND };
    case "correspondence":
      return { system, perTurn: choices.days * DAY, bank: choices.bank * DAY };
  }
}

/** The game these choices create; `chance` (0 to 1) decides a random seat. */
export function setupOf(info: GameInfo, choices: Choices, thinkingTime: number, chance: number): Setup {
  const { players, company, level, side } = choices;
  const own = side === "random" ? Math.floor(chance * players) : side;
  const person = (name: string): Holder => ({ kind: "person", name: tidy(name) });
  const holder = (seat: Seat): Holder => {
    if (company === "computer") return seat === own ? person(choices.names.own) : { kind: "computer", level };
    const chosen = company === "people" ? "person" : (choices.mixed[seat] ?? level);
    return chosen === "person" ? person(choices.names.seats[seat] ?? "") : { kind: "computer", level: chosen };
  };
  const seats = Array.from({ length: players }, (_, seat) => holder(seat));
  const several = seats.filter(({ kind }) => kind === "person").length > 1;
  return {
    opening: { game: info.id, players, options: { ...choices.options } },
    seats,
    clock: clockOf(choices),
    takeBackAllowed: choices.takeBack,
    ...(info.draws && choices.drawOffersFrom > 0 ? { drawOffersFrom: choices.drawOffersFrom } : {}),
    turnBoard: choices.turnBoard && several,
    thinkingTime,
  };
}

const KEY = (game: string) => `ludoteca.setup.${game}`;
/** Names are shared by all games. */
export const NAMES = "ludoteca.names";

export function rememberedChoices(info: GameInfo): Choices {
  try {
    const choices = readChoices(localStorage.getItem(KEY(info.id)), info);
    return { ...choices, names: readChoices(localStorage.getItem(NAMES), info).names };
  } catch {
    return usual(info);
  }
}
export function rememberChoices(info: GameInfo, { names, ...choices }: Choices): void {
  try {
    localStorage.setItem(KEY(info.id), JSON.stringify(choices));
    localStorage.setItem(NAMES, JSON.stringify({ names }));
  } catch {
    // Forbidden or full: the next game starts with the defaults.
  }
}
