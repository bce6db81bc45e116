// Arrows and circles that somebody draws for thinking, with the right button: dragged an arrow, clicked a circle, the same again takes it away.

import type { Cell } from "$lib/engine/types";
import type { Mark } from "./types";

const same = (a: Mark, b: Mark) => a.kind === b.kind && a.cells.join() === b.cells.join();

export class Drawing {
  shapes = $state.raw<Mark[]>([]);
  #from: Cell | null = null;

  begin(cell: Cell | null): void {
    this.#from = cell;
  }

  end(cell: Cell | null): void {
    const from = this.#from;
    this.#from = null;
    if (from === null || cell === null) return;
    const shape: Mark = from === cell ? { kind: "circle", cells: [cell] } : { kind: "arrow", cells: [from, cell] };
    const others = this.shapes.filter((drawn) => !same(drawn, shape));
    this.shapes = others.length < this.shapes.length ? others : [...others, shape];
  }

  clear(): void {
    this.#from = null;
    if (this.shapes.length > 0) this.shapes = [];
  }
}
