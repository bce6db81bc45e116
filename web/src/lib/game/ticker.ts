/** How often the judge is asked what the clocks show. */
const TICK = 100;

/** Asks again and again, one question after the other, while it is told to. */
export class Ticker {
  #timer: ReturnType<typeof setInterval> | undefined;
  #form = false;

  constructor(private readonly ask: () => Promise<void>) {}

  run(runs: boolean): void {
    if (runs) this.#timer ??= setInterval(() => this.#tick(), TICK);
    else {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #tick(): void {
    if (this.#form) return;
    this.#form = true;
    void this.ask().finally(() => (this.#form = false));
  }
}
