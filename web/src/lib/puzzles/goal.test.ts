import { expect, it, test } from "vitest";
import { goalInShort, goalMet } from "./goal";

test("a drill shows how many moves are left", () => {
  const goal = { kind: "win", plies: 13, puzzle: "1" } as const;
  expect([0, 4, 12, 13].map((played) => goalInShort(goal, null, played))).toEqual([
    "Goal: win within 13 moves",
    "Goal: win · 9 moves left",
    "Goal: win · 1 move left",
    "Goal: win · too slow",
  ]);
  expect(goalInShort(goal, true, 9)).toBe("Goal met");
  expect(goalInShort({ ...goal, kind: "first" }, null, 3)).toBe("Goal: survive and finish first");
});

it("only first place alone meets a drill's goal", () => {
  expect(goalMet({ places: [1, 2] }, 0)).toBe(true);
  expect(goalMet({ places: [2, 1] }, 0)).toBe(false);
  expect(goalMet({ places: [1, 1] }, 0)).toBe(false);
  // Resigned before both had moved: the game is aborted and has no places.
  expect(goalMet({ places: [] }, 0)).toBe(false);
});
