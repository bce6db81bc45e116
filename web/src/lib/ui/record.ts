// How a person has done against the computer's levels: counted from the games finished on this device.

import { GAMES, type GameId } from "$lib/engine/types";
import type { Summary } from "$lib/game/types";

type Outcome = "won" | "drawn" | "lost";
export type Tally = Record<Outcome, number>;

/** The games of one kind against one level. */
export interface LevelRecord {
  game: GameId;
  players: number;
  level: number;
  tally: Tally;
  /** The latest games that were won, one after the other. */
  streak: number;
}

/** So many wins in a row, and the next level is worth a try. */
export const ENOUGH = 3;
const HIGHEST = 10;

/** What a game counts for: one person against computers of one level, from the usual beginning and played here. Null for all others. */
function counted({ seats, places, offBoard, imported, setUp }: Summary): { level: number; outcome: Outcome } | null {
  const end = offBoard?.places ?? places;
  const levels = new Set(seats.flatMap((holder) => (holder.kind === "computer" ? [holder.level] : [])));
  const people = seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  const [level] = levels;
  const [own] = people;
  if (!end || imported || setUp || people.length !== 1 || levels.size !== 1) return null;
  if (level === undefined || own === undefined) return null;
  const first = end[own] === 1;
  const shared = end.filter((place) => place === 1).length > 1;
  return { level, outcome: first ? (shared ? "drawn" : "won") : "lost" };
}

/** By game as they are listed everywhere, then by the number of players and the level. */
export function recordsOf(games: readonly Summary[]): LevelRecord[] {
  const records = new Map<string, LevelRecord>();
  // The oldest first: a streak is what is left at the end.
  for (const summary of [...games].sort((a, b) => a.created - b.created)) {
    const found = counted(summary);
    if (!found) continue;
    const { game, seats } = summary;
    const { level, outcome } = found;
    const key = `${game} ${seats.length} ${level}`;
    const record = records.get(key) ?? {
      ...{ game, players: seats.length, level, streak: 0 },
      tally: { won: 0, drawn: 0, lost: 0 },
    };
    record.tally[outcome]++;
    record.streak = outcome === "won" ? record.streak + 1 : 0;
    records.set(key, record);
  }
  const rank = ({ game, players, level }: LevelRecord) => GAMES.indexOf(game) * 1000 + players * 100 + level;
  return [...records.values()].sort((a, b) => rank(a) - rank(b));
}

/** The level to try after this one; null where there is no reason to, or none above. */
export const nextLevel = ({ level, streak }: LevelRecord): number | null =>
  streak >= ENOUGH && level < HIGHEST ? level + 1 : null;
