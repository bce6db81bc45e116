import { expect, test } from "vitest";
import { clockOfVersion2, DAY, HOUR, isLow, lowTime, MINUTE, SECOND } from "./clock";
import type { ClockSettings } from "./types";

const sudden = (initial: number): ClockSettings => ({ system: "sudden-death", initial });
const withIncrement: ClockSettings = { system: "increment", initial: 5 * MINUTE, increment: 3 * SECOND };
const withDelay: ClockSettings = { system: "delay", initial: 5 * MINUTE, delay: 2 * SECOND };
const byoYomi: ClockSettings = { system: "byo-yomi", initial: 5 * MINUTE, period: 30 * SECOND, periods: 3 };
const perTurn: ClockSettings = { system: "per-turn", time: 30 * SECOND };
const days = (perTurn: number, bank = 0): ClockSettings => ({
  system: "correspondence",
  perTurn: perTurn * DAY,
  bank: bank * DAY,
});

test.each([
  [10 * MINUTE, 60],
  [4 * MINUTE, 30],
  [MINUTE, 10],
  [30 * SECOND, 6],
  [5 * SECOND, 2],
])("of %d ms, less than %d s is low", (initial, seconds) => expect(lowTime(sudden(initial))).toBe(seconds * SECOND));

test("per-turn and byo-yomi clocks are low like a game of that length, correspondence clocks below a tenth of a turn", () => {
  expect(lowTime(withIncrement)).toBe(lowTime(sudden(5 * MINUTE)));
  expect(lowTime(withDelay)).toBe(lowTime(sudden(5 * MINUTE)));
  expect(lowTime(perTurn)).toBe(6 * SECOND);
  expect(lowTime(byoYomi)).toBe(6 * SECOND);
  expect(lowTime(days(3, 2))).toBe(0.3 * DAY);
  expect(lowTime(days(14))).toBe(DAY);
});

test("byo-yomi is low only in the last period", () => {
  const low = (seconds: number, periods: number) => isLow(byoYomi, { left: seconds * SECOND, periods });
  expect([low(5, 3), low(5, 2), low(5, 1), low(6, 1), low(0, 0)]).toEqual([false, false, true, false, true]);
  expect(isLow(perTurn, { left: 5 * SECOND, periods: 0 })).toBe(true);
  expect(isLow(days(1), { left: 3 * HOUR, periods: 0 })).toBe(false);
});

test("clocks of old stored games are converted", () => {
  expect(clockOfVersion2({ system: "suddenDeath", initial: MINUTE })).toEqual(sudden(MINUTE));
  expect(clockOfVersion2({ system: "perMove", perTurn: 30 * SECOND })).toEqual(perTurn);
  for (const same of [null, withIncrement, perTurn, "x", { system: "hourglass" }])
    expect(clockOfVersion2(same)).toBe(same);
});
