// Which puzzle comes: the one of the day, or the next one.

import type { Puzzle } from "./read";

/** Days since 1970 by the person's calendar, so that a date has the same puzzle everywhere. */
export const dayNumber = (date: Date): number =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The grades of the puzzles of the day: neither trivial nor for masters. */
export const MIDDLING = { from: 3, to: 6 } as const;

/**
 * The puzzle of a day, of middling difficulty where there is one: the same for everybody, and none comes
 * again before all such have been.
 */
export function dailyOf<T extends Pick<Puzzle, "grade">>(all: readonly T[], day: number): T | null {
  const middling = all.filter(({ grade }) => grade >= MIDDLING.from && grade <= MIDDLING.to);
  const puzzles = middling.length > 0 ? middling : all;
  const count = puzzles.length;
  // The list goes from easy to hard; steps of about the golden section mix it, and without a common factor
  // they reach all.
  let step = Math.max(1, Math.round(count * 0.618));
  while (gcd(step, count) > 1) step++;
  return puzzles[(((day * step) % count) + count) % count] ?? null;
}

/** The next one that is not solved, after this one and round; where all are solved, simply the next. */
export function nextOf(puzzles: readonly Puzzle[], id: string, isSolved: (id: string) => boolean): Puzzle | null {
  const at = puzzles.findIndex((puzzle) => puzzle.id === id);
  const later = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(at, 0))];
  return later.find((puzzle) => !isSolved(puzzle.id)) ?? later[0] ?? null;
}
