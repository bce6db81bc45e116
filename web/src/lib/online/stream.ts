// A server-sent stream of events as JSON lines, without cookies. It reconnects by itself and requests missed
// events by sequence number.

import type { EventView } from "./types.gen";

/** Reconnect delays in milliseconds. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** The server sends a blank line every ten seconds; after this silence it counts as gone. */
const SILENCE = 25_000;

/** Receives the events of a game. */
export interface Reader {
  readonly game: string;
  /** Sequence number of the last known event. */
  readonly seq: number;
  onEvents(events: EventView[]): void;
  /** The connection was opened or lost. */
  connected(is: boolean): void;
  /** The game does not exist or is not public. */
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

  /** Starts or stops reading; has no effect after the game is over. */
  run(runs: boolean): void {
    if (this.#done || runs === (this.#stop !== null)) return;
    if (runs) {
      this.#pause = FIRST_PAUSE;
      this.#stop = new AbortController();
      void this.#read(this.#stop);
    } else this.#end();
  }

  /** The network may be back: reconnect without waiting. */
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
      // Disconnected: retried below.
    }
    stop.signal.removeEventListener("abort", abort);
    // A newer read has its own timer.
    if (stop.signal.aborted) return;
    clearTimeout(this.#timer);
    if (this.#done) return;
    this.reader.connected(false);
    // Jitter, so that clients do not all reconnect at once.
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
      const events = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as EventView);
      if (events.some(({ type }) => type === "ended")) this.#done = true;
      if (events.length > 0) this.reader.onEvents(events);
    }
  }

  /** Silence means the connection is dead. */
  #watch(abort: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(abort, SILENCE);
  }
}
