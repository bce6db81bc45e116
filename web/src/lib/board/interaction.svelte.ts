// How a move is chosen by pointing at cells, the same for all games: every cell narrows the legal moves, until one is left and all its cells are given.

import type { Table } from "$lib/engine/rules";
import type { Cell, Description, Failure, Heading, LegalMove, View } from "$lib/engine/types";
import { SvelteMap } from "svelte/reactivity";
import { pieceOn } from "./geometry";
import type { Carrying } from "./types";

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

/** What the choosing needs to know of the board it happens on; read anew each time. */
export interface Ground {
  view: View;
  table: Table | null;
  active: boolean;
  confirm: boolean;
  carried: Carrying | null;
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
  /** How a carried piece is held. */
  #held = $state<Heading>("up");
  /** Where one pointed to have the pending piece: it is turned about this cell. */
  #about: Cell | null = null;
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
  /** The moves that put a carried piece down; none while it must be lifted first. */
  readonly #down = $derived.by(() => this.moves.filter(({ targets }) => targets.length === this.chosen.length + 2));
  /** A piece is in the hand. */
  readonly carries = $derived.by(() => this.ground().carried !== null && this.#down.length > 0);
  /** The one move meant now: the pending one, or the one that pointing here would choose. */
  readonly aimed = $derived.by(() => this.pending ?? (this.hover === null ? null : this.aim(this.hover)));

  /** The move that pointing at a cell would leave; null when it leaves none or several. */
  aim(cell: Cell): LegalMove | null {
    const { view, carried } = this.ground();
    if (carried) return carried.meant(view.board, this.#down, cell, this.#held);
    const left = beginning(this.#moves, [...this.chosen, cell]);
    return left.length === 1 ? (left[0] ?? null) : null;
  }

  /** Begins anew, as nothing chosen before holds any longer. */
  reset(): void {
    this.chosen = [];
    this.pending = null;
  }

  /** Somebody points at a cell. With `careful` a carried piece is shown first, to be turned or confirmed by further taps. */
  point(pointed: Cell, careful = false): void {
    const { active, carried, view } = this.ground();
    if (!active) return;
    const { pending } = this;
    if (pending && carried) {
      if (pending.targets.slice(-2).includes(pointed)) return this.turn(1);
      this.pending = null;
    } else if (pending) {
      if (pointed === pending.targets.at(-1)) return this.play(pending);
      this.pending = null;
      // The cells before the last one stay chosen, where the new one goes on from them.
      this.chosen = pending.targets.slice(0, -1);
    }
    const aimed = this.aim(pointed);
    if (carried && aimed) {
      this.#about = pointed;
      if (careful) this.pending = aimed;
      else this.#propose(aimed);
      return;
    }
    // A piece that lies on two cells is pointed at by either.
    const cell = pieceOn(view.board, pointed)?.cell ?? pointed;
    if (this.next.has(cell) && !this.carries) {
      const next = [...this.chosen, cell];
      this.chosen = next;
      if (aimed && aimed.targets.length === next.length) this.#propose(aimed);
    } else if (this.chosen.at(-1) === cell) {
      this.reset();
    } else if (this.chosen.length > 0 && this.first.has(cell)) {
      this.chosen = [];
      this.point(cell, careful);
    } else {
      void this.#refuse(view, [...this.chosen, pointed]);
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
    const { pending, hover } = this;
    const held = this.aimed ? carried.headingOf(view.board, this.aimed) : this.#held;
    const about = pending ? this.#about : hover;
    if (about === null) return;
    this.#held = carried.turned(view.board, this.#down, about, held, step);
    if (pending) this.pending = carried.meant(view.board, this.#down, about, this.#held);
  }

  async #refuse(view: View, cells: Cell[]): Promise<void> {
    const { table, spell, refused, carried } = this.ground();
    // A carried piece lies as it is held.
    const last = cells.at(-1);
    const other = carried && last !== undefined ? carried.otherCell(view.board, last, this.#held) : null;
    const text = spell(view, other === null ? cells : [...cells, other]);
    if (!table || last === undefined) return;
    try {
      const failure = await (text === null ? table.whyNotFrom(last) : table.whyNot(text));
      // A move that is only half spelt says nothing to somebody who did not spell it.
      if (failure && failure.kind !== "syntax" && this.ground().view === view) refused(failure);
    } catch {
      // The rules are away; whoever plays the next move hears of it.
    }
  }

  /** What a move does, if the rules have said it already; otherwise they are asked. */
  describe(move: string): Description | null {
    const said = this.#described.get(move);
    return said && this.#of === this.ground().view ? said : null;
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
