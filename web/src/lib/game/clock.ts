// Clocks as people need them: when one is low. What they show is decided by the judge.

import type { ClockSettings, Reading } from "./types";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What a clock is low of: the time that is not to run out. */
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
 * Below this a clock is low: an eighth of the whole time, at least 10 and at most 60 seconds; of less than a
 * minute a fifth, at least 2. With byo-yomi the whole time is a period. Where turns take days it is a tenth
 * of a turn, at most a day: nobody waits at the board.
 */
export function lowTime(settings: ClockSettings): number {
  const whole = wholeTime(settings);
  if (settings.system === "correspondence") return Math.min(DAY, whole / 10);
  if (whole < MINUTE) return Math.max(2 * SECOND, whole / 5);
  return Math.min(60 * SECOND, Math.max(10 * SECOND, whole / 8));
}

/**
 * Whether somebody should be warned. With byo-yomi only in the last period: before that nothing is lost but a
 * period.
 */
export const isLow = (settings: ClockSettings, { left, periods }: Reading): boolean =>
  left < lowTime(settings) && (settings.system !== "byo-yomi" || periods <= 1);

/** The whole seconds until a time; null where there is none. */
export const secondsTo = (by: number | null, now: number): number | null =>
  by === null ? null : Math.max(0, Math.ceil((by - now) / SECOND));

/**
 * The clock of a game that was stored before version 3, when there were three systems with names of their
 * own; anything else as it is.
 */
export function clockOfVersion2(old: unknown): unknown {
  const { system, ...times } = (old ?? {}) as Record<string, unknown>;
  if (system === "suddenDeath") return { system: "sudden-death", ...times };
  return system === "perMove" ? { system: "per-turn", time: times.perTurn } : old;
}
