// The clock as numbers: who holds which time, what a turn does to it, how it is written. Nothing here reads the time.
//
// Whose time counts: a clock on this device runs only while the game is on a page that is open and visible. A page that is hidden or closed, a reload, a
// device that sleeps: none of that is charged to anybody, whether one plays against the computer or across the table, since nobody can see the clock then.
// Taking back: the other clocks show again what they showed when the position arose; who takes a move back does not get the time it took, so that
// nobody gains time by playing and undoing.

import type { ClockSettings } from "./types";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** What every clock shows at the beginning. */
export const initialTime = (settings: ClockSettings): number =>
  settings.system === "perMove" ? settings.perTurn : settings.initial;

export const newClock = (settings: ClockSettings, seats: number): number[] =>
  new Array<number>(seats).fill(initialTime(settings));

/** The clocks after a seat has thought so long. Time that has run out stays at nothing. */
export const spend = (left: readonly number[], seat: number, millis: number): number[] =>
  left.map((time, at) => (at === seat ? Math.max(0, time - Math.max(0, millis)) : time));

/** The clocks after a seat has finished its turn; a turn may have several plies, and adds its increment once. */
export function turnEnded(settings: ClockSettings, left: readonly number[], seat: number): number[] {
  return left.map((time, at) => {
    if (at !== seat) return time;
    if (settings.system === "perMove") return settings.perTurn;
    return settings.system === "increment" ? time + settings.increment : time;
  });
}

/** The clocks when a seat takes back to a position in which they showed `then`. */
export const takenBack = (left: readonly number[], then: readonly number[], seat: number): number[] =>
  then.map((time, at) => (at === seat ? Math.min(time, left[at] ?? time) : time));

/** What is given to somebody who needs time. */
export const GIFT = 15 * SECOND;
export const given = (left: readonly number[], seat: number): number[] =>
  left.map((time, at) => (at === seat ? time + GIFT : time));

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

/** As records write it: seconds, and what each turn adds. */
export function timeControl(settings: ClockSettings): string {
  const seconds = (millis: number) => String(millis / SECOND);
  if (settings.system === "perMove") return `1/${seconds(settings.perTurn)}`;
  return settings.system === "increment"
    ? `${seconds(settings.initial)}+${seconds(settings.increment)}`
    : seconds(settings.initial);
}
