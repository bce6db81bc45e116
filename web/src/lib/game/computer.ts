// A computer's turn: how long it may take, and what happens when somebody says "move now".

import type { EngineClient } from "$lib/engine/client";
import type { Opening, Seat, ThinkRequest, Thought } from "$lib/engine/types";
import type { SavedGame } from "./types";

export type Engine = Pick<EngineClient, "load" | "think" | "stop" | "end">;

/** The most a level takes that looks at a fixed number of positions, on however slow a device. */
export const LONGEST = 5000;
/** The most of its clock that the computer takes for a ply. */
export const ofClock = (left: number): number => Math.max(10, left / 20);
/** How long it may take to stop before its best answer so far is taken. */
const GRACE = 300;
/** How long it thinks about an offer. */
const LONGEST_ASIDE = 500;

/** What to ask. The seed makes each game its own and yet the same after a reload. */
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

  /** The move it decides on; null when the game is over. */
  async decide(opening: Opening, request: ThinkRequest, report: (thought: Thought) => void): Promise<string | null> {
    let hurried = false;
    let best: Thought | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cut!: (thought: Thought) => void;
    const cutShort = new Promise<Thought>((resolve) => (cut = resolve));
    const hurry = () => {
      hurried = true;
      this.engine.stop();
      // An engine that thinks in one go without shared memory does not hear: then what it has reported is
      // taken, and its worker ended.
      timer ??= setTimeout(() => {
        if (!best) return;
        cut(best);
        this.engine.end();
      }, GRACE);
    };
    this.#hurry = hurry;
    const thought = this.engine.think(opening, request, (thought) => {
      best = thought;
      // It may have been told to stop before it began.
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

  /** What a computer thinks that the position is worth to the seat to act: above 0 that one is better. */
  async worth({ opening, moves, thinkingTime, id, seats }: SavedGame, computer: Seat): Promise<number> {
    const holder = seats[computer];
    const level = holder?.kind === "computer" ? holder.level : 1;
    const request = thinkRequest(level, Math.min(thinkingTime, LONGEST_ASIDE), null, id, moves.length);
    const value = (await this.engine.think({ ...opening, moves }, request))?.lines[0]?.value;
    if (value?.kind === "estimate") return value.value;
    return value?.kind === "proven" ? { win: 1, draw: 0, loss: -1 }[value.result] : 0;
  }

  /**
   * Fetches the engine, so that the first answer comes sooner. Where that fails, the failure comes when it is
   * asked.
   */
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
