// The engine as the page asks it: one question at a time, reports as it gets better, stopped at will.

import address from "$wasm/ludoteca_bg.wasm?url";
import { preload } from "./preload";
import { WorkerError, Port } from "./port";
import type { Opening, Proof, ProveRequest, ThinkRequest, Thought } from "./types";

/** Fetches the engine's module for a game that is about to begin. */
export const fetchEngine = (): void => preload(address, "low");

/** An engine in a worker of its own. Its module is fetched when it is first asked, or `load`ed before. */
export class EngineClient {
  readonly #flag = typeof SharedArrayBuffer === "undefined" ? undefined : new Int32Array(new SharedArrayBuffer(4));
  readonly #port = new Port(() => new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" }));
  #loadedIn = 0;
  #queue: Promise<unknown> = Promise.resolve();

  async load(): Promise<void> {
    const loading = this.#port.ask<null>("load", this.#flag ? [this.#flag] : []);
    this.#loadedIn = this.#port.generation;
    await loading;
  }

  /** Thinks about the game as it stands; null when it is over. Questions wait for each other. */
  think(opening: Opening, request: ThinkRequest, report?: (thought: Thought) => void): Promise<Thought | null> {
    return this.#ask("think", [opening, request], report as (value: unknown) => void);
  }

  /**
   * Proves what the game as it stands is worth; null where that takes more than it may. Without shared memory
   * it cannot be stopped.
   */
  prove(opening: Opening, request: ProveRequest): Promise<Proof | null> {
    return this.#ask("prove", [opening, request]);
  }

  #ask<T>(call: "think" | "prove", args: unknown[], report?: (value: unknown) => void): Promise<T> {
    const asked = this.#queue.then(async () => {
      if (this.#loadedIn === 0 || this.#loadedIn !== this.#port.generation) await this.load();
      if (this.#flag) Atomics.store(this.#flag, 0, 0);
      return this.#port.ask<T>(call, args, report);
    });
    this.#queue = asked.catch(() => undefined);
    return asked;
  }

  /** Ends the thinking; its best answer so far comes as the answer. */
  stop(): void {
    if (this.#flag) Atomics.store(this.#flag, 0, 1);
    void this.#port.ask("stop").catch(() => undefined);
  }

  /** Ends the worker. */
  end(): void {
    this.#port.end();
  }
}

export { WorkerError };
