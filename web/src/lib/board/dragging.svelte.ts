// Pointer on the board: a press and a release near by is a click; further apart it is a piece carried from one cell to another.

import type { BoardData, Cell } from "$lib/engine/types";
import { cellAt, pieceOn } from "./geometry";
import type { Choosing } from "./interaction.svelte";
import type { Point } from "./types";

/** Pointers tremble by so many pixels, fingers by more. */
const TREMBLE = { mouse: 5, pen: 8, touch: 12 } as const;
/** A finger needs a target of 44 pixels. */
const FINGER = 22;

interface Press {
  pointer: number;
  cell: Cell | null;
  from: Point;
  touch: boolean;
}

export class Dragging {
  /** The cell whose piece is in the hand, and where the hand is on the board. */
  held = $state.raw<{ cell: Cell; at: Point } | null>(null);
  #press: Press | null = null;

  constructor(
    private readonly choosing: Choosing,
    private readonly now: () => { svg: SVGSVGElement | undefined; board: BoardData },
  ) {}

  /** Where on the board a pointer is, and how far a finger reaches there. */
  #at(event: PointerEvent): { point: Point; reach: number } | null {
    const matrix = this.now().svg?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { point: { x, y }, reach: FINGER / (matrix.a || 1) };
  }

  /** The cell a pointer means. */
  cell(event: PointerEvent): Cell | null {
    const at = this.#at(event);
    const { next, first, carries } = this.choosing;
    // A piece in the hand comes down wherever one points, so no cell draws the pointer to itself.
    if (at && carries) return cellAt(this.now().board, at.point, new Set(), 0);
    return at && cellAt(this.now().board, at.point, next.size > 0 ? next : first, at.reach);
  }

  down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const touch = event.pointerType === "touch";
    this.#press = {
      pointer: event.pointerId,
      cell: this.cell(event),
      from: { x: event.clientX, y: event.clientY },
      touch,
    };
    this.choosing.hover = this.#press.cell;
  }

  move(event: PointerEvent): void {
    const press = this.#press;
    this.choosing.hover = this.cell(event);
    if (!press || press.pointer !== event.pointerId) return;
    const at = this.#at(event);
    const kind = event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse";
    const far = Math.hypot(event.clientX - press.from.x, event.clientY - press.from.y) > TREMBLE[kind];
    if (this.held && at) {
      this.held = { ...this.held, at: at.point };
      // A piece that alone makes the move shows where that ends.
      if (this.choosing.chosen.at(-1) !== this.held.cell) this.choosing.hover = this.held.cell;
    } else if (far && at && press.cell !== null) this.#lift(press.cell, at.point, event);
  }

  #lift(pressed: Cell, at: Point, event: PointerEvent): void {
    const { choosing } = this;
    // A piece in the hand is under the pointer anyway.
    if (choosing.carries && choosing.aim(pressed)) return;
    const cell = pieceOn(this.now().board, pressed)?.cell ?? pressed;
    const chosen = choosing.chosen.at(-1) === cell;
    if (!chosen && !choosing.next.has(cell) && !choosing.first.has(cell)) return;
    if (!chosen && !choosing.next.has(cell)) choosing.reset();
    const needsMore = choosing.moves.some(
      ({ targets }) => targets[choosing.chosen.length] === cell && targets.length > choosing.chosen.length + 1,
    );
    if (!chosen && needsMore) choosing.chosen = [...choosing.chosen, cell];
    choosing.pending = null;
    this.held = { cell, at };
    this.now().svg?.setPointerCapture(event.pointerId);
  }

  up(event: PointerEvent): void {
    const [press, held] = [this.#press, this.held];
    if (!press || press.pointer !== event.pointerId) return;
    this.cancel();
    const cell = this.cell(event);
    if (press.touch) queueMicrotask(() => (this.choosing.hover = null));
    if (!held) {
      if (cell === null) this.choosing.reset();
      else this.choosing.point(cell, press.touch);
    } else this.#drop(held.cell, cell, press.touch);
  }

  #drop(from: Cell, cell: Cell | null, touch: boolean): void {
    const { choosing } = this;
    // Back where it was: it stays chosen.
    if (cell === from) return;
    const whole = choosing.chosen.at(-1) === from ? null : choosing.aim(from);
    if (whole) {
      // The piece alone makes the move, so it must be let go where the move ends.
      const way = choosing.describe(whole.move)?.events.find(({ path }) => path[0] === from)?.path;
      if (cell !== null && way?.at(-1) === cell) choosing.point(from, touch);
    } else if (cell === null) choosing.reset();
    else {
      choosing.point(cell, touch);
      if (choosing.chosen.at(-1) === from && !choosing.pending) choosing.reset();
    }
  }

  leave(): void {
    if (!this.#press) this.choosing.hover = null;
  }

  cancel(): void {
    this.#press = null;
    this.held = null;
  }
}
