// Lines that the server sends as something happens, read as a stranger: no cookie goes along. It comes again
// by itself after every break, and asks for what was missed by number.

import type { GameEvent } from "./types.gen";

/** In milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** The server sends a blank line every ten seconds; after this time without any it is taken for gone. */
const SILENCE = 25_000;

/** Whoever reads. */
export interface Reader {
  readonly game: string;
  /** The number of the last event it knows. */
  readonly seq: number;
  onEvents(events: GameEvent[]): void;
  /** The connection is there, or not. */
  connected(is: boolean): void;
  /** The server has no such game for strangers. */
  missing(): void;
}

export interface StreamTools {
  fetch: typeof fetch;
  /** Between 0 and 1. */
  random: () => number;
}
const browser: StreamTools = { fetch: (...asked) => fetch(...asked), random: Math.random };

export class EventStream {
  #stop: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = FIRST_PAUSE;
  #done = false;

  constructor(
    private readonly reader: Reader,
    private readonly tools: StreamTools = browser,
  ) {}

  /** Reads from now on, until it is told otherwise or the game is over. */
  run(runs: boolean): void {
    if (this.#done || runs === (this.#stop !== null)) return;
    if (runs) {
      this.#pause = FIRST_PAUSE;
      this.#stop = new AbortController();
      void this.#read(this.#stop);
    } else this.#end();
  }

  /** The network may be back: no need to wait any longer. */
  hurry(): void {
    if (!this.#stop || this.#done) return;
    this.run(false);
    this.run(true);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#stop = null;
  }

  async #read(stop: AbortController): Promise<void> {
    const call = new AbortController();
    const abort = () => call.abort();
    stop.signal.addEventListener("abort", abort);
    let wait: number | null = null;
    try {
      const { game, seq } = this.reader;
      this.#watch(abort);
      const path = `/api/v1/games/${encodeURIComponent(game)}/events?since=${seq}`;
      const response = await this.tools.fetch(path, { credentials: "omit", signal: call.signal });
      if (response.status === 404) {
        this.#done = true;
        this.reader.missing();
      } else if (response.ok && response.body) {
        this.#pause = FIRST_PAUSE;
        this.reader.connected(true);
        await this.#lines(response.body, abort);
      } else wait = Number(response.headers.get("retry-after") ?? 0) * 1000;
    } catch {
      // Cut off: it is tried again below.
    }
    stop.signal.removeEventListener("abort", abort);
    // Another reading may have begun meanwhile, with a timer of its own.
    if (stop.signal.aborted) return;
    clearTimeout(this.#timer);
    if (this.#done) return;
    this.reader.connected(false);
    // Not all at the same moment, when a server is back.
    const pause = Math.max(wait ?? 0, this.#pause * (0.5 + this.tools.random() / 2));
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
    this.#timer = setTimeout(() => void this.#read(stop), pause);
  }

  async #lines(body: ReadableStream<Uint8Array<ArrayBuffer>>, abort: () => void): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.#watch(abort);
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      const events = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as GameEvent);
      if (events.some(({ type }) => type === "ended")) this.#done = true;
      if (events.length > 0) this.reader.onEvents(events);
    }
  }

  /** Nothing for a while shows that nobody is there. */
  #watch(abort: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(abort, SILENCE);
  }
}
