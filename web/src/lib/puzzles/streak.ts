// Puzzle streaks by game, stored on this device: puzzles solved in a row, and days in a row with the daily
// puzzle.

import type { GameId } from "$lib/engine/types";

const KEY = "ludoteca.streaks";

export interface Streak {
  /** Puzzles solved in a row without mistakes or hints: current and best. */
  row: number;
  bestRow: number;
  /** The last day whose puzzle was solved (`dayNumber`), and the days in a row: current and best. */
  day: number;
  days: number;
  bestDays: number;
}
const NONE: Streak = { row: 0, bestRow: 0, day: -1, days: 0, bestDays: 0 };

function readAll(text: string | null): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Parses stored data; invalid data is an empty streak. */
export function readStreak(text: string | null, game: GameId): Streak {
  const kept = readAll(text)[game] as Partial<Streak> | null | undefined;
  const whole = Object.keys(NONE).every((key) => Number.isInteger(kept?.[key as keyof Streak]));
  return whole ? { ...NONE, ...kept } : NONE;
}

/** After a newly solved puzzle: extends the streak if `clean`, otherwise resets it. */
export function solvedInRow(streak: Streak, clean: boolean): Streak {
  const row = clean ? streak.row + 1 : 0;
  return { ...streak, row, bestRow: Math.max(streak.bestRow, row) };
}

/** After the puzzle of this day was solved, with or without help. */
export function solvedOnDay(streak: Streak, day: number): Streak {
  if (streak.day === day) return streak;
  const days = streak.day === day - 1 ? streak.days + 1 : 1;
  return { ...streak, day, days, bestDays: Math.max(streak.bestDays, days) };
}

/** The current day streak: one that ended yesterday can still be extended. */
export const daysNow = ({ day, days }: Streak, today: number): number => (day >= today - 1 ? days : 0);

export function streakOf(game: GameId): Streak {
  try {
    return readStreak(localStorage.getItem(KEY), game);
  } catch {
    return NONE;
  }
}

export function keepStreak(game: GameId, streak: Streak): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(localStorage.getItem(KEY)), [game]: streak }));
  } catch {
    // Full or forbidden: not counted.
  }
}
