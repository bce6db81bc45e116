/** Clock polling interval in milliseconds. */
const TICK = 100;

/** Polls while active, one request at a time. */
export class Ticker {
  #timer: ReturnType<typeof setInterval> | undefined;
  #polling = false;

  constructor(private readonly ask: () => Promise<void>) {}

  run(runs: boolean): void {
    if (runs) this.#timer ??= setInterval(() => this.#tick(), TICK);
    else {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #tick(): void {
    if (this.#polling) return;
    this.#polling = true;
    void this.ask().finally(() => (this.#polling = false));
  }
}
