// Pointer on the board: a press and a release near by is a click; further apart it is a piece carried from
// one cell to another.

import type { BoardData, Cell } from "$lib/engine/types";
import { cellAt, pieceOn } from "./geometry";
import type { MoveSelection } from "./interaction.svelte";
import type { Half, Point } from "./types";

/** Pointers tremble by so many pixels, fingers by more. */
const TREMBLE = { mouse: 5, pen: 8, touch: 12 } as const;
/** A finger needs a target of 44 pixels. */
const FINGER = 22;

interface Press {
  pointer: number;
  cell: Cell | null;
  from: Point;
  touch: boolean;
  /** The half of the carried piece that the finger is on, and whether it has begun to slide. */
  half: Half;
  slides: boolean;
}

export class Dragging {
  /** The cell whose piece is in the hand, and where the hand is on the board. */
  held = $state.raw<{ cell: Cell; at: Point } | null>(null);
  #press: Press | null = null;

  constructor(
    private readonly selection: MoveSelection,
    private readonly now: () => { svg: SVGSVGElement | undefined; board: BoardData },
  ) {}

  /** Where on the board a pointer is, and how far a finger reaches there. */
  #at(event: PointerEvent): { point: Point; reach: number } | null {
    const matrix = this.now().svg?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { point: { x, y }, reach: FINGER / (matrix.a || 1) };
  }

  /** The cell a pointer is on, whatever can be done there. */
  cellUnder(event: PointerEvent): Cell | null {
    const at = this.#at(event);
    return at && cellAt(this.now().board, at.point, new Set(), 0);
  }

  /** The cell a pointer means. */
  cell(event: PointerEvent): Cell | null {
    const at = this.#at(event);
    const { next, first, carries, landing } = this.selection;
    // A piece in the hand comes down wherever one points, so no cell draws the pointer to itself.
    if (carries) return this.cellUnder(event);
    const wanted = next.size > 0 ? next : first;
    return (
      at && cellAt(this.now().board, at.point, landing === null ? wanted : new Set([...wanted, landing]), at.reach)
    );
  }

  down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const touch = event.pointerType === "touch";
    const cell = this.cell(event);
    const half = (cell !== null && this.selection.halfOn(cell)) || 0;
    this.#press = {
      pointer: event.pointerId,
      cell,
      from: { x: event.clientX, y: event.clientY },
      touch,
      half,
      slides: false,
    };
    this.selection.hover = cell;
  }

  move(event: PointerEvent): void {
    const press = this.#press;
    const cell = this.cell(event);
    this.selection.hover = cell;
    if (!press || press.pointer !== event.pointerId) return;
    const at = this.#at(event);
    const kind = event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse";
    const far = Math.hypot(event.clientX - press.from.x, event.clientY - press.from.y) > TREMBLE[kind];
    if (this.held && at) {
      this.held = { ...this.held, at: at.point };
      // A piece that alone makes the move shows where that ends.
      if (this.selection.chosen.at(-1) !== this.held.cell) this.selection.hover = this.held.cell;
    } else if (far && at && press.cell !== null && !press.slides) this.#lift(press.cell, at.point, event);
    // A finger slides a carried piece from column to column, and takes a lifted one along.
    if (far && press.touch && this.selection.carries && cell !== null) {
      press.slides = true;
      this.selection.slide(cell, press.half);
    }
  }

  #lift(pressed: Cell, at: Point, event: PointerEvent): void {
    const { selection } = this;
    this.now().svg?.setPointerCapture(event.pointerId);
    // A piece in the hand is under the pointer anyway.
    if (selection.carries && (selection.aim(pressed) || selection.halfOn(pressed) !== null)) return;
    const cell = pieceOn(this.now().board, pressed)?.cell ?? pressed;
    const chosen = selection.chosen.at(-1) === cell;
    if (!chosen && !selection.next.has(cell) && !selection.first.has(cell)) return;
    if (selection.whole(cell) || (!chosen && !selection.next.has(cell))) selection.reset();
    const needsMore = selection.moves.some(
      ({ targets }) => targets[selection.chosen.length] === cell && targets.length > selection.chosen.length + 1,
    );
    if (!chosen && needsMore) selection.chosen = [...selection.chosen, cell];
    selection.pending = null;
    selection.hover = cell;
    this.held = { cell, at };
  }

  up(event: PointerEvent): void {
    const [press, held] = [this.#press, this.held];
    if (!press || press.pointer !== event.pointerId) return;
    const cell = this.cell(event);
    this.cancel();
    if (press.touch) queueMicrotask(() => (this.selection.hover = null));
    if (press.slides) return;
    if (held) this.#drop(held.cell, cell, press.touch);
    else if (cell === null) this.selection.reset();
    else this.selection.point(cell, press.touch);
  }

  #drop(from: Cell, cell: Cell | null, touch: boolean): void {
    const { selection } = this;
    const whole = selection.whole(from);
    if (whole) {
      // The piece alone makes the move, so it must be let go where the move ends; else it stays chosen, for a
      // finger to see where that is.
      if (cell !== null && cell === selection.landingOf(whole)) selection.propose(whole);
      else if (touch) selection.point(from, touch);
    } else if (cell === null) selection.reset();
    // Back where it was it stays chosen.
    else if (cell !== from) {
      selection.point(cell, touch);
      if (selection.chosen.at(-1) === from && !selection.pending) selection.reset();
    }
  }

  leave(): void {
    if (!this.#press) this.selection.hover = null;
  }

  cancel(): void {
    this.#press = null;
    this.held = null;
  }
}
