import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, test } from "vitest";
import { GAMES } from "$lib/engine/types";
import { goalInShort, goalOutcome, goalResult } from "./goal";
import { type Puzzle, readPuzzles, Unreadable } from "./read";
import { dailyOf, dayNumber, nextOf } from "./selection";
import { daysNow, keepStreak, readStreak, solvedInRow, solvedOnDay, streakOf } from "./streak";

const goal = { kind: "win", plies: 13, puzzle: "1" } as const;

test("a drill shows how many moves are left", () => {
  expect([0, 4, 12, 13].map((played) => goalInShort(goal, null, played))).toEqual([
    "Goal: win within 13 moves",
    "Goal: win · 9 moves left",
    "Goal: win · 1 move left",
    "Goal: win · too slow",
  ]);
  expect(goalInShort(goal, "met", 9)).toBe("Goal met");
  expect(goalInShort({ ...goal, kind: "first" }, null, 3)).toBe("Goal: survive and finish first");
});

it("only first place alone meets a drill's goal", () => {
  expect(goalOutcome(goal, { places: [1, 2] }, 0, 9)).toBe("met");
  expect(goalOutcome(goal, { places: [2, 1] }, 0, 9)).toBe("missed");
  expect(goalOutcome(goal, { places: [1, 1] }, 0, 9)).toBe("missed");
  // Resigned before both had moved: the game is aborted and has no places.
  expect(goalOutcome(goal, { places: [] }, 0, 0)).toBe("missed");
});

test("a win after the last of the goal's moves is too slow, as during the game", () => {
  const won = { places: [1, 2] };
  expect([12, 13, 14].map((played) => goalOutcome(goal, won, 0, played))).toEqual(["met", "met", "slow"]);
  expect(goalInShort(goal, "slow", 15)).toBe("Won, but too slow");
  expect(goalResult("slow", goal, "squadro", 0, 15)).toBe(
    "Won, but too slow: it took 15 moves. Best play takes 13 at most.",
  );
  // Survival is not limited.
  expect(goalOutcome({ ...goal, kind: "first" }, won, 0, 40)).toBe("met");
});

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

const GOOD = `# about
game squadro
command ludoteca-lab puzzles make squadro

puzzle 1-17
position bccc5/0cccb y
task win
steps 1
accept win 3: Y1
refute loss 2: Y5
line Y1
themes race-home only-move
grade 2
`;

describe("puzzle files", () => {
  it("are parsed", () => {
    const { game, options, puzzles } = readPuzzles(GOOD);
    expect({ game, options }).toEqual({ game: "squadro", options: {} });
    expect(puzzles).toEqual([
      {
        id: "1-17",
        position: "bccc5/0cccb y",
        task: "win",
        steps: 1,
        moves: [
          { move: "Y1", accepted: true, value: "win", plies: 3 },
          { move: "Y5", accepted: false, value: "loss", plies: 2 },
        ],
        line: ["Y1"],
        right: [],
        themes: ["race-home", "only-move"],
        grade: 2,
      },
    ]);
  });

  it.each([
    ["game squadro", "game squadra", 'line 2: unknown game "squadra"'],
    ["game squadro", "game squadro first", 'line 2: expected KEY=VALUE, found "first"'],
    ["puzzle 1-17", "puzzle One", 'line 5: expected digits, small letters and -, found "One"'],
    ["task win", "task lose", 'line 7: expected a task, found "lose"'],
    ["steps 1", "steps 21", 'line 8: expected a number from 1 to 20, found "21"'],
    ["accept win 3: Y1", "accept won 3: Y1", 'line 9: expected a value, a colon and moves, found "won 3: Y1"'],
    ["refute loss 2: Y5", "refute loss 2: Y1", "line 10: move Y1 is there twice"],
    ["accept win", "refute win", "line 10: no move is right"],
    ["line Y1", "line Y5", "line 11: the line does not begin with a right move"],
    ["grade 2", "grade", 'line 13: expected "grade", found "grade"'],
    ["grade 2\n", "", 'line 13: expected "grade", found the end'],
  ])("%s changed to %s is rejected with its line", (from, to, why) => {
    const read = () => readPuzzles(GOOD.replace(from, to));
    expect(read).toThrow(Unreadable);
    expect(read).toThrow(why);
  });

  it.each(GAMES.map((game) => [game]))("there are enough for %s", (game) => {
    const file = readPuzzles(readFileSync(`../data/puzzles/${game}.txt`, "utf8"));
    expect(file.game).toBe(game);
    expect(file.puzzles.length).toBeGreaterThanOrEqual(game === "number-one" ? 60 : 100);
  });
});
