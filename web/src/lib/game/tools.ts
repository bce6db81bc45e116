// External dependencies of a game, replaceable in tests.

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
  /** Monotonic milliseconds, for clocks. */
  now(): number;
  /** Contest time in milliseconds since 1970. It advances steadily even if the device's clock is changed. */
  at(): number;
  date(): number;
  /** An id for a new game. */
  id(): string;
  /** Minimum milliseconds between two moves, so that a computer's reply does not hide the move before. */
  pace(): number;
  /** Milliseconds per ply of a replay. */
  replayPace(): number;
}

/** Minimum milliseconds per replayed ply, without its animation. */
const REPLAYED = 700;
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

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
