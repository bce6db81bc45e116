// Pointer input: press and release close together is a click, further apart a drag from cell to cell.

import type { BoardData, Cell } from "$lib/engine/types";
import { cellAt, pieceOn } from "./geometry";
import type { MoveSelection } from "./interaction.svelte";
import type { Half, Point } from "./types";

/** Tolerance in pixels before a press becomes a drag. */
const TREMBLE = { mouse: 5, pen: 8, touch: 12 } as const;
/** Half of a 44-pixel touch target. */
const FINGER = 22;

interface Press {
  pointer: number;
  cell: Cell | null;
  from: Point;
  touch: boolean;
  /** The half of the carried piece under the finger, and whether it has started to slide. */
  half: Half;
  slides: boolean;
}

export class Dragging {
  /** The cell of the dragged piece, and the pointer's position on the board. */
  held = $state.raw<{ cell: Cell; at: Point } | null>(null);
  #press: Press | null = null;

  constructor(
    private readonly selection: MoveSelection,
    private readonly now: () => { svg: SVGSVGElement | undefined; board: BoardData },
  ) {}

  /** The pointer's position on the board, and the touch radius there. */
  #at(event: PointerEvent): { point: Point; reach: number } | null {
    const matrix = this.now().svg?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { point: { x, y }, reach: FINGER / (matrix.a || 1) };
  }

  /** The cell under the pointer, playable or not. */
  cellUnder(event: PointerEvent): Cell | null {
    const at = this.#at(event);
    return at && cellAt(this.now().board, at.point, new Set(), 0);
  }

  /** The cell the pointer aims at. */
  cell(event: PointerEvent): Cell | null {
    const at = this.#at(event);
    const { next, first, carries, landing } = this.selection;
    // Carried pieces can drop anywhere, so no cell attracts the pointer.
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
      // A one-tap piece shows where its move ends.
      if (this.selection.chosen.at(-1) !== this.held.cell) this.selection.hover = this.held.cell;
    } else if (far && at && press.cell !== null && !press.slides) this.#lift(press.cell, at.point, event);
    // A finger slides a carried piece between columns and drags a lifted one.
    if (far && press.touch && this.selection.carries && cell !== null) {
      press.slides = true;
      this.selection.slide(cell, press.half);
    }
  }

  #lift(pressed: Cell, at: Point, event: PointerEvent): void {
    const { selection } = this;
    this.now().svg?.setPointerCapture(event.pointerId);
    // A carried piece already follows the pointer.
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
      // A one-tap piece is played only when dropped on its landing cell; otherwise it stays selected, so that
      // touch users see the landing cell.
      if (cell !== null && cell === selection.landingOf(whole)) selection.propose(whole);
      else if (touch) selection.point(from, touch);
    } else if (cell === null) selection.reset();
    // Dropped back on its own cell, it stays selected.
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
