// One-off engine requests: a move to play, and the next seat's threat.

import { RulesSession } from "$lib/engine/rules";
import { EngineClient } from "$lib/engine/client";
import type { Cell, View } from "$lib/engine/types";
import { openingOf } from "./values";

const LONG = 1500;

export interface Threat {
  move: string;
  cells: Cell[];
}

export class Advice {
  /** A search is running. */
  busy = $state(false);
  #engine: EngineClient | null = null;
  #session: RulesSession | null = null;

  /** A good move here; null when the game is over. */
  async move(view: View): Promise<string | null> {
    const thought = await this.#think(openingOf(view));
    return thought?.lines[0]?.moves[0] ?? null;
  }

  /** What the next seat would play after a null move; null if that is impossible. */
  async threat(view: View): Promise<Threat | null> {
    const session = (this.#session ??= new RulesSession());
    await session.open(openingOf(view));
    const position = await session.passed();
    if (position === null) return null;
    const opening = { game: view.game, options: view.options, position };
    const { moves } = await session.open(opening);
    const move = (await this.#think(opening))?.lines[0]?.moves[0];
    const cells = moves.find((legal) => legal.move === move)?.targets;
    return move && cells ? { move, cells } : null;
  }

  async #think(opening: Parameters<EngineClient["think"]>[0]) {
    const engine = (this.#engine ??= new EngineClient());
    this.busy = true;
    try {
      return await engine.think(opening, { level: 10, millis: LONG, hash: 16 });
    } finally {
      this.busy = false;
    }
  }

  end(): void {
    this.#engine?.end();
    this.#session?.free();
  }
}
