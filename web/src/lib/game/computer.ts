// A computer's turn: how long it may take, and what happens when somebody says "move now".

import type { Thinker } from "$lib/engine/thinker";
import type { Opening, ThinkRequest, Thought } from "$lib/engine/types";

export type Thinks = Pick<Thinker, "think" | "stop" | "end">;

/** The most a level takes that looks at a fixed number of positions, on however slow a device. */
export const LONGEST = 5000;
/** How much of its clock the computer takes for a ply at most. */
const SHARE_OF_CLOCK = 20;
/** How long it may take to stop before its best answer so far is taken. */
const GRACE = 300;

/** What to ask. The seed makes each game its own and yet the same after a reload. */
export function thinkRequest(
  level: number,
  thinkingTime: number,
  left: number | null,
  id: string,
  ply: number,
): ThinkRequest {
  const millis = Math.min(
    level === 10 ? thinkingTime : LONGEST,
    left === null ? Infinity : Math.max(10, left / SHARE_OF_CLOCK),
  );
  return { level, millis, seed: seedOf(`${id} ${ply}`) };
}

function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

export class Computer {
  #hurry: (() => void) | null = null;
  #best: Thought | null = null;

  constructor(private readonly thinker: Thinks) {}

  /** The move it decides on; null when the game is over. */
  async decide(opening: Opening, request: ThinkRequest, report: (thought: Thought) => void): Promise<string | null> {
    let hurried = false;
    this.#best = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cut = new Promise<Thought>((resolve) => {
      this.#hurry = () => {
        hurried = true;
        this.thinker.stop();
        // An engine that thinks in one go without shared memory does not hear: then what it has reported is taken, and its worker ended.
        timer ??= setTimeout(() => {
          if (!this.#best) return;
          resolve(this.#best);
          this.thinker.end();
        }, GRACE);
      };
    });
    const thought = this.thinker.think(opening, request, (thought) => {
      this.#best = thought;
      // It may have been told to stop before it began.
      if (hurried) this.thinker.stop();
      report(thought);
    });
    // When its worker is ended on purpose nobody waits for this any more.
    thought.catch(() => undefined);
    try {
      return (await Promise.race([thought, cut]))?.lines[0]?.moves[0] ?? null;
    } finally {
      clearTimeout(timer);
      this.#hurry = null;
    }
  }

  moveNow(): void {
    this.#hurry?.();
  }
  stop(): void {
    this.thinker.stop();
  }
  end(): void {
    this.thinker.end();
  }
}
