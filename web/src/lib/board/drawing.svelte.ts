// Arrows and circles that somebody draws for thinking, with the right button: dragged an arrow, clicked a circle, the same again takes it away.

import type { Cell } from "$lib/engine/types";
import type { Colour, Drawn } from "./types";

const same = (a: Drawn, b: Drawn) => a.kind === b.kind && a.cells.join() === b.cells.join();

/** Ctrl or Shift is red, Alt blue, both yellow. */
type Held = Pick<MouseEvent, "ctrlKey" | "shiftKey" | "altKey">;
function colourOf({ ctrlKey, shiftKey, altKey }: Held): Colour {
  const red = ctrlKey || shiftKey;
  return red && altKey ? "yellow" : red ? "red" : altKey ? "blue" : "green";
}

export class Drawing {
  shapes = $state.raw<Drawn[]>([]);
  #from: Cell | null = null;

  begin(cell: Cell | null): void {
    this.#from = cell;
  }

  /** What was drawn goes to `take`, or stays here where nobody takes it. */
  end(cell: Cell | null, keys: Held, take?: (shape: Drawn) => void): void {
    const from = this.#from;
    this.#from = null;
    if (from === null || cell === null) return;
    const kind = from === cell ? "circle" : "arrow";
    const shape: Drawn = { kind, cells: from === cell ? [cell] : [from, cell], colour: colourOf(keys) };
    if (take) return take(shape);
    const others = this.shapes.filter((drawn) => !same(drawn, shape));
    this.shapes = others.length < this.shapes.length ? others : [...others, shape];
  }

  clear(): void {
    this.#from = null;
    if (this.shapes.length > 0) this.shapes = [];
  }
}
