import { expect, it, test } from "vitest";
import { goalInShort, goalOutcome, goalResult } from "./goal";

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
