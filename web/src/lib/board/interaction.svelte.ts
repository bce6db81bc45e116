// How a move is chosen by pointing at cells, the same for all games: every cell narrows the legal moves, until one is left and all its cells are given.

import type { RulesTable } from "$lib/engine/rules";
import type { BoardData, Cell, Description, Failure, LegalMove, View } from "$lib/engine/types";
import { SvelteMap } from "svelte/reactivity";

/** The moves whose targets begin with these cells. */
export const beginning = (moves: readonly LegalMove[], chosen: readonly Cell[]): LegalMove[] =>
  moves.filter(({ targets }) => chosen.length <= targets.length && chosen.every((cell, i) => targets[i] === cell));

/** The cells one may point at next. */
export function nextCells(moves: readonly LegalMove[], chosen: readonly Cell[]): Set<Cell> {
  const cells = new Set<Cell>();
  for (const { targets } of beginning(moves, chosen)) {
    const next = targets[chosen.length];
    if (next !== undefined) cells.add(next);
  }
  return cells;
}

/** The way a carried piece lies in a move, in quarter turns clockwise from the right. */
function quarter(board: BoardData, { targets }: LegalMove): number {
  const [a, b] = targets.slice(-2).map((cell) => board.cells[cell]);
  return a && b ? Math.round(Math.atan2(b.y - a.y, b.x - a.x) / (Math.PI / 2) + 4) % 4 : 0;
}

/** Of moves that differ in how the carried piece lies, the one nearest to a wanted way, clockwise. */
export function lying(board: BoardData, moves: readonly LegalMove[], wanted: number): LegalMove | null {
  const away = (move: LegalMove) => (quarter(board, move) - wanted + 4) % 4;
  return moves.reduce<LegalMove | null>((best, move) => (!best || away(move) < away(best) ? move : best), null);
}

/** What the choosing needs to know of the board it happens on; read anew each time. */
export interface Ground {
  view: View;
  table: RulesTable | null;
  active: boolean;
  confirm: boolean;
  carried: boolean;
  spell(view: View, cells: Cell[]): string | null;
  move(move: string): void;
  refused(failure: Failure): void;
}

/** How far somebody has got in choosing a move. */
export class Choosing {
  chosen = $state.raw<Cell[]>([]);
  /** Under the pointer or the keyboard's focus. */
  hover = $state.raw<Cell | null>(null);
  /** Waits for a confirmation. */
  pending = $state.raw<LegalMove | null>(null);
  /** How a carried piece lies. */
  #quarter = $state(3);
  /** What the rules have said of moves of this view. */
  readonly #described = new SvelteMap<string, Description>();
  #asked = new Set<string>();
  #of: View | null = null;

  constructor(private readonly ground: () => Ground) {}

