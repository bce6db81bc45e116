import { describe, expect, test } from "vitest";
import {
  clockOfVersion2,
  DAY,
  given,
  HOUR,
  isLow,
  lowTime,
  MINUTE,
  newClock,
  SECOND,
  spend,
  takenBack,
  timeControl,
  turnEnded,
} from "./clock";
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

test("fifteen seconds are given to one clock", () => {
  expect(given([1000, 2000, 3000], 1)).toEqual([1000, 17_000, 3000]);
});

describe("time left", () => {
  test("is the same for every seat at the beginning", () => {
    expect(newClock(sudden(MINUTE), 4)).toEqual([MINUTE, MINUTE, MINUTE, MINUTE]);
    expect(newClock(perTurn, 2)).toEqual([30 * SECOND, 30 * SECOND]);
  });

  test("is spent by one seat, and never less than nothing", () => {
    expect(spend([5000, 6000], 1, 1500)).toEqual([5000, 4500]);
    expect(spend([5000, 6000], 0, 9000)).toEqual([0, 6000]);
    // A clock of the device that goes backwards gives no time.
    expect(spend([5000, 6000], 0, -50)).toEqual([5000, 6000]);
  });

  test("after a turn: nothing, the increment, or the whole time again", () => {
    expect(turnEnded(sudden(MINUTE), [1000, 2000], 0)).toEqual([1000, 2000]);
    expect(turnEnded(withIncrement, [1000, 2000], 1)).toEqual([1000, 5000]);
    expect(turnEnded(perTurn, [1000, 2000], 0)).toEqual([30 * SECOND, 2000]);
  });

  test("after taking back: who takes back gains nothing, the others have what they had", () => {
    expect(takenBack([5000, 7000], [8000, 9000], 0)).toEqual([5000, 9000]);
    // An increment that was got for the move taken back is gone with it.
    expect(takenBack([9500, 7000], [8000, 9000], 0)).toEqual([8000, 9000]);
  });
});

test.each([
  [10 * MINUTE, 60],
  [4 * MINUTE, 30],
  [MINUTE, 10],
  [30 * SECOND, 6],
  [5 * SECOND, 2],
])("of %d ms time is low below %d s", (initial, seconds) => expect(lowTime(sudden(initial))).toBe(seconds * SECOND));

test("a turn or a period that runs out is low like a game of that length, days below a tenth of a turn", () => {
  expect(lowTime(withIncrement)).toBe(lowTime(sudden(5 * MINUTE)));
  expect(lowTime(withDelay)).toBe(lowTime(sudden(5 * MINUTE)));
  expect(lowTime(perTurn)).toBe(6 * SECOND);
  expect(lowTime(byoYomi)).toBe(6 * SECOND);
  expect(lowTime(days(3, 2))).toBe(0.3 * DAY);
  expect(lowTime(days(14))).toBe(DAY);
});

test("byo-yomi is low in its last period only", () => {
  const low = (seconds: number, periods: number) => isLow(byoYomi, { left: seconds * SECOND, periods });
  expect([low(5, 3), low(5, 2), low(5, 1), low(6, 1), low(0, 0)]).toEqual([false, false, true, false, true]);
  expect(isLow(perTurn, { left: 5 * SECOND, periods: 0 })).toBe(true);
  expect(isLow(days(1), { left: 3 * HOUR, periods: 0 })).toBe(false);
});

test("records name the time control", () => {
  expect(timeControl(sudden(10 * MINUTE))).toBe("600");
  expect(timeControl(withIncrement)).toBe("300+3");
  expect(timeControl(withDelay)).toBe("300 d2");
  expect(timeControl(byoYomi)).toBe("300 3x30");
  expect(timeControl(perTurn)).toBe("1/30");
  expect(timeControl(days(1))).toBe("1/86400");
  expect(timeControl(days(1, 2))).toBe("1/86400+172800");
});

test("clocks of stored games get their new names", () => {
  expect(clockOfVersion2({ system: "suddenDeath", initial: MINUTE })).toEqual(sudden(MINUTE));
  expect(clockOfVersion2({ system: "perMove", perTurn: 30 * SECOND })).toEqual(perTurn);
  for (const same of [null, withIncrement, perTurn, "x", { system: "hourglass" }])
    expect(clockOfVersion2(same)).toBe(same);
});
