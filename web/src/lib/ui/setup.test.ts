import { describe, expect, it } from "vitest";
import type { GameInfo } from "$lib/engine/types";
import { newGame, readSaved } from "$lib/game/saved";
import type { ClockSettings } from "$lib/game/types";
import { CLOCKS, clockOf, companies, DRAW_OFFERS, readChoices, setupOf, usual, type OpponentKind } from "./setup";

const squadro: GameInfo = {
  id: "squadro",
  name: "Squadro",
  minPlayers: 2,
  maxPlayers: 2,
  seats: ["yellow", "red"],
  draws: true,
  options: [{ key: "first", words: ["yellow", "red"], default: "yellow", ruling: "SQ-3" }],
};
const numberOne: GameInfo = {
  ...squadro,
  id: "number-one",
  draws: false,
  maxPlayers: 4,
  seats: ["a", "b", "c", "d"],
  options: [],
};
const dominoes: GameInfo = {
  ...squadro,
  id: "one-piece-for-two",
  options: [{ key: "width", from: 4, to: 10, default: "8", ruling: "OP-1" }],
};

/** A stored new game with this clock. */
const stored = (clock: ClockSettings | null): string => {
  const person = { kind: "person", name: "" } as const;
  return JSON.stringify(newGame({ opening: { game: "squadro" }, seats: [person, person], clock }, "x", 1));
};

describe("stored choices", () => {
  it("are parsed", () => {
    const kept = { ...usual(squadro), level: 7, side: "random", options: { first: "red" }, clock: "increment" };
    expect(readChoices(JSON.stringify(kept), squadro)).toEqual(kept);
    const times = { ...usual(squadro).online.times, clock: "correspondence", days: 7 };
    const online = { opponent: "anyone", side: 1, others: ["open", 4, 10], listed: false, rated: true, times };
    expect(readChoices(JSON.stringify({ online }), squadro).online).toEqual(online);
  });
  it("of an earlier version are parsed with the current clock names", () => {
    // As stored before there were seven time systems.
    const former =
      '{"players":2,"company":"people","level":4,"side":1,"mixed":["person","person",3,3],"options":{"first":"red"},' +
      '"clock":"perMove","minutes":15,"increment":10,"seconds":45,"turnBoard":true,"takeBack":false}';
    expect(readChoices(former, squadro)).toEqual({
      ...usual(squadro),
      ...{ company: "people", level: 4, side: 1, options: { first: "red" } },
      ...{ clock: "per-turn", minutes: 15, increment: 10, seconds: 45, turnBoard: true, takeBack: false },
    });
    expect(readChoices('{"clock":"suddenDeath"}', squadro).clock).toBe("sudden-death");
    expect(readChoices('{"clock":"increment"}', squadro).clock).toBe("increment");
    expect(readChoices('{"clock":"toString"}', squadro).clock).toBe("none");
  });
  it("that are invalid use defaults", () => {
    for (const text of [null, "{", "[]", "null", '"x"']) expect(readChoices(text, squadro)).toEqual(usual(squadro));
    const wrong = {
      players: 3,
      company: "mixed",
      level: 11,
      side: 2,
      mixed: [1],
      options: { first: "blue" },
      minutes: 0.5,
      periods: 0,
      bank: -1,
      drawOffersFrom: 7,
      names: { own: 5, seats: ["", null] },
      online: { opponent: "all", side: 2, others: ["x", 11], listed: "no", times: { clock: "hourglass", minutes: 7 } },
    };
    expect(readChoices(JSON.stringify(wrong), squadro)).toEqual(usual(squadro));
    const width = (value: unknown) =>
      readChoices(JSON.stringify({ options: { width: value } }), dominoes).options.width;
    expect([width("10"), width("11"), width("4.5"), width(5)]).toEqual(["10", "8", "8", "8"]);
  });
});

it("a mix of people and computers needs more than two seats", () => {
  expect(companies(squadro)).toEqual(["computer", "people", "online"]);
  expect(companies(numberOne)).toEqual(["computer", "people", "mixed", "online"]);
});

describe("the game created from choices", () => {
  const person = { kind: "person", name: "" };
  const computer = (level: number) => ({ kind: "computer", level });

  it("is against the computer by default", () => {
    expect(setupOf(squadro, usual(squadro), 3000, 0)).toEqual({
      opening: { game: "squadro", players: 2, options: { first: "yellow" } },
      seats: [person, computer(3)],
      clock: null,
      takeBackAllowed: true,
      turnBoard: false,
      thinkingTime: 3000,
    });
  });
  it("may have a random seat", () => {
    const choices = { ...usual(numberOne), players: 4, side: "random" as const, level: 5 };
    const own = (chance: number) =>
      setupOf(numberOne, choices, 1000, chance).seats.findIndex(({ kind }) => kind === "person");
    expect([0, 0.3, 0.6, 0.999].map(own)).toEqual([0, 1, 2, 3]);
  });
  it("may have any mix of seats", () => {
    const choices = { ...usual(numberOne), players: 3, company: "mixed" as const, mixed: [2, "person" as const, 9, 1] };
    expect(setupOf(numberOne, choices, 1000, 0).seats).toEqual([computer(2), person, computer(9)]);
  });
  it("names people, but not computers", () => {
    const names = { own: " Ada  L. ", seats: ["Anna", "", "x".repeat(40), "Dora"] };
    const seats = (company: OpponentKind, players: number) =>
      setupOf(numberOne, { ...usual(numberOne), company, players, names, mixed: [1, "person", "person", 4] }, 1000, 0)
        .seats;
    const named = (name: string) => ({ kind: "person", name });
    expect(seats("computer", 2)).toEqual([named("Ada L."), computer(3)]);
    expect(seats("people", 2)).toEqual([named("Anna"), person]);
    expect(seats("mixed", 4)).toEqual([computer(1), person, named("x".repeat(24)), computer(4)]);
  });
  it("turns the board only among people", () => {
    const choices = { ...usual(squadro), turnBoard: true };
    expect(setupOf(squadro, choices, 1000, 0).turnBoard).toBe(false);
    expect(setupOf(squadro, { ...choices, company: "people" }, 1000, 0).turnBoard).toBe(true);
  });
  it("has a clock", () => {
    const choices = { ...usual(squadro), minutes: 5, increment: 2, delay: 3, seconds: 20, days: 2, bank: 7 };
    const initial = 300_000;
    const made = CLOCKS.map((clock) => clockOf({ ...choices, clock }));
    expect(made).toEqual([
      null,
      { system: "sudden-death", initial },
      { system: "increment", initial, increment: 2000 },
      { system: "delay", initial, delay: 3000 },
      { system: "byo-yomi", initial, period: 30_000, periods: 3 },
      { system: "per-turn", time: 20_000 },
      { system: "correspondence", perTurn: 172_800_000, bank: 604_800_000 },
    ]);
    // As they are stored.
    for (const clock of made) expect(readSaved(stored(clock), "x")).toMatchObject({ game: { clock } });
  });
  it("may delay draw offers, in games with draws", () => {
    const from = (info: GameInfo, drawOffersFrom: number) =>
      setupOf(info, { ...usual(info), drawOffersFrom }, 1000, 0).drawOffersFrom;
    expect(DRAW_OFFERS.map(({ ply }) => from(squadro, ply))).toEqual([undefined, 8, 18, 38, 1_000_000]);
    expect(from(numberOne, 8)).toBeUndefined();
  });
});
