// Arrows and circles that users draw on the board, with the right button or a selected pen. Dragging draws an
// arrow, clicking a circle; repeating a shape removes it.

import type { Cell } from "$lib/engine/types";
import type { Colour, Annotation } from "./types";

const same = (a: Annotation, b: Annotation) => a.kind === b.kind && a.cells.join() === b.cells.join();

/** Ctrl or Shift draws red, Alt blue, both yellow. */
type Held = Pick<MouseEvent, "ctrlKey" | "shiftKey" | "altKey">;
export function annotationColour({ ctrlKey, shiftKey, altKey }: Held): Colour {
  const red = ctrlKey || shiftKey;
  return red && altKey ? "yellow" : red ? "red" : altKey ? "blue" : "green";
}

export class Annotations {
  shapes = $state.raw<Annotation[]>([]);
  /** The shape being drawn. */
  draft = $state.raw<Annotation | null>(null);

  /** The origin of the shape being drawn. */
  get from(): Cell | null {
    return this.draft?.cells[0] ?? null;
  }

  begin(cell: Cell | null, colour: Colour): void {
    this.draft = cell === null ? null : { kind: "circle", cells: [cell], colour };
  }

  /** Extends the shape to another cell. */
  reach(cell: Cell | null): void {
    const { from, draft } = this;
    if (draft === null || from === null) return;
    const cells = cell === null || cell === from ? [from] : [from, cell];
    this.draft = { ...draft, kind: cells.length > 1 ? "arrow" : "circle", cells };
  }

  /** Passes the finished shape to `take`, or stores it here. */
  end(cell: Cell | null, take?: (shape: Annotation) => void): void {
    this.reach(cell);
    const shape = cell === null ? null : this.draft;
    this.draft = null;
    if (shape === null) return;
    if (take) return take(shape);
    const others = this.shapes.filter((drawn) => !same(drawn, shape));
    this.shapes = others.length < this.shapes.length ? others : [...others, shape];
  }

  clear(): void {
    this.draft = null;
    if (this.shapes.length > 0) this.shapes = [];
  }
}
