import { beforeEach, describe, expect, it } from "vitest";
import { daysNow, keepStreak, readStreak, solvedInRow, solvedOnDay, streakOf } from "./streak";

beforeEach(() => localStorage.clear());
const none = readStreak(null, "peak");

describe("puzzles in a row", () => {
  it("grow with each clean one, and a mistake resets them; the best stays", () => {
    const two = solvedInRow(solvedInRow(none, true), true);
    expect(two).toMatchObject({ row: 2, bestRow: 2 });
    expect(solvedInRow(two, false)).toMatchObject({ row: 0, bestRow: 2 });
    expect(solvedInRow(solvedInRow(two, false), true)).toMatchObject({ row: 1, bestRow: 2 });
  });
});

describe("days in a row", () => {
  const week = solvedOnDay(solvedOnDay(none, 100), 101);
  it("count a day once, and a missed day resets them", () => {
    expect(week).toMatchObject({ day: 101, days: 2, bestDays: 2 });
    expect(solvedOnDay(week, 101)).toBe(week);
    expect(solvedOnDay(week, 103)).toMatchObject({ day: 103, days: 1, bestDays: 2 });
  });
  it("last until a whole day was missed", () => {
    expect([101, 102, 103].map((today) => daysNow(week, today))).toEqual([2, 2, 0]);
    expect(daysNow(none, 0)).toBe(0);
  });
});

describe("the stored streak", () => {
  it("is separate for each game", () => {
    keepStreak("peak", solvedInRow(none, true));
    keepStreak("squadro", solvedOnDay(none, 7));
    expect([streakOf("peak").row, streakOf("squadro").days, streakOf("number-one")]).toEqual([1, 1, none]);
  });
  it.each(["no text of ours", "null", "[]", '{"peak": {"row": "many"}}', '{"peak": {"row": 3}}'])(
    "is empty if it is %s, and can be stored again",
    (text) => {
      localStorage.setItem("ludoteca.streaks", text);
      expect(streakOf("peak")).toEqual(none);
      keepStreak("peak", solvedInRow(none, true));
      expect(streakOf("peak").row).toBe(1);
    },
  );
});
