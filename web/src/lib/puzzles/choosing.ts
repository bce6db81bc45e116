// Which puzzle comes: the one of the day, or the next one.

import type { Puzzle } from "./read";

/** Days since 1970 by the person's calendar, so that a date has the same puzzle everywhere. */
export const dayNumber = (date: Date): number =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The puzzle of a day: the same for everybody, and none comes again before all have been. */
export function dailyOf<T>(puzzles: readonly T[], day: number): T | null {
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
