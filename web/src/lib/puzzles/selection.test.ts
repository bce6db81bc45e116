import { describe, expect, it } from "vitest";
import { dailyOf, dayNumber, nextOf } from "./selection";
import type { Puzzle } from "./read";

describe("the daily puzzle", () => {
  it("depends on the date, not the time", () => {
    expect(dayNumber(new Date(2026, 2, 29, 0, 1))).toBe(dayNumber(new Date(2026, 2, 29, 23, 59)));
    expect(dayNumber(new Date(2026, 2, 30, 0, 1))).toBe(dayNumber(new Date(2026, 2, 29, 23, 59)) + 1);
    expect(dayNumber(new Date(1970, 0, 2))).toBe(1);
  });
  it.each([1, 2, 60, 97, 100, 120, 128])("repeats only after all %d were used", (count) => {
    const puzzles = Array.from({ length: count }, () => ({ grade: 4 }));
    const days = Array.from({ length: count }, (_, day) => dailyOf(puzzles, 20_000 + day));
    expect(new Set(days).size).toBe(count);
    expect(dailyOf(puzzles, 20_000 + count)).toBe(days[0]);
  });
  it("is the server's choice (crates/puzzle/src/daily.rs)", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => ({ index, grade: 5 }));
    expect([20_772, 20_773, 20_774].map((day) => dailyOf(hundred, day)?.index)).toEqual([36, 99, 62]);
    const mixed = Array.from({ length: 100 }, (_, index) => ({ index, grade: 1 + Math.floor(index / 10) }));
    expect([20_772, 20_773, 20_774].map((day) => dailyOf(mixed, day)?.index)).toEqual([24, 51, 38]);
  });
  it("is of medium grade if possible", () => {
    const graded = [1, 2, 3, 6, 7, 9, 10].map((grade) => ({ grade }));
    const days = Array.from({ length: 10 }, (_, day) => dailyOf(graded, 20_000 + day)!.grade);
    expect([...new Set(days)].sort()).toEqual([3, 6]);
    expect(dailyOf([{ grade: 9 }], 20_000)).toEqual({ grade: 9 });
  });
  it("handles an empty list, and dates before 1970", () => {
    expect(dailyOf([], 5)).toBeNull();
    expect(dailyOf([{ grade: 3 }, { grade: 4 }, { grade: 5 }], -7)).not.toBeNull();
  });
});

describe("the next puzzle", () => {
  const puzzles = ["1", "2", "3"].map((id) => ({ id }) as Puzzle);
  const next = (id: string, ...solved: string[]) => nextOf(puzzles, id, (id) => solved.includes(id))?.id;
  it("is the next unsolved one, wrapping around", () => {
    expect(next("1")).toBe("2");
    expect(next("1", "2")).toBe("3");
    expect(next("3", "1")).toBe("2");
  });
  it("is the next one if all are solved", () => {
    expect(next("3", "1", "2", "3")).toBe("1");
    expect(nextOf([puzzles[0]!], "1", () => true)).toBeNull();
  });
});
