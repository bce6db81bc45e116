// When a clock counts as low. What clocks show is decided by the judge in Rust.

import type { ClockSettings, Reading } from "./types";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The time that must not run out. */
function wholeTime(settings: ClockSettings): number {
  switch (settings.system) {
    case "per-turn":
      return settings.time;
    case "correspondence":
      return settings.perTurn;
    case "byo-yomi":
      return settings.periods > 0 ? settings.period : settings.initial;
    default:
      return settings.initial;
  }
}

/**
 * Below this a clock is low: an eighth of the whole time, clamped to 10 to 60 seconds; if the whole time is
 * under a minute, a fifth, at least 2 seconds. With byo-yomi the whole time is one period. In correspondence
 * games it is a tenth of a turn, at most a day.
 */
export function lowTime(settings: ClockSettings): number {
  const whole = wholeTime(settings);
  if (settings.system === "correspondence") return Math.min(DAY, whole / 10);
  if (whole < MINUTE) return Math.max(2 * SECOND, whole / 5);
  return Math.min(60 * SECOND, Math.max(10 * SECOND, whole / 8));
}

/**
 * Whether to warn about the clock. With byo-yomi only in the last period; earlier ones cost nothing but the
 * period.
 */
export const isLow = (settings: ClockSettings, { left, periods }: Reading): boolean =>
  left < lowTime(settings) && (settings.system !== "byo-yomi" || periods <= 1);

/** Whole seconds until a time; null without one. */
export const secondsTo = (by: number | null, now: number): number | null =>
  by === null ? null : Math.max(0, Math.ceil((by - now) / SECOND));

/**
 * Converts a clock stored before version 3, when three systems had names of their own. Anything else is
 * returned unchanged.
 */
export function clockOfVersion2(old: unknown): unknown {
  const { system, ...times } = (old ?? {}) as Record<string, unknown>;
  if (system === "suddenDeath") return { system: "sudden-death", ...times };
  return system === "perMove" ? { system: "per-turn", time: times.perTurn } : old;
}
