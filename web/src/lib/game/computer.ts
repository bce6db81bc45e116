// A computer's move: its time limits, and "move now".

import type { EngineClient } from "$lib/engine/client";
import type { Opening, Seat, ThinkRequest, Thought } from "$lib/engine/types";
import type { SavedGame } from "./types";

export type Engine = Pick<EngineClient, "load" | "think" | "stop" | "end">;

/** Time limit for levels with a fixed node count, on slow devices. */
export const LONGEST = 5000;
/** The share of its clock a computer may spend on one ply. */
export const ofClock = (left: number): number => Math.max(10, left / 20);
/** Time the engine has to stop before its best reported move is used. */
const GRACE = 300;
/** Thinking time for answering an offer. */
const LONGEST_ASIDE = 500;

/** The search request. The seed differs between games but survives a reload. */
export function thinkRequest(
  level: number,
  thinkingTime: number,
  left: number | null,
  id: string,
  ply: number,
): ThinkRequest {
  const millis = Math.min(level === 10 ? thinkingTime : LONGEST, left === null ? Infinity : ofClock(left));
  return { level, millis, seed: seedOf(`${id} ${ply}`) };
}

function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

export class Computer {
  #hurry: (() => void) | null = null;

  constructor(private readonly engine: Engine) {}

  /** Its move; null if the game is over. */
  async decide(opening: Opening, request: ThinkRequest, report: (thought: Thought) => void): Promise<string | null> {
    let hurried = false;
    let best: Thought | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cut!: (thought: Thought) => void;
    const cutShort = new Promise<Thought>((resolve) => (cut = resolve));
    const hurry = () => {
      hurried = true;
      this.engine.stop();
      // Without shared memory an engine cannot be stopped: use its last report and terminate the worker.
      timer ??= setTimeout(() => {
        if (!best) return;
        cut(best);
        this.engine.end();
      }, GRACE);
    };
    this.#hurry = hurry;
    const thought = this.engine.think(opening, request, (thought) => {
      best = thought;
      // `hurry` may have been called before the search started.
      if (hurried) this.engine.stop();
      report(thought);
    });
    try {
      return (await Promise.race([thought, cutShort]))?.lines[0]?.moves[0] ?? null;
    } finally {
      clearTimeout(timer);
      if (this.#hurry === hurry) this.#hurry = null;
    }
  }

  /** The computer's evaluation for the seat to move: positive if that seat is better. */
  async worth({ opening, moves, thinkingTime, id, seats }: SavedGame, computer: Seat): Promise<number> {
    const holder = seats[computer];
    const level = holder?.kind === "computer" ? holder.level : 1;
    const request = thinkRequest(level, Math.min(thinkingTime, LONGEST_ASIDE), null, id, moves.length);
    const value = (await this.engine.think({ ...opening, moves }, request))?.lines[0]?.value;
    if (value?.kind === "estimate") return value.value;
    return value?.kind === "proven" ? { win: 1, draw: 0, loss: -1 }[value.result] : 0;
  }

  /** Preloads the engine. Errors are reported by the first request instead. */
  prepare(): void {
    void this.engine.load().catch(() => undefined);
  }
  moveNow(): void {
    this.#hurry?.();
  }
  stop(): void {
    this.engine.stop();
  }
  end(): void {
    this.engine.end();
  }
}
