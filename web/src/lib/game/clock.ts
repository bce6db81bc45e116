// The clock in words and numbers, as people read it. What it shows is decided by the judge.

import type { ClockSettings } from "./types";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** What a turn has at the most, before anything is spent. */
const initialTime = (settings: ClockSettings): number => {
  if (settings.system === "per-turn") return settings.time;
  return settings.system === "correspondence" ? settings.perTurn : settings.initial;
};

/** A clock as it was stored until version 2. */
export function clockOfVersion2(old: unknown): unknown {
  if (typeof old !== "object" || old === null || !("system" in old)) return old;
  const { system, perTurn, ...rest } = old as Record<string, unknown>;
  if (system === "suddenDeath") return { system: "sudden-death", ...rest };
  return system === "perMove" ? { system: "per-turn", time: perTurn } : old;
}

/** Below this a clock is low: an eighth of the initial time, at least 10 and at most 60 seconds; of less than a minute a fifth, at least 2. */
export function lowTime(settings: ClockSettings): number {
  const initial = initialTime(settings);
  if (initial < MINUTE) return Math.max(2 * SECOND, initial / 5);
  return Math.min(60 * SECOND, Math.max(10 * SECOND, initial / 8));
}

/** When to write tenths of seconds. */
export type Tenths = "never" | "low" | "always";

/** `mm:ss`, `hh:mm:ss` from an hour on; tenths below ten seconds, hundredths below one when the clock stands. Rounded down, except that
 * whole seconds are rounded up, so that 0:00 is shown only when it is over. */
export function clockText(millis: number, running: boolean, tenths: Tenths = "low"): string {
  const left = Math.max(0, millis);
  const two = (number: number) => String(number).padStart(2, "0");
  if (!running && left > 0 && left < SECOND && tenths !== "never") return `00:00.${two(Math.floor(left / 10))}`;
  const fine = tenths === "always" || (tenths === "low" && left < 10 * SECOND);
  const seconds = fine ? Math.floor(left / SECOND) : Math.ceil(left / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const text = `${hours > 0 ? `${two(hours)}:` : ""}${two(minutes)}:${two(seconds % 60)}`;
  return fine ? `${text}.${Math.floor((left % SECOND) / 100)}` : text;
}
