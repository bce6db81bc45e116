// A computer's turn: what it shows while thinking, and how it is cancelled.

import type { Seat } from "$lib/engine/types";
import { type Computer, ofClock, thinkRequest } from "./computer";
import type { Tools } from "./tools";
import type { Busy, SavedGame } from "./types";

/** Milliseconds per move when no person is left in the game. */
const SKIPPED = 40;

export class ComputerTurn {
  busy = $state.raw<Busy | null>(null);
  /** Identifies the current turn. */
  #ticket: object | null = null;
  /** "Move now" was pressed: no pauses until a person has moved. */
  #hurried = false;
  /** Only computers are left: they play as fast as possible. */
  #skipping = false;
  #endPause: (() => void) | null = null;

  constructor(
    private readonly computer: Computer,
    private readonly tools: Pick<Tools, "now">,
  ) {}

  /**
   * Starts thinking. `on` says whether the turn is still current, `left` is the time on its clock, and `pace`
   * the minimum delay before its move.
   */
  begin(
    seat: Seat,
    level: number,
    game: SavedGame,
    left: number | null,
    pace: number,
  ): { move: Promise<string | null>; on: () => boolean } {
    this.interrupt();
    const ticket = (this.#ticket = {});
    const on = () => this.#ticket === ticket;
    return { move: this.#decide(seat, level, game, left, pace, on), on };
  }

  async #decide(
    seat: Seat,
    level: number,
    { opening, moves, thinkingTime, id }: SavedGame,
    left: number | null,
    pace: number,
    on: () => boolean,
  ): Promise<string | null> {
    const asked = thinkRequest(level, thinkingTime, left, id, moves.length);
    const request = this.#skipping ? { ...asked, millis: Math.min(asked.millis ?? SKIPPED, SKIPPED) } : asked;
    const since = this.tools.now();
    this.busy = { seat, level, since, depth: 0, nodes: 0, limit: request.millis! };
    const move = await this.computer.decide({ ...opening, moves }, request, ({ depth, nodes }) => {
      if (on() && this.busy) this.busy = { ...this.busy, depth, nodes };
    });
    const rest = Math.min(pace, left === null ? Infinity : ofClock(left)) - (this.tools.now() - since);
    if (rest > 0 && on() && !this.#hurried) await this.#pause(rest);
    return move;
  }

  #pause(millis: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, millis);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Plays the best move found so far, and skips pauses until a person has moved. */
  hurry(): void {
    this.#hurried = true;
    this.computer.moveNow();
    this.#endPause?.();
  }
  /** Plays the game to its end as fast as possible. */
  skip(): void {
    this.#skipping = true;
    this.hurry();
  }
  /** Call after a person's move. */
  calm(): void {
    this.#hurried = this.#skipping = false;
  }

  interrupt(): void {
    if (this.#ticket) this.computer.stop();
    this.end();
  }
  end(): void {
    this.#ticket = this.#endPause = null;
    this.busy = null;
  }
}
