import { expect, it } from "vitest";
import type { GameInfo } from "$lib/engine/types";
import { type Choices, usual } from "$lib/ui/setup";
import { readPairing } from "./pairing.svelte";
import { gameRequest, isQuick, quickSeek, seekRequest } from "./requests";
import type { SeekView } from "./types.gen";

const info: GameInfo = {
  id: "number-one",
  name: "Number One",
  minPlayers: 2,
  maxPlayers: 4,
  seats: ["a", "b", "c", "d"],
  draws: false,
  options: [{ key: "bend", words: ["yes", "no"], default: "yes", ruling: "NO-6" }],
};
const choices = (players: number, online: Partial<Choices["online"]>): Choices => {
  const usually = usual(info);
  return { ...usually, players, company: "online", online: { ...usually.online, ...online } };
};
const request = (chosen: Choices, challenged: string | null = null, chance = 0) =>
  gameRequest(info, chosen, {
    position: null,
    challenged: challenged === null ? null : { id: challenged, name: "Ada" },
    chance,
  });

it("a game by link has the user's own seat, open seats and computers", () => {
  expect(request(choices(2, { side: 1 })).seats).toEqual(["open", "you"]);
  expect(request(choices(4, { side: 2, others: ["open", 5, "open"] })).seats).toEqual([
    "open",
    { level: 5 },
    "you",
    "open",
  ]);
  const byLot = choices(3, { side: "random" });
  expect([0, 0.4, 0.9].map((chance) => request(byLot, null, chance).seats!.indexOf("you"))).toEqual([0, 1, 2]);
  // With two players the opponent is never a computer.
  expect(request(choices(2, { side: 0, others: [3, 3, 3] })).seats).toEqual(["you", "open"]);
  expect(request({ ...choices(2, { listed: false }), takeBack: false })).toMatchObject({
    ...{ game: "number-one", players: 2, options: { bend: "yes" }, listed: false, take_back: false },
    clock: { system: "increment", initial: 600_000, increment: 5000 },
  });
});

it("a challenged user gets the first open seat, or a computer's", () => {
  expect(request(choices(2, { side: 0 }), "u1").seats).toEqual(["you", { user: "u1" }]);
  expect(request(choices(3, { side: 0, others: [4, "open", "open"] }), "u1").seats).toEqual([
    "you",
    { level: 4 },
    { user: "u1" },
  ]);
  expect(request(choices(3, { side: 2, others: [4, 4, 4] }), "u1").seats).toEqual([
    { user: "u1" },
    { level: 4 },
    "you",
  ]);
});

it("equal choices make equal requests", () => {
  const seek = seekRequest(info, choices(3, { side: "random" }), { rated: null });
  expect(seek).toEqual({
    game: "number-one",
    players: 3,
    clock: { system: "increment", initial: 600_000, increment: 5000 },
    rated: null,
  });
  const bent = { ...choices(3, { side: 1 }), options: { bend: "no" } };
  expect(seekRequest(info, bent, { rated: false, rating_range: { min: 1400, max: 1600 } })).toMatchObject({
    ...{ options: { bend: "no" }, seat: 1, rated: false },
    rating_range: { min: 1400, max: 1600 },
  });
});

it("a seek made by one tap is recognised", () => {
  const made = { id: "x", user: { id: "u", name: "Ada" }, missing: 1, started: null, guest: true };
  const quick = quickSeek("number-one", { rated: null });
  const seek: SeekView = { ...made, ...quick, rated: false, clock: quick.clock! };
  expect(isQuick(seek)).toBe(true);
  expect(isQuick({ ...seek, clock: { system: "increment", initial: 600_000, increment: 9000 } })).toBe(false);
  expect(isQuick({ ...seek, players: 3 })).toBe(false);
  expect(isQuick({ ...seek, seat: 0 })).toBe(false);
  expect(isQuick({ ...seek, clock: null })).toBe(false);
});

it("invalid values use defaults", () => {
  const usual = { rated: "if-possible", only: false, range: { min: 1200, max: 1800 } };
  for (const text of [null, "{", "[]", "null", '{"rated":"always","only":1,"range":{"min":9,"max":3}}'])
    expect(readPairing(text)).toEqual(usual);
  expect(readPairing('{"rated":"unrated","only":true,"range":{"min":1000,"max":1500}}')).toEqual({
    ...{ rated: "unrated", only: true },
    range: { min: 1000, max: 1500 },
  });
});
