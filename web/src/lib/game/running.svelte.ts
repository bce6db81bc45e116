// A clock that runs: the only part of a game that looks at the time.

import { spend } from "./clock";

const TICK = 100;

export class RunningClock {
  /** Milliseconds left for each seat, as of the last tick; empty without a clock. */
  shown = $state.raw<number[]>([]);
  /** Whose clock runs. */
  seat = $state<number | null>(null);
  #left: number[] = [];
  #since = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `flag` is called once when the running time is over. */
  constructor(
    private readonly now: () => number,
    private readonly flag: (seat: number) => void,
  ) {}

  /** Lets the clock of a seat run from now on, or none. */
  run(left: readonly number[], seat: number | null): void {
    this.stop();
    this.#left = [...left];
    this.shown = this.#left;
    if (seat === null || left.length === 0) return;
    this.seat = seat;
    this.#since = this.now();
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  /** Stops it; what is left is the answer. */
  stop(): number[] {
    clearInterval(this.#timer);
    this.shown = this.#left = this.#nowLeft();
    this.seat = null;
    return this.#left;
  }

  #nowLeft(): number[] {
    return this.seat === null ? this.#left : spend(this.#left, this.seat, this.now() - this.#since);
  }

  #tick(): void {
    const seat = this.seat;
    if (seat === null) return;
    this.shown = this.#nowLeft();
    if (this.shown[seat] === 0) {
      this.stop();
      this.flag(seat);
    }
  }
}