  readonly #moves = $derived.by(() => {
    const { view, active } = this.ground();
    return active ? view.moves : [];
  });
  /** The moves that are still possible. */
  readonly moves = $derived.by(() => beginning(this.#moves, this.chosen));
  readonly next = $derived.by(() => nextCells(this.#moves, this.chosen));
  /** Those a move may begin with, whatever has been chosen. */
  readonly first = $derived.by(() => nextCells(this.#moves, []));
  /** The one move meant now: the pending one, or the one that pointing here would choose. */
  readonly aimed = $derived.by(() => this.pending ?? (this.hover === null ? null : this.aim(this.hover)));

  /** The move that pointing at a cell would leave; null when it leaves none or several. */
  aim(cell: Cell): LegalMove | null {
    const left = beginning(this.#moves, [...this.chosen, cell]);
    const { view, carried } = this.ground();
    if (carried && left.every(({ targets }) => targets.length === this.chosen.length + 2)) {
      return lying(view.board, left, this.#quarter);
    }
    return left.length === 1 ? (left[0] ?? null) : null;
  }

  /** Begins anew, as nothing chosen before holds any longer. */
  reset(): void {
    this.chosen = [];
    this.pending = null;
  }

  /** Somebody points at a cell. With `careful` a carried piece is shown first, to be turned or confirmed by further taps. */
  point(cell: Cell, careful = false): void {
    const { active, carried, view } = this.ground();
    if (!active) return;
    const { pending } = this;
    if (pending) {
      if (carried && cell === pending.targets.at(-2)) return this.turn(1);
      if (cell === pending.targets.at(-1)) return this.play(pending);
      this.pending = null;
      // The cells before the last one stay chosen, where the new one goes on from them.
      this.chosen = carried ? pending.targets.slice(0, -2) : pending.targets.slice(0, -1);
    }
    if (this.next.has(cell)) {
      const aimed = this.aim(cell);
      const next = [...this.chosen, cell];
      if (aimed && carried && aimed.targets.length === next.length + 1) {
        if (careful) this.pending = aimed;
        else this.#propose(aimed);
      } else {
        this.chosen = next;
        if (aimed && aimed.targets.length === next.length) this.#propose(aimed);
      }
    } else if (this.chosen.at(-1) === cell) {
      this.reset();
    } else if (this.chosen.length > 0 && this.first.has(cell)) {
      this.chosen = [];
      this.point(cell, careful);
    } else {
      void this.#refuse(view, [...this.chosen, cell]);
    }
  }

  #propose(move: LegalMove): void {
    if (this.ground().confirm) this.pending = move;
    else this.play(move);
  }

  play(move: LegalMove): void {
    this.reset();
    this.ground().move(move.move);
  }

  /** Turns a carried piece to the next way it can lie here. */
  turn(step: 1 | -1): void {
    const { view, carried } = this.ground();
    if (!carried) return;
    const shown = this.aimed;
    const now = shown ? quarter(view.board, shown) : this.#quarter;
    this.#quarter = (now + step + 4) % 4;
    if (!shown) return;
    const here = beginning(this.#moves, shown.targets.slice(0, -1));
    // Backwards the next possible way may be more than one step off.
    for (let i = 0; step < 0 && i < 3 && !here.some((move) => quarter(view.board, move) === this.#quarter); i++) {
      this.#quarter = (this.#quarter + 3) % 4;
    }
    const turned = lying(view.board, here, this.#quarter);
    if (turned) this.#quarter = quarter(view.board, turned);
    if (this.pending && turned) this.pending = turned;
  }

  async #refuse(view: View, cells: Cell[]): Promise<void> {
    const { table, spell, refused, carried } = this.ground();
    // A carried piece lies as it is carried.
    const way = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][this.#quarter] ?? [0, 0];
    const at = view.board.cells[cells.at(-1) ?? -1];
    const other = view.board.cells.findIndex((c) => at && c.x === at.x + 100 * way[0]! && c.y === at.y + 100 * way[1]!);
    const text = spell(view, carried && other >= 0 ? [...cells, other] : cells);
    if (!table || text === null) return;
    try {
      const failure = await table.whyNot(text);
      // A move that is only half spelt says nothing to somebody who did not spell it.
      if (failure && failure.kind !== "syntax" && this.ground().view === view) refused(failure);
    } catch {
      // The rules are away; whoever plays the next move hears of it.
    }
  }

  /** What a move does, if the rules have said it already; otherwise they are asked. */
  describe(move: string): Description | null {
    return this.#described.get(move) ?? null;
  }

  /** Asks the rules what moves do. To be called from an effect. */
  async ask(moves: readonly string[]): Promise<void> {
    const { view, table } = this.ground();
    if (this.#of !== view) {
      this.#of = view;
      this.#asked = new Set();
      this.#described.clear();
    }
    const asked = this.#asked;
    for (const move of moves) {
      if (!table || asked.has(move)) continue;
      asked.add(move);
      try {
        const description = await table.describe(move);
        // The table may have gone on meanwhile.
        if (this.#asked === asked) this.#described.set(move, description);
      } catch {
        // No preview, then.
      }
    }
  }
}
