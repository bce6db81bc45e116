// The clock as numbers: who holds which time, what a turn does to it, when it is low. Nothing here reads the time.
//
// Whose time counts: a clock on this device runs only while the game is on a page that is open and visible. A page that is hidden or closed, a reload, a
// device that sleeps: none of that is charged to anybody, whether one plays against the computer or across the table, since nobody can see the clock then.
// Taking back: the other clocks show again what they showed when the position arose; who takes a move back does not get the time it took, so that
// nobody gains time by playing and undoing.

import type { ClockSettings, Reading } from "./types";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** What every clock shows at the beginning; all periods of byo-yomi together. */
function initialTime(settings: ClockSettings): number {
  switch (settings.system) {
    case "per-turn":
      return settings.time;
    case "correspondence":
      return settings.perTurn + settings.bank;
    case "byo-yomi":
      return settings.initial + settings.periods * settings.period;
    default:
      return settings.initial;
  }
}

export const newClock = (settings: ClockSettings, seats: number): number[] =>
  new Array<number>(seats).fill(initialTime(settings));

/** The clocks after a seat has thought so long. Time that has run out stays at nothing. */
export const spend = (left: readonly number[], seat: number, millis: number): number[] =>
  left.map((time, at) => (at === seat ? Math.max(0, time - Math.max(0, millis)) : time));

/** The clocks after a seat has finished its turn; a turn may have several plies, and adds its increment once. */
export function turnEnded(settings: ClockSettings, left: readonly number[], seat: number): number[] {
  return left.map((time, at) => {
    if (at !== seat) return time;
    if (settings.system === "per-turn" || settings.system === "correspondence") return initialTime(settings);
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

/** Below this a clock is low: an eighth of the whole time, at least 10 and at most 60 seconds; of less than a minute a fifth, at least 2. With byo-yomi
 * the whole time is a period. Where turns take days it is a tenth of a turn, at most a day: nobody waits at the board. */
export function lowTime(settings: ClockSettings): number {
  const whole = wholeTime(settings);
  if (settings.system === "correspondence") return Math.min(DAY, whole / 10);
  if (whole < MINUTE) return Math.max(2 * SECOND, whole / 5);
  return Math.min(60 * SECOND, Math.max(10 * SECOND, whole / 8));
}

/** Whether somebody should be warned. With byo-yomi only in the last period: before that nothing is lost but a period. */
export const isLow = (settings: ClockSettings, { left, periods }: Reading): boolean =>
  left < lowTime(settings) && (settings.system !== "byo-yomi" || periods <= 1);

/** As records write it: seconds, and what each turn adds. */
export function timeControl(settings: ClockSettings): string {
  const seconds = (millis: number) => String(millis / SECOND);
  switch (settings.system) {
    case "sudden-death":
      return seconds(settings.initial);
    case "increment":
      return `${seconds(settings.initial)}+${seconds(settings.increment)}`;
    case "delay":
      return `${seconds(settings.initial)} d${seconds(settings.delay)}`;
    case "byo-yomi":
      return `${seconds(settings.initial)} ${settings.periods}x${seconds(settings.period)}`;
    case "per-turn":
      return `1/${seconds(settings.time)}`;
    case "correspondence":
      return `1/${seconds(settings.perTurn)}${settings.bank > 0 ? `+${seconds(settings.bank)}` : ""}`;
  }
}

/** The clock of a game that was stored before version 3, when there were three systems with names of their own; anything else as it is. */
export function clockOfVersion2(old: unknown): unknown {
  const { system, ...times } = (old ?? {}) as Record<string, unknown>;
  if (system === "suddenDeath") return { system: "sudden-death", ...times };
  return system === "perMove" ? { system: "per-turn", time: times.perTurn } : old;
}
