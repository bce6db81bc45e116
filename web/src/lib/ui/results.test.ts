import { describe, expect, it } from "vitest";
import type { Holder, Result, Summary } from "$lib/game/types";
import { nextWaiting } from "./open-games";
import { reason } from "./outcome";
import { finished, nextLevel, readDeleted, recordsOf } from "./record";

const recordsIn = (games: Summary[]) => recordsOf(games.flatMap((game) => finished(game) ?? []));

const you: Holder = { kind: "person", name: "" };
const computer = (level: number): Holder => ({ kind: "computer", level });
let created = 0;
const ended = (places: number[] | null, more: Partial<Summary> = {}): Summary => ({
  id: String(created),
  game: "squadro",
  seats: [you, computer(3)],
  plies: 9,
  toAct: null,
  ending: places && { termination: "normal", places, leaver: null },
  clock: null,
  created: created++,
  changed: 0,
  series: { previous: null, next: null, number: 1, score: [0, 0] },
  imported: false,
  setUp: false,
  ...more,
});
const [won, lost, drawn] = [
  [1, 2],
  [2, 1],
  [1, 1],
];

describe("the record against the computer", () => {
  it("counts places with more than two players", () => {
    const seats = [you, computer(2), computer(2)];
    const games = [
      [2, 1, 3],
      [2, 3, 1],
      [1, 2, 3],
    ].map((places) => ended(places, { game: "number-one", seats }));
    const [record] = recordsIn(games);
    expect([...record!.places]).toEqual([1, 2]);
    expect(recordsIn([ended(won)])[0]!.places).toEqual([]);
    // Deleted games count too, except those deleted by an earlier version of the page.
    const [kept] = readDeleted(JSON.stringify([finished(games[0]!)]));
    expect(kept?.place).toBe(2);
    const { place: _, ...older } = finished(games[0]!)!;
    expect([...recordsOf(readDeleted(JSON.stringify([older])))[0]!.places]).toEqual([]);
  });
  it("counts by game, players and level", () => {
    const four = [you, computer(2), computer(2), computer(2)];
    const records = recordsIn([
      ended([2, 1, 3, 4], { game: "number-one", seats: four }),
      ended(won),
      ended(lost),
      ended(drawn),
      ended(lost, { seats: [computer(5), you] }),
      ended(null, { ending: { termination: "resignation", leaver: 0, places: [2, 1] } }),
    ]);
    expect(records.map(({ game, players, level, tally }) => [game, players, level, tally])).toEqual([
      ["squadro", 2, 3, { won: 1, drawn: 1, lost: 2 }],
      ["squadro", 2, 5, { won: 1, drawn: 0, lost: 0 }],
      ["number-one", 4, 2, { won: 0, drawn: 0, lost: 1 }],
    ]);
  });
  it("leaves out games that do not show playing strength", () => {
    const others = [
      ended(null),
      ended([], { ending: { termination: "aborted", leaver: null, places: [] } }),
      ended(won, { imported: true }),
      ended(won, { setUp: true }),
      ended(won, { seats: [you, you] }),
      ended(won, { seats: [computer(1), computer(1)] }),
      ended([1, 2, 3], { seats: [you, computer(1), computer(2)] }),
    ];
    expect(recordsIn(others)).toEqual([]);
  });
  it("suggests the next level after three wins in a row", () => {
    const next = (results: number[][], level = 3) => {
      const games = results.map((places) => ended(places, { seats: [you, computer(level)] }));
      return nextLevel(recordsIn(games.reverse())[0]!);
    };
    expect(next([won, won, won])).toBe(4);
    expect(next([won, won])).toBeNull();
    expect(next([won, won, won, lost])).toBeNull();
    expect(next([lost, won, won, won])).toBe(4);
    expect(next([won, won, won], 10)).toBeNull();
  });
  it("skips unreadable entries of deleted games", () => {
    const game = finished(ended(won))!;
    expect(readDeleted(JSON.stringify([game, { ...game, level: "3" }, null, { ...game, outcome: "x" }]))).toEqual([
      game,
    ]);
    for (const text of [null, "{", "{}", "null"]) expect(readDeleted(text)).toEqual([]);
  });
});

const seats: Holder[] = [
  { kind: "person", name: "Ada", you: true },
  { kind: "person", name: "Bob", you: false },
];
const aborted = (by: number | null, why: NonNullable<Result["aborted"]>["why"]): Result => ({
  ...{ termination: "aborted", places: [], leaver: null, reason: null },
  aborted: { by, why },
});

it("an aborted game names the responsible seat and the reason", () => {
  expect(reason(aborted(1, "first-decision"), seats, "squadro")).toBe("Bob didn’t make a first move in time");
  expect(reason(aborted(0, "first-decision"), seats, "squadro")).toBe("You didn’t make your first move in time");
  expect(reason(aborted(0, "asked"), seats, "squadro", true)).toBe("Ada aborted the game");
  expect(reason(aborted(1, "declined"), seats, "squadro")).toBe("The challenge was declined");
  expect(reason(aborted(null, "asked"), seats, "squadro")).toBe(
    "The game ended before every player had moved, so it doesn’t count",
  );
});

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
