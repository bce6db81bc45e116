// The engine's interface for the page: one request at a time, progress reports, and stop.

import address from "$wasm/ludoteca_bg.wasm?url";
import { preload } from "./preload";
import { WorkerError, Port } from "./port";
import type { Opening, Proof, ProveRequest, ThinkRequest, Thought } from "./types";

/** Fetches the engine's module before a game starts. */
export const fetchEngine = (): void => preload(address, "low");

/** An engine in its own worker. The module is fetched on first use or by `load`. */
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

  /** Searches the current position; null if the game is over. Requests are queued. */
  think(opening: Opening, request: ThinkRequest, report?: (thought: Thought) => void): Promise<Thought | null> {
    return this.#ask("think", [opening, request], report as (value: unknown) => void);
  }

  /**
   * Proves the value of the current position; null if the limits are reached. Cannot be stopped without
   * shared memory.
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

  /** Stops the search, which then returns its best result so far. */
  stop(): void {
    if (this.#flag) Atomics.store(this.#flag, 0, 1);
    void this.#port.ask("stop").catch(() => undefined);
  }

  end(): void {
    this.#port.end();
  }
}

export { WorkerError };
