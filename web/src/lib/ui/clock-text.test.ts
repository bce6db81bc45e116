import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE, SECOND } from "$lib/game/clock";
import type { ClockSettings } from "$lib/game/types";
import { chooseLanguage } from "$lib/i18n";
import { clockMeaning, clockName, clockText, clockWords, duration } from "./clock-text";

afterEach(() => chooseLanguage("en"));

const initial = 10 * MINUTE;
const SYSTEMS: readonly ClockSettings[] = [
  { system: "sudden-death", initial },
  { system: "increment", initial, increment: 5 * SECOND },
  { system: "delay", initial, delay: 5 * SECOND },
  { system: "byo-yomi", initial: 5 * MINUTE, period: 30 * SECOND, periods: 3 },
  { system: "per-turn", time: 2 * MINUTE },
  { system: "correspondence", perTurn: 3 * DAY, bank: DAY },
  { system: "correspondence", perTurn: DAY, bank: 0 },
];

describe("the text of a clock", () => {
  const text = (left: number, running: boolean) => clockText({ left, periods: 0 }, running);
  test.each([
    [DAY, true, "1 day"],
    [DAY - 1, true, "24:00:00"],
    [DAY - SECOND, true, "23:59:59"],
    [2 * DAY + 3 * HOUR + 59 * MINUTE, true, "2 days 3 h"],
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
  ])("%d ms, running %s: %s", (left, running, expected) => expect(text(left, running)).toBe(expected));

  test("whole seconds are rounded up, so that a running clock never shows zero", () => {
    expect(text(59_001, true)).toBe("01:00");
  });

  test("periods follow, including the running one", () => {
    expect(clockText({ left: 5 * MINUTE, periods: 3 }, true)).toBe("05:00 ×3");
    expect(clockText({ left: 9500, periods: 1 }, true)).toBe("00:09.5 ×1");
  });

  test("days are abbreviated in narrow places", () => {
    const reading = { left: 2 * DAY + 3 * HOUR, periods: 0 };
    expect(clockText(reading, true, "small")).toBe("2 d 3 h");
    expect(clockText(reading, true, "narrow")).toBe("2\u00a0d");
    expect(clockText({ ...reading, left: 20 * HOUR + MINUTE }, true, "narrow")).toBe("20\u00a0h");
    expect(clockText({ ...reading, left: HOUR }, true, "narrow")).toBe("01:00:00");
  });

  test("never shows more time later", () => {
    const seconds = (text: string) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
    fc.assert(
      fc.property(fc.nat(2 * HOUR), fc.nat(1000), (millis, more) => {
        // Between whole seconds and tenths, rounding changes from up to down, which never adds time.
        expect(seconds(text(millis, true))).toBeLessThanOrEqual(seconds(text(millis + more, true)));
      }),
    );
  });
});

test("a clock is read aloud in words", () => {
  expect(clockWords({ left: 9 * MINUTE + 29_001, periods: 0 })).toBe("9 minutes 30 seconds");
  expect(clockWords({ left: 61 * MINUTE, periods: 0 })).toBe("1 hour 1 minute");
  expect(clockWords({ left: 2 * DAY + 3 * HOUR, periods: 0 })).toBe("2 days 3 hours");
  expect(clockWords({ left: 30 * SECOND, periods: 3 })).toBe("30 seconds, 3 periods left");
  expect(clockWords({ left: 30 * SECOND, periods: 1 })).toBe("30 seconds, 1 period left");
  expect(clockWords({ left: 0, periods: 0 })).toBe("0 seconds");
});

test.each([
  ["en", "1 day 2 hours, 2 days, 2 d, 1 h 30 min"],
  ["de", "1 Tag 2 Stunden, 2 Tage, 2 T, 1 h 30 min"],
  ["es", "1 día 2 horas, 2 días, 2 d, 1 h 30 min"],
  ["fr", "1 jour 2 heures, 2 jours, 2 j, 1 h 30 min"],
  ["it", "1 giorno 2 ore, 2 giorni, 2 g, 1 h 30 min"],
  ["pt", "1 dia 2 horas, 2 dias, 2 d, 1 h 30 min"],
])("lengths of time in %s", async (language, expected) => {
  await chooseLanguage(language);
  const long = duration(DAY + 2 * HOUR, "long");
  expect([long, duration(2 * DAY), duration(2 * DAY, "narrow"), duration(90 * MINUTE)].join(", ")).toBe(expected);
});

test("a time system has a short name", () => {
  expect(SYSTEMS.map(clockName)).toEqual([
    "10 min",
    "10 min + 5 s",
    "10 min, 5 s delay",
    "5 min + 3 × 30 s",
    "2 min per turn",
    "3 days per turn, 1 day reserve",
    "1 day per turn",
  ]);
});

test("a time system is explained in a sentence", async () => {
  expect([null, ...SYSTEMS].map(clockMeaning)).toEqual([
    "No clock in this game.",
    "Each player has 10 minutes for the whole game.",
    "Each player starts with 10 minutes and gains 5 seconds after every turn.",
    "Each player has 10 minutes. The clock waits 5 seconds at the start of every turn.",
    "5 minutes, then 3 periods of 30 seconds. Finish your turn within a period and you keep it.",
    "You have 2 minutes for each turn. Unused time doesn’t carry over.",
    "You have 3 days for each turn. Extra time comes out of your reserve of 1 day.",
    "You have 1 day for each turn. Unused time doesn’t carry over.",
  ]);
  await chooseLanguage("de");
  const once: ClockSettings = { system: "byo-yomi", initial: MINUTE, period: 30 * SECOND, periods: 1 };
  expect(clockMeaning(once)).toMatch(/^1 Minute, dann 1 Periode von 30 Sekunden\. /);
});
