// The format of stored games. Reading checks everything, because local storage may hold anything.

import { GAMES } from "$lib/engine/types";
import { clockOfVersion2 } from "./clock";
import { type SavedGame, type Setup, type Unreadable, VERSION } from "./types";

export const THINKING_TIME = 1000;

/** A game before its first event. */
export function newGame(setup: Setup, id: string, date: number): SavedGame {
  const { moves = [], ...opening } = setup.opening;
  return {
    version: VERSION,
    id,
    revision: 0,
    opening,
    moves,
    seats: setup.seats,
    clock: setup.clock ?? null,
    log: [],
    seen: date,
    toAct: null,
    ending: null,
    series: { previous: null, next: null, number: 1, score: setup.seats.map(() => 0) },
    takeBackAllowed: setup.takeBackAllowed ?? true,
    ...(setup.drawOffersFrom ? { drawOffersFrom: setup.drawOffersFrom } : {}),
    turnBoard: setup.turnBoard ?? false,
    thinkingTime: setup.thinkingTime ?? THINKING_TIME,
    ...(setup.goal ? { goal: setup.goal } : {}),
    created: date,
    changed: date,
  };
}

type Fields = Record<string, unknown>;
/** Migrates a game from one version to the next; the first is for version 1. */
export type Migration = (old: Fields) => Fields;
const MIGRATIONS: readonly Migration[] = [
  // Version 2 counted takebacks.
  (old) => old,
  ofVersion2,
];

/**
 * Until version 2 the page decided the contest and kept no log. Its data are passed to the judge when the
 * game is opened.
 */
function ofVersion2({ clock, left, readings, offBoard, places, takeBacks: _, ...rest }: Fields): Fields {
  const ended = isFields(offBoard)
    ? {
        termination: offBoard.how === "time" ? "time forfeit" : "resignation",
        places: offBoard.places,
        leaver: offBoard.seat,
      }
    : null;
  const onBoard = Array.isArray(places) ? { termination: "normal", places, leaver: null } : null;
  return {
    ...rest,
    clock: clockOfVersion2(clock),
    log: [],
    seen: rest.changed,
    past: {
      ...(Array.isArray(readings) && readings.length > 0 ? { readings } : {}),
      ...(Array.isArray(left) && left.length > 0 ? { left } : {}),
      ...(ended ? { ending: ended } : {}),
    },
    ending: ended ?? onBoard,
  };
}

class Damaged extends Error {}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown): value is number => isNumber(value) && Number.isInteger(value) && value >= 0;
const isTime = (value: unknown): value is number => isNumber(value) && value >= 0;
const isText = (value: unknown): value is string => typeof value === "string";
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);
const listOf = (is: (value: unknown) => boolean, length?: number) => (value: unknown) =>
  Array.isArray(value) && (length === undefined || value.length === length) && value.every(is);

const isHolder = (value: unknown): boolean =>
  isFields(value) &&
  ((value.kind === "person" && isText(value.name)) ||
    (value.kind === "computer" && isCount(value.level) && value.level >= 1 && value.level <= 10));
const isClock = (value: unknown): boolean =>
  isFields(value) &&
  ((value.system === "sudden-death" && isTime(value.initial)) ||
    (value.system === "increment" && isTime(value.initial) && isTime(value.increment)) ||
    (value.system === "delay" && isTime(value.initial) && isTime(value.delay)) ||
    (value.system === "byo-yomi" && isTime(value.initial) && isTime(value.period) && isCount(value.periods)) ||
    (value.system === "per-turn" && isTime(value.time)) ||
    (value.system === "correspondence" && isTime(value.perTurn) && isTime(value.bank)));
const isOpening = (value: unknown): boolean =>
  isFields(value) &&
  (GAMES as readonly unknown[]).includes(value.game) &&
  (value.players === undefined || isCount(value.players)) &&
  (value.options === undefined || (isFields(value.options) && Object.values(value.options).every(isText))) &&
  (value.position === undefined || isText(value.position));
/** The judge checks the contents of an event. */
const isEvent = (value: unknown): boolean => isFields(value) && isCount(value.seq) && isText(value.type);
const isGoal = (value: unknown): boolean =>
  isFields(value) && (value.kind === "win" || value.kind === "first") && isCount(value.plies) && isText(value.puzzle);

function check(saved: Fields): SavedGame {
  const needs = (key: keyof SavedGame, is: (value: unknown) => boolean) => {
    if (!is(saved[key])) throw new Damaged(key);
  };
  needs("seats", (value) => listOf(isHolder)(value) && (value as unknown[]).length >= 2);
  const seats = (saved.seats as unknown[]).length;
  const isSeat = (value: unknown) => isCount(value) && value < seats;
  const isPlaces = listOf((value) => isCount(value) && value >= 1 && value <= seats, seats);
  needs("id", isText);
  needs("revision", isCount);
  needs("opening", isOpening);
  needs("moves", listOf(isText));
  needs("clock", orNull(isClock));
  needs("log", listOf(isEvent));
  needs("seen", isTime);
  const isEnding = (value: unknown) =>
    isFields(value) &&
    isText(value.termination) &&
    (isPlaces(value.places) || listOf(isCount, 0)(value.places)) &&
    orNull(isSeat)(value.leaver);
  const isTimes = listOf(isTime, seats);
  const isPast = (value: unknown) =>
    isFields(value) &&
    (value.readings === undefined || listOf(isTimes)(value.readings)) &&
    (value.left === undefined || isTimes(value.left)) &&
    (value.ending === undefined || isEnding(value.ending));
  needs("past", (value) => value === undefined || isPast(value));
  needs("toAct", orNull(isSeat));
  needs("ending", orNull(isEnding));
  needs(
    "series",
    (value) =>
      isFields(value) &&
      orNull(isText)(value.previous) &&
      orNull(isText)(value.next) &&
      isCount(value.number) &&
      listOf(isNumber, seats)(value.score),
  );
  needs("takeBackAllowed", isFlag);
  needs("drawOffersFrom", (value) => value === undefined || isCount(value));
  needs("turnBoard", isFlag);
  needs("thinkingTime", isTime);
  needs("goal", (value) => value === undefined || isGoal(value));
  needs("created", isTime);
  needs("changed", isTime);
  needs("imported", (value) => value === undefined || isFlag(value));
  return saved as unknown as SavedGame;
}

/** Reads a stored game and migrates older versions. `migrations` and `version` are for tests. */
export function readSaved(
  text: string,
  id: string,
  migrations: readonly Migration[] = MIGRATIONS,
  version: number = VERSION,
): { game: SavedGame } | { problem: Unreadable } {
  try {
    let saved: unknown = JSON.parse(text);
    if (!isFields(saved)) throw new Damaged("game");
    const written = saved.version;
    if (!isCount(written) || written < 1) throw new Damaged("version");
    if (written > version) return { problem: { why: "newer", version: written } };
    for (const migrate of migrations.slice(written - 1, version - 1)) saved = migrate(saved as Fields);
    const game = check({ ...(saved as Fields), version });
    if (game.id !== id) throw new Damaged("id");
    return { game };
  } catch (error) {
    return { problem: { why: "damaged", what: error instanceof Error ? error.message : String(error) } };
  }
}
