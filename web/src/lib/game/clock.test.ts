import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clockText,
  given,
  HOUR,
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

const sudden = (initial: number): ClockSettings => ({ system: "suddenDeath", initial });
const withIncrement: ClockSettings = { system: "increment", initial: 5 * MINUTE, increment: 3 * SECOND };
const perMove: ClockSettings = { system: "perMove", perTurn: 30 * SECOND };

test("fifteen seconds are given to one clock", () => {
  expect(given([1000, 2000, 3000], 1)).toEqual([1000, 17_000, 3000]);
});

describe("time left", () => {
  test("is the same for every seat at the beginning", () => {
    expect(newClock(sudden(MINUTE), 4)).toEqual([MINUTE, MINUTE, MINUTE, MINUTE]);
    expect(newClock(perMove, 2)).toEqual([30 * SECOND, 30 * SECOND]);
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
    expect(turnEnded(perMove, [1000, 2000], 0)).toEqual([30 * SECOND, 2000]);
  });

  test("after taking back: who takes back gains nothing, the others have what they had", () => {
    expect(takenBack([5000, 7000], [8000, 9000], 0)).toEqual([5000, 9000]);
    // An increment that was got for the move taken back is gone with it.
    expect(takenBack([9500, 7000], [8000, 9000], 0)).toEqual([8000, 9000]);
  });
});

describe("the text of a clock", () => {
  test.each([
    [90 * MINUTE, true, "01:30:00"],
    [HOUR, true, "01:00:00"],
    [HOUR - SECOND, true, "59:59"],
    [5 * MINUTE + 7 * SECOND, true, "05:07"],
    [10 * SECOND, true, "00:10"],
    [9999, true, "00:09.9"],
    [950, true, "00:00.9"],
    [950, false, "00:00.95"],
    [40, false, "00:00.04"],
    [0, true, "00:00.0"],
    [0, false, "00:00.0"],
    [-5, true, "00:00.0"],
  ])("%d ms, running %s: %s", (millis, running, text) => expect(clockText(millis, running)).toBe(text));

  test("whole seconds are rounded up, so that no clock that runs shows nothing", () => {
    expect(clockText(59_001, true)).toBe("01:00");
    expect(clockText(1, true, "never")).toBe("00:01");
    expect(clockText(500, false, "never")).toBe("00:01");
    expect(clockText(65_430, true, "always")).toBe("01:05.4");
  });

  test("never shows more time after less", () => {
    const seconds = (text: string) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
    fc.assert(
      fc.property(fc.nat(2 * HOUR), fc.nat(1000), (millis, more) => {
        // From whole seconds to tenths the text changes from rounding up to rounding down, which only ever takes away.
        expect(seconds(clockText(millis, true))).toBeLessThanOrEqual(seconds(clockText(millis + more, true)));
      }),
    );
  });
});

test.each([
  [10 * MINUTE, 60],
  [4 * MINUTE, 30],
  [MINUTE, 10],
  [30 * SECOND, 6],
  [5 * SECOND, 2],
])("of %d ms time is low below %d s", (initial, seconds) => expect(lowTime(sudden(initial))).toBe(seconds * SECOND));

test("records name the time control", () => {
  expect(timeControl(sudden(10 * MINUTE))).toBe("600");
  expect(timeControl(withIncrement)).toBe("300+3");
  expect(timeControl(perMove)).toBe("1/30");
});
