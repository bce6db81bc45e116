// A computer whose turn it is: what it is seen doing, and that nothing comes of it once it is interrupted.

import type { Seat } from "$lib/engine/types";
import { type Computer, ofClock, thinkRequest } from "./computer";
import type { Tools } from "./tools";
import type { Busy, SavedGame } from "./types";

export class ComputerTurn {
  busy = $state.raw<Busy | null>(null);
  /** Of the turn that counts. */
  #ticket: object | null = null;

  constructor(
    private readonly computer: Computer,
    private readonly tools: Pick<Tools, "now" | "pace">,
  ) {}

  /** Lets it think. `on` says whether the turn still counts. `left` is what its clock shows. */
  begin(
    seat: Seat,
    level: number,
    game: SavedGame,
    left: number | null,
  ): { move: Promise<string | null>; on: () => boolean } {
    this.interrupt();
    const ticket = (this.#ticket = {});
    const on = () => this.#ticket === ticket;
    return { move: this.#decide(seat, level, game, left, on), on };
  }

  async #decide(
    seat: Seat,
    level: number,
    { opening, moves, thinkingTime, id }: SavedGame,
    left: number | null,
    on: () => boolean,
  ): Promise<string | null> {
    const request = thinkRequest(level, thinkingTime, left, id, moves.length);
    const since = this.tools.now();
    this.busy = { seat, level, since, depth: 0, nodes: 0, limit: request.millis! };
    const move = await this.computer.decide({ ...opening, moves }, request, ({ depth, nodes }) => {
      if (on() && this.busy) this.busy = { ...this.busy, depth, nodes };
    });
    const pace = Math.min(this.tools.pace, left === null ? Infinity : ofClock(left));
    const rest = pace - (this.tools.now() - since);
    if (rest > 0 && on()) await new Promise((resolve) => setTimeout(resolve, rest));
    return move;
  }

  interrupt(): void {
    if (this.#ticket) this.computer.stop();
    this.end();
  }
  end(): void {
    this.#ticket = null;
    this.busy = null;
  }
}
