// A computer whose turn it is: what it is seen doing, and that nothing comes of it once it is interrupted.

import type { Seat } from "$lib/engine/types";
import { type Computer, ofClock, thinkRequest } from "./computer";
import type { Tools } from "./tools";
import type { Busy, SavedGame } from "./types";

/** How long a move may take that nobody waits for. */
const SKIPPED = 40;

export class ComputerTurn {
  busy = $state.raw<Busy | null>(null);
  /** Of the turn that counts. */
  #ticket: object | null = null;
  /** Somebody has said "move now": no more pauses until a person has moved. */
  #hurried = false;
  /** Nobody is left who waits for what they play: they hardly think any more. */
  #skipping = false;
  #endPause: (() => void) | null = null;

  constructor(
    private readonly computer: Computer,
    private readonly tools: Pick<Tools, "now">,
  ) {}

  /**
   * Lets it think. `on` says whether the turn still counts. `left` is what its clock shows; its move comes
   * after `pace` at the soonest.
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

  /** It plays the best it has found at once, and so do the computers after it until a person has moved. */
  hurry(): void {
    this.#hurried = true;
    this.computer.moveNow();
    this.#endPause?.();
  }
  /** They play the game to its end as fast as they can. */
  skip(): void {
    this.#skipping = true;
    this.hurry();
  }
  /** A person has moved. */
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
