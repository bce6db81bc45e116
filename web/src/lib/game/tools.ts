// What a game needs from outside, in one place so that tests can bring their own.

import { games, RulesSession, type Session } from "$lib/engine/rules";
import { EngineClient } from "$lib/engine/client";
import { MOVE } from "$lib/board/motion";
import type { GameInfo } from "$lib/engine/types";
import { PACE, PAUSE, settings } from "$lib/ui/settings.svelte";
import type { Engine } from "./computer";
import { GameStore } from "./storage";

export interface Tools {
  session(): Session;
  engine(): Engine;
  games(): Promise<GameInfo[]>;
  store: GameStore;
  /** Milliseconds from anywhere, for clocks. */
  now(): number;
  /**
   * The time for contests, in milliseconds since 1970. It goes on steadily, whatever is done to the device's
   * clock meanwhile.
   */
  at(): number;
  /** The time of day. */
  date(): number;
  /** A name for a new game. */
  id(): string;
  /**
   * A computer's move comes no sooner than so many milliseconds after the one before, so that both can be
   * seen.
   */
  pace(): number;
  /** How long a replay shows each ply. */
  replayPace(): number;
}

/** The least time for each ply of a replay, in milliseconds, its motion not counted. */
const REPLAYED = 700;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** The games on this device. */
export const store = new GameStore();

export const browserTools: Tools = {
  session: () => new RulesSession(),
  engine: () => new EngineClient(),
  games,
  store,
  now: () => performance.now(),
  at: () => Math.round(performance.timeOrigin + performance.now()),
  date: () => Date.now(),
  id: () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => LETTERS[byte % LETTERS.length]).join(""),
  pace: () => (PAUSE[settings.pause] === 0 ? 0 : PAUSE[settings.pause] + MOVE * PACE[settings.animation]),
  replayPace: () => Math.max(REPLAYED, PAUSE[settings.pause]) + MOVE * PACE[settings.animation],
};
