import { describe, expect, it } from "vitest";
import type { GameInfo } from "$lib/engine/types";
import { clockOf, companies, readChoices, setupOf, usual, type Company } from "./setup";

const squadro: GameInfo = {
  id: "squadro",
  name: "Squadro",
  minPlayers: 2,
  maxPlayers: 2,
  seats: ["yellow", "red"],
  options: [{ key: "first", words: ["yellow", "red"], default: "yellow", ruling: "SQ-3" }],
};
const numberOne: GameInfo = { ...squadro, id: "number-one", maxPlayers: 4, seats: ["a", "b", "c", "d"], options: [] };
const dominoes: GameInfo = {
  ...squadro,
  id: "one-piece-for-two",
  options: [{ key: "width", from: 4, to: 10, default: "8", ruling: "OP-1" }],
};

describe("choices that were kept", () => {
  it("are read", () => {
    const kept = { ...usual(squadro), level: 7, side: "random", options: { first: "red" }, clock: "increment" };
    expect(readChoices(JSON.stringify(kept), squadro)).toEqual(kept);
  });
  it("that do not fit become the usual ones", () => {
    for (const text of [null, "{", "[]", "null", '"x"']) expect(readChoices(text, squadro)).toEqual(usual(squadro));
    const wrong = {
      players: 3,
      company: "mixed",
      level: 11,
      side: 2,
      mixed: [1],
      options: { first: "blue" },
      minutes: 0.5,
      names: { own: 5, seats: ["", null] },
    };
    expect(readChoices(JSON.stringify(wrong), squadro)).toEqual(usual(squadro));
    const width = (value: unknown) =>
      readChoices(JSON.stringify({ options: { width: value } }), dominoes).options.width;
    expect([width("10"), width("11"), width("4.5"), width(5)]).toEqual(["10", "8", "8", "8"]);
  });
});

it("a mix of people and computers is for more than two", () => {
  expect(companies(squadro)).toEqual(["computer", "people"]);
  expect(companies(numberOne)).toEqual(["computer", "people", "mixed"]);
});

describe("the game that choices make", () => {
  const person = { kind: "person", name: "" };
  const computer = (level: number) => ({ kind: "computer", level });

  it("is one against the computer, with one press", () => {
    expect(setupOf(squadro, usual(squadro), 3000, 0)).toEqual({
      opening: { game: "squadro", players: 2, options: { first: "yellow" } },
      seats: [person, computer(3)],
      clock: null,
      takeBackAllowed: true,
      turnBoard: false,
      thinkingTime: 3000,
    });
  });
  it("leaves a seat to chance", () => {
    const choices = { ...usual(numberOne), players: 4, side: "random" as const, level: 5 };
    const own = (chance: number) =>
      setupOf(numberOne, choices, 1000, chance).seats.findIndex(({ kind }) => kind === "person");
    expect([0, 0.3, 0.6, 0.999].map(own)).toEqual([0, 1, 2, 3]);
  });
  it("seats any mix", () => {
    const choices = { ...usual(numberOne), players: 3, company: "mixed" as const, mixed: [2, "person" as const, 9, 1] };
    expect(setupOf(numberOne, choices, 1000, 0).seats).toEqual([computer(2), person, computer(9)]);
  });
  it("names people, and no computer", () => {
    const names = { own: " Ada  L. ", seats: ["Anna", "", "x".repeat(40), "Dora"] };
    const seats = (company: Company, players: number) =>
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
    const choices = { ...usual(squadro), minutes: 5, increment: 2, seconds: 20 };
    expect(clockOf({ ...choices, clock: "suddenDeath" })).toEqual({ system: "suddenDeath", initial: 300_000 });
    expect(clockOf({ ...choices, clock: "increment" })).toEqual({
      system: "increment",
      initial: 300_000,
      increment: 2000,
    });
    expect(clockOf({ ...choices, clock: "perMove" })).toEqual({ system: "perMove", perTurn: 20_000 });
  });
});
