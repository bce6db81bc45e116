// Selection of the daily and the next puzzle.

import type { Puzzle } from "./read";

/** Days since 1970 in the user's time zone, so that a date has the same puzzle everywhere. */
export const dayNumber = (date: Date): number =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Grades of daily puzzles: neither trivial nor too hard. */
export const MIDDLING = { from: 3, to: 6 } as const;

/**
 * The daily puzzle, of medium grade if possible: the same for all users, without repeats until all such
 * puzzles have been used.
 */
export function dailyOf<T extends Pick<Puzzle, "grade">>(all: readonly T[], day: number): T | null {
  const middling = all.filter(({ grade }) => grade >= MIDDLING.from && grade <= MIDDLING.to);
  const puzzles = middling.length > 0 ? middling : all;
  const count = puzzles.length;
  // The list is ordered by difficulty. A step near the golden section, coprime to the length, mixes it and
  // still reaches every puzzle.
  let step = Math.max(1, Math.round(count * 0.618));
  while (gcd(step, count) > 1) step++;
  return puzzles[(((day * step) % count) + count) % count] ?? null;
}

/** The next unsolved puzzle, wrapping around; if all are solved, the next one. */
export function nextOf(puzzles: readonly Puzzle[], id: string, isSolved: (id: string) => boolean): Puzzle | null {
  const at = puzzles.findIndex((puzzle) => puzzle.id === id);
  const later = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(at, 0))];
  return later.find((puzzle) => !isSolved(puzzle.id)) ?? later[0] ?? null;
}
