import { expect, it } from "vitest";
import type { Summary } from "$lib/game/types";
import { nextWaiting } from "./open-games";

const summary = (id: string, toAct: number | null, over = false): Summary => ({
  id,
  game: "squadro",
  seats: [
    { kind: "person", name: "" },
    { kind: "computer", level: 1 },
  ],
  plies: 4,
  toAct,
  ending: over ? { termination: "normal", places: [1, 2], leaver: null } : null,
  clock: null,
  created: 0,
  changed: 0,
  series: { previous: null, next: null, number: 1, score: [0, 0] },
  imported: false,
  setUp: false,
});

it("the next game waiting for the user wraps around", () => {
  const games = [summary("a", 0), summary("b", 1), summary("c", 0), summary("d", null, true)];
  expect(nextWaiting(null, games)).toBe("a");
  expect(nextWaiting("a", games)).toBe("c");
  expect(nextWaiting("c", games)).toBe("a");
  expect(nextWaiting("b", [summary("b", 1), summary("d", null, true)])).toBeNull();
  expect(nextWaiting("a", [summary("a", 0)])).toBeNull();
});
