// Clock texts: what a clock shows, how it is read aloud, and names of time systems.

import { DAY, HOUR, MINUTE, SECOND } from "$lib/game/clock";
import type { ClockSettings, Reading } from "$lib/game/types";
import { t } from "$lib/i18n";

/** Length of unit names: `long` for speech and sentences, `narrow` where there is hardly room for days. */
type Units = "long" | "short" | "narrow";

const UNITS = [
  ["days", DAY],
  ["hours", HOUR],
  ["minutes", MINUTE],
  ["seconds", SECOND],
] as const;

/** A duration in its two largest units, rounded down: "2 days 3 h", "1 hour 30 minutes". */
export function duration(millis: number, units: Units = "short"): string {
  const largest = UNITS.findIndex(([, length]) => millis >= length);
  const [first, ...rest] = largest < 0 ? UNITS.slice(-1) : UNITS.slice(largest, largest + 2);
  const parts = [first!, ...rest]
    .map(([unit, length], at) => [unit, Math.floor((at === 0 ? millis : millis % first![1]) / length)] as const)
    .filter(([, count], at) => at === 0 || count > 0);
  const key = (unit: (typeof UNITS)[number][0]) =>
    units === "long"
      ? (`time.long.${unit}` as const)
      : units === "narrow" && unit === "days"
        ? "time.narrow.days"
        : (`time.short.${unit}` as const);
  return parts.map(([unit, count]) => t(key(unit), count)).join(" ");
}

/**
 * `mm:ss`, or `hh:mm:ss` from an hour on; tenths below ten seconds, hundredths below one on a stopped clock.
 * Rounded down, but whole seconds are rounded up, so that 00:00 appears only when time is up.
 */
function digits(left: number, running: boolean): string {
  const two = (number: number) => String(number).padStart(2, "0");
  if (!running && left > 0 && left < SECOND) return `00:00.${two(Math.floor(left / 10))}`;
  const fine = left < 10 * SECOND;
  const seconds = fine ? Math.floor(left / SECOND) : Math.ceil(left / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const text = `${hours > 0 ? `${two(hours)}:` : ""}${two(minutes)}:${two(seconds % 60)}`;
  return fine ? `${text}.${Math.floor((left % SECOND) / 100)}` : text;
}

/** Room for days on a clock: words, letters, or only the largest unit. */
export type Room = "wide" | "small" | "narrow";

/** In narrow places a single word without line breaks. */
function longTime(left: number, room: Room): string {
  if (room !== "narrow") return duration(left, room === "small" ? "narrow" : "short");
  const unit = left >= DAY ? DAY : HOUR;
  return duration(left - (left % unit), "narrow").replaceAll(" ", "\u00a0");
}

/**
 * The clock face: digits, or days and hours from a day on (in narrow places from ten hours on), followed by
 * the remaining periods.
 */
export function clockText(reading: Reading, running: boolean, room: Room = "wide"): string {
  const left = Math.max(0, reading.left);
  const isLong = left >= (room === "narrow" ? 10 * HOUR : DAY);
  const text = isLong ? longTime(left, room) : digits(left, running);
  return reading.periods > 0 ? `${text} ×${reading.periods}` : text;
}

/** The time in words, for screen readers. Seconds are rounded up, as on the clock. */
export function clockWords({ left, periods }: Reading): string {
  const text = duration(SECOND * Math.ceil(Math.max(0, left) / SECOND), "long");
  return periods > 0 ? t("clock.periods", text, periods) : text;
}

/** A time system in a few words. */
export function clockName(settings: ClockSettings): string {
  switch (settings.system) {
    case "sudden-death":
      return duration(settings.initial);
    case "increment":
      return t("clock.increment", duration(settings.initial), duration(settings.increment));
    case "delay":
      return t("clock.delay", duration(settings.initial), duration(settings.delay));
    case "byo-yomi":
      return t("clock.byo-yomi", duration(settings.initial), settings.periods, duration(settings.period));
    case "per-turn":
      return t("clock.per-turn", duration(settings.time));
    case "correspondence":
      return settings.bank
        ? t("clock.correspondence", duration(settings.perTurn), duration(settings.bank))
        : t("clock.per-turn", duration(settings.perTurn));
  }
}

/** A time system explained in a sentence. */
export function clockMeaning(settings: ClockSettings | null): string {
  const long = (millis: number) => duration(millis, "long");
  switch (settings?.system) {
    case undefined:
      return t("play.clock.none");
    case "sudden-death":
      return t("clock.sudden-death.means", long(settings.initial));
    case "increment":
      return t("clock.increment.means", long(settings.initial), long(settings.increment));
    case "delay":
      return t("clock.delay.means", long(settings.initial), long(settings.delay));
    case "byo-yomi":
      return t("clock.byo-yomi.means", long(settings.initial), settings.periods, long(settings.period));
    case "per-turn":
      return t("clock.per-turn.means", long(settings.time));
    case "correspondence":
      return settings.bank
        ? t("clock.correspondence.means", long(settings.perTurn), long(settings.bank))
        : t("clock.per-turn.means", long(settings.perTurn));
  }
}
