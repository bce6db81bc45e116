import { describe, expect, it } from "vitest";
import type { Holder, Summary } from "$lib/game/types";
import { nextLevel, recordsOf } from "./record";

const you: Holder = { kind: "person", name: "" };
const computer = (level: number): Holder => ({ kind: "computer", level });
let created = 0;
const finished = (places: number[] | null, more: Partial<Summary> = {}): Summary => ({
  id: String(created),
  game: "squadro",
  seats: [you, computer(3)],
  plies: 9,
  toAct: null,
  places,
  offBoard: null,
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

describe("a record against the computer", () => {
  it("counts by game, players and level", () => {
    const four = [you, computer(2), computer(2), computer(2)];
    const records = recordsOf([
      finished([2, 1, 3, 4], { game: "number-one", seats: four }),
      finished(won),
      finished(lost),
      finished(drawn),
      finished(lost, { seats: [computer(5), you] }),
      finished(null, { offBoard: { how: "resignation", seat: 0, places: [2, 1] } }),
    ]);
    expect(records.map(({ game, players, level, tally }) => [game, players, level, tally])).toEqual([
      ["squadro", 2, 3, { won: 1, drawn: 1, lost: 2 }],
      ["squadro", 2, 5, { won: 1, drawn: 0, lost: 0 }],
      ["number-one", 4, 2, { won: 0, drawn: 0, lost: 1 }],
    ]);
  });
  it("leaves out what does not tell how strong somebody is", () => {
    const others = [
      finished(null),
      finished(won, { imported: true }),
      finished(won, { setUp: true }),
      finished(won, { seats: [you, you] }),
      finished(won, { seats: [computer(1), computer(1)] }),
      finished([1, 2, 3], { seats: [you, computer(1), computer(2)] }),
    ];
    expect(recordsOf(others)).toEqual([]);
  });
  it("proposes the next level after three wins in a row", () => {
    const next = (results: number[][], level = 3) => {
      const games = results.map((places) => finished(places, { seats: [you, computer(level)] }));
      return nextLevel(recordsOf(games.reverse())[0]!);
    };
    expect(next([won, won, won])).toBe(4);
    expect(next([won, won])).toBeNull();
    expect(next([won, won, won, lost])).toBeNull();
    expect(next([lost, won, won, won])).toBe(4);
    expect(next([won, won, won], 10)).toBeNull();
  });
});
