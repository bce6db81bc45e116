// The user's results against each computer level, from finished games on this device. Deleted games keep only
// their result.

import { GAMES, type GameId } from "$lib/engine/types";
import type { Summary } from "$lib/game/types";

const OUTCOMES = ["won", "drawn", "lost"] as const;
type Outcome = (typeof OUTCOMES)[number];
export type Tally = Record<Outcome, number>;

/** The games of one kind against one level. */
export interface LevelRecord {
  game: GameId;
  players: number;
  level: number;
  tally: Tally;
  /** With three or four players: how often each place was reached, where known. */
  places: number[];
  streak: number;
}

/** Wins in a row after which the next level is suggested. */
export const ENOUGH = 3;
const HIGHEST = 10;

/** A game that counts. */
export interface Finished {
  id: string;
  game: GameId;
  players: number;
  level: number;
  outcome: Outcome;
  /** The place reached; unknown for games deleted by earlier versions of the page. */
  place?: number;
  /** When the game started. */
  created: number;
}

/**
 * The result of a game that counts: one person against computers of one level, from the standard start,
 * played here. Null otherwise.
 */
export function finished(summary: Summary): Finished | null {
  const { id, game, seats, ending, imported, setUp, created, online } = summary;
  const end = ending && ending.places.length > 0 ? ending.places : null;
  const levels = new Set(seats.flatMap((holder) => (holder.kind === "computer" ? [holder.level] : [])));
  const people = seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  const [level] = levels;
  const [own] = people;
  if (!end || imported || setUp || online || people.length !== 1 || levels.size !== 1) return null;
  if (level === undefined || own === undefined) return null;
  const shared = end.filter((place) => place === 1).length > 1;
  const outcome = end[own] !== 1 ? "lost" : shared ? "drawn" : "won";
  return { id, game, players: seats.length, level, outcome, place: end[own]!, created };
}

/** Ordered by game, number of players and level. */
export function recordsOf(games: readonly Finished[]): LevelRecord[] {
  const records = new Map<string, LevelRecord>();
  // Oldest first, so that the streak is the latest at the end.
  for (const { game, players, level, outcome, place } of [...games].sort((a, b) => a.created - b.created)) {
    const key = `${game} ${players} ${level}`;
    const record = records.get(key) ?? {
      game,
      players,
      level,
      tally: { won: 0, drawn: 0, lost: 0 },
      places: [],
      streak: 0,
    };
    record.tally[outcome]++;
    if (players > 2 && place !== undefined) record.places[place - 1] = (record.places[place - 1] ?? 0) + 1;
    record.streak = outcome === "won" ? record.streak + 1 : 0;
    records.set(key, record);
  }
  const rank = ({ game, players, level }: LevelRecord) => GAMES.indexOf(game) * 1000 + players * 100 + level;
  return [...records.values()].sort((a, b) => rank(a) - rank(b));
}

const KEY = "ludoteca.record";

const isFinished = (value: unknown): value is Finished => {
  const { id, game, players, level, outcome, place, created } = (value ?? {}) as Partial<
    Record<keyof Finished, unknown>
  >;
  const numbers = [players, level, created].every(Number.isFinite);
  const known = GAMES.includes(game as GameId) && OUTCOMES.includes(outcome as Outcome);
  return typeof id === "string" && numbers && known && (place === undefined || Number.isInteger(place));
};

/** Results of deleted games; unreadable entries are dropped. */
export function readDeleted(text: string | null): Finished[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isFinished) : [];
  } catch {
    return [];
  }
}
function deleted(): Finished[] {
  try {
    return readDeleted(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}
function keep(games: readonly Finished[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
  } catch {
    // Forbidden or full: only existing games count.
  }
}

/** Keeps the result of a game about to be deleted. */
export function rememberDeleted(summary: Summary): void {
  const game = finished(summary);
  if (game) keep([...deleted().filter(({ id }) => id !== game.id), game]);
}
/** The game was restored and counts by itself. */
export const forgetDeleted = (id: string): void => keep(deleted().filter((game) => game.id !== id));

/** The results on this device, including deleted games. */
export function ownRecords(games: readonly Summary[]): LevelRecord[] {
  const here = games.flatMap((summary) => finished(summary) ?? []);
  return recordsOf([...here, ...deleted().filter(({ id }) => !here.some((game) => game.id === id))]);
}

/** The level to suggest next; null if there is no reason to or none above. */
export const nextLevel = ({ level, streak }: LevelRecord): number | null =>
  streak >= ENOUGH && level < HIGHEST ? level + 1 : null;
