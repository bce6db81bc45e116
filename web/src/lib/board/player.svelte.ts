// Plays animations: the previous board stays until its pieces have arrived.

import type { BoardData, Description } from "$lib/engine/types";
import { tick } from "svelte";
import { PLACE, sequence, type InPlace, type Motion, type Sequence } from "./motion";

const EASE_OUT = "cubic-bezier(0.2, 0.65, 0.3, 1)";
const at = (x: number, y: number, more = "") => `translate(${x}px, ${y}px)${more}`;

function frames({ stops }: Motion): Keyframe[] {
  return stops.map(({ x, y, offset, lifted }) => ({
    transform: at(x, lifted ? y - 16 : y, ` scale(${lifted ? 1.16 : 1})`),
    offset,
  }));
}

function inPlace({ kind }: InPlace, x: number, y: number): Keyframe[] {
  const end = at(x, y, " rotate(0deg) scale(1, 1)");
  switch (kind) {
    case "round":
      return [{ transform: at(x, y, " rotate(-180deg) scale(1, 1)") }, { transform: end }];
    case "over":
      return [{ transform: at(x, y, " rotate(0deg) scale(1, 0.1)") }, { transform: end }];
    case "appears":
      return [
        { transform: at(x, y - 14, " rotate(0deg) scale(1.15, 1.15)"), opacity: 0 },
        { transform: end, opacity: 1 },
      ];
    case "leaves":
      return [
        { transform: end, opacity: 1 },
        { transform: at(x, y, " rotate(0deg) scale(0.6, 0.6)"), opacity: 0 },
      ];
  }
}

/** Elements of the pieces as drawn now, by index. */
export type Elements = (SVGGElement | null | undefined)[];

export class Player {
  /** The previous board while its pieces move, unrotated. */
  board = $state.raw<BoardData | null>(null);
  /** Moving pieces, drawn on top. */
  moving = $state.raw<ReadonlySet<number>>(new Set());
  #running: Animation[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(
    private readonly elements: () => Elements,
    private readonly seen: (board: BoardData) => BoardData,
  ) {}

  /** Ends all animation and shows the final board. */
  finish(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    for (const animation of this.#running) animation.cancel();
    this.#running = [];
    this.board = null;
    this.moving = new Set();
  }

  /** Call before the new board is drawn. */
  start(before: BoardData, after: BoardData, description: Description, pace: number): void {
    this.finish();
    if (pace === 0 || document.hidden || !("animate" in Element.prototype)) return;
    const order = sequence(this.seen(before), description, pace);
    void this.#play(before, after, order, pace, this.#turn);
  }

  async #play(before: BoardData, after: BoardData, order: Sequence, pace: number, turn: number): Promise<void> {
    const wait = (millis: number) => new Promise<void>((done) => (this.#timer = setTimeout(done, millis)));
    if (order.length > 0) {
      this.board = before;
      this.moving = new Set(order.motions.map(({ piece }) => piece));
      await tick();
      if (turn !== this.#turn) return;
      for (const motion of order.motions) this.#animate(motion.piece, frames(motion), motion.duration, motion.delay);
      this.#inPlace(order.leaving, this.seen(before), pace);
      // Uses a timer, because animation end events do not fire in a hidden page.
      await wait(order.length);
      if (turn !== this.#turn) return;
      this.finish();
      turn = this.#turn;
    }
    await tick();
    if (turn === this.#turn) this.#inPlace(order.after, this.seen(after), pace);
  }

  #inPlace(happenings: InPlace[], board: BoardData, pace: number): void {
    for (const happening of happenings) {
      const cell = board.cells[board.pieces[happening.piece]?.cell ?? -1];
      if (cell) this.#animate(happening.piece, inPlace(happening, cell.x, cell.y), PLACE * pace, happening.delay);
    }
  }

  #animate(piece: number, frames: Keyframe[], duration: number, delay: number): void {
    const animation = this.elements()[piece]?.animate(frames, { duration, delay, easing: EASE_OUT, fill: "forwards" });
    if (!animation) return;
    this.#running.push(animation);
    // After the last step the piece is drawn at its destination anyway.
    if (!this.board) animation.onfinish = () => animation.cancel();
  }
}
