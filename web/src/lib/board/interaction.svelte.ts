// Move selection by cells, shared by all games: each chosen cell narrows the legal moves until one is
// complete.

import type { Session } from "$lib/engine/rules";
import type { Cell, Description, Failure, Heading, LegalMove, View } from "$lib/engine/types";
import { SvelteMap } from "svelte/reactivity";
import { HEADINGS, pieceOn } from "./geometry";
import type { Carrying, Half } from "./types";

/** The moves whose targets start with these cells. */
export const movesStartingWith = (moves: readonly LegalMove[], chosen: readonly Cell[]): LegalMove[] =>
  moves.filter(({ targets }) => chosen.length <= targets.length && chosen.every((cell, i) => targets[i] === cell));

/** The cells that can be chosen next. */
export function nextCells(moves: readonly LegalMove[], chosen: readonly Cell[]): Set<Cell> {
  const cells = new Set<Cell>();
  for (const { targets } of movesStartingWith(moves, chosen)) {
    const next = targets[chosen.length];
    if (next !== undefined) cells.add(next);
  }
  return cells;
}

/** The board state that selection depends on; read on each use. */
export interface Ground {
  view: View;
  session: Session | null;
  active: boolean;
  confirm: boolean;
  carried: Carrying | null;
  move(move: string): void;
  refused(failure: Failure): void;
}

/** A partly selected move. */
export class MoveSelection {
  chosen = $state.raw<Cell[]>([]);
  /** A selected move waiting for confirmation by another tap or a button. */
  pending = $state.raw<LegalMove | null>(null);
  #hover = $state.raw<Cell | null>(null);
  /**
   * The last one-tap piece that was pointed at. Its landing cell stays shown, so that it can be tapped too.
   */
  #traced = $state.raw<LegalMove | null>(null);
  /** Orientation of the carried piece. */
  #held = $state<Heading>("right");
  /** The cell around which the pending piece is turned, */
  #about = $state.raw<Cell | null>(null);
  /** and the half of the piece placed on it, if possible. */
  #half: Half = 0;
  /** Descriptions of this view's moves, from the rules. */
  readonly #described = new SvelteMap<string, Description>();
  #asked = new Set<string>();
  #of: View | null = null;

  constructor(readonly ground: () => Ground) {}

  /** The cell under the pointer or the keyboard focus. */
  get hover(): Cell | null {
    return this.#hover;
  }
  set hover(cell: Cell | null) {
    this.#hover = cell;
    const whole = cell === null ? null : this.whole(cell);
    if (whole || cell === null) this.#traced = whole;
  }

  readonly #moves = $derived.by(() => {
    const { view, active } = this.ground();
    return active ? view.moves : [];
  });
  /** The moves that are still possible. */
  readonly moves = $derived.by(() => movesStartingWith(this.#moves, this.chosen));
  readonly next = $derived.by(() => nextCells(this.#moves, this.chosen));
  /** The cells that can start a move, regardless of the selection. */
  readonly first = $derived.by(() => nextCells(this.#moves, []));
  /** Moves that place a carried piece; empty while a piece must be lifted first. */
  readonly #down = $derived.by(() => this.moves.filter(({ targets }) => targets.length === this.chosen.length + 2));
  /** Whether a piece is being carried. */
  readonly carries = $derived.by(() => this.ground().carried !== null && this.#down.length > 0);
  /** The pending move, or the one a click on the hovered cell would select. */
  readonly aimed = $derived.by(() => {
    if (this.pending) return this.pending;
    return this.hover === null ? null : (this.aim(this.hover) ?? (this.chosen.length === 0 ? this.#traced : null));
  });
  /** The landing cell of the aimed move, for one-tap pieces. */
  readonly landing = $derived.by(() => (this.aimed ? this.landingOf(this.aimed) : null));
  /** The carried piece's orientation, or the default one. */
  readonly held = $derived.by(() => {
    const { view, carried } = this.ground();
    return carried && this.aimed ? carried.headingOf(view.board, this.aimed) : this.#held;
  });
  /** The orientations possible now: all of them until the piece is previewed on a cell. */
  readonly ways = $derived.by((): readonly Heading[] => {
    const { view, carried } = this.ground();
    if (!carried || !this.pending || this.#about === null) return carried && this.carries ? HEADINGS : [];
    return carried.waysAt(view.board, this.#down, this.#about);
  });

  /** The move a piece makes with a single tap. */
  whole(cell: Cell): LegalMove | null {
    return this.#moves.find(({ targets }) => targets.length === 1 && targets[0] === cell) ?? null;
  }

  /** Where a one-tap piece lands; null until the rules have described the move. */
  landingOf(move: LegalMove): Cell | null {
    const [from] = move.targets;
    if (from === undefined || move.targets.length !== 1) return null;
    return (
      this.describe(move.move)
        ?.events.find(({ path }) => path[0] === from)
        ?.path.at(-1) ?? null
    );
  }

  /** The single move left after choosing this cell; null for none or several. */
  aim(cell: Cell): LegalMove | null {
    const { view, carried } = this.ground();
    if (carried) return carried.meant(view.board, this.#down, cell, this.#held, 0);
    const left = movesStartingWith(this.#moves, [...this.chosen, cell]);
    if (left.length > 0) return left.length === 1 ? (left[0] ?? null) : null;
    const traced = this.chosen.length === 0 ? this.#traced : null;
    return traced && this.landingOf(traced) === cell ? traced : null;
  }

  reset(): void {
    this.chosen = [];
    this.pending = null;
    this.#traced = null;
  }

  /**
   * Handles a click on a cell. Touch has no hover, so one-tap moves and carried pieces get a preview first.
   */
  point(pointed: Cell, touch = false): void {
    const { active, carried, view } = this.ground();
    if (!active) return;
    const { pending } = this;
    if (pending && carried) {
      if (pending.targets.slice(-2).includes(pointed)) return this.turn(1);
    } else if (pending) {
      if (pointed === pending.targets.at(-1) || pointed === this.landingOf(pending)) return this.play(pending);
      this.pending = null;
      // Earlier cells stay chosen if the new cell continues from them.
      this.chosen = pending.targets.slice(0, -1);
    }
    // A two-cell piece can be selected by either cell.
    const cell = pieceOn(view.board, pointed)?.cell ?? pointed;
    // While a lifted piece is carried, another one can be lifted instead.
    const lifts = this.chosen.length > 0 && this.first.has(cell);
    if (touch && this.carries && !lifts && (this.slide(pointed) || pending)) return;
    this.pending = null;
    const aimed = this.aim(pointed);
    if (carried && aimed) {
      [this.#about, this.#half] = [pointed, 0];
      this.propose(aimed);
    } else if (this.next.has(cell) && !this.carries) {
      const next = [...this.chosen, cell];
      this.chosen = next;
      if (aimed?.targets.length !== next.length) return;
      if (touch && next.length === 1) this.pending = aimed;
      else this.propose(aimed);
    } else if (aimed?.targets.length === 1) {
      // Tapping the landing cell plays the piece.
      this.propose(aimed);
    } else if (this.chosen.at(-1) === cell) {
      this.reset();
    } else if (this.chosen.length > 0 && this.first.has(cell)) {
      this.chosen = [];
      this.point(cell, touch);
    } else {
      void this.#refuse(view, [...this.chosen, pointed]);
      // A lifted piece stays in the hand, because it must be placed.
      if (!carried) this.reset();
    }
  }

  /** Previews a carried piece with one of its halves above or below this cell; returns whether it fits. */
  slide(cell: Cell, half: Half = 0): boolean {
    const { view, carried } = this.ground();
    if (!carried) return false;
    const top = carried.topOf(view.board, cell);
    const there = carried.meant(view.board, this.#down, top, this.#held, half);
    if (!there) return false;
    [this.#about, this.#half] = [top, half];
    this.pending = there;
    return true;
  }

  /** Which half of the pending carried piece is on this cell, if any. */
  halfOn(cell: Cell): Half | null {
    const half = this.ground().carried ? (this.pending?.targets.slice(-2).indexOf(cell) ?? -1) : -1;
    return half === 0 || half === 1 ? half : null;
  }

  /** Plays the move, or makes it pending if moves are confirmed. */
  propose(move: LegalMove): void {
    if (!this.ground().confirm) return this.play(move);
    this.chosen = this.ground().carried ? this.chosen : move.targets;
    this.pending = move;
  }

  play(move: LegalMove): void {
    this.reset();
    this.ground().move(move.move);
  }

  /** Turns a carried piece to the next orientation that fits. */
  turn(step: 1 | -1): void {
    const { view, carried } = this.ground();
    if (!carried) return;
    this.hold(carried.turned(view.board, this.#down, this.pending ? this.#about : this.hover, this.held, step));
  }

  hold(heading: Heading): void {
    const { view, carried } = this.ground();
    this.#held = heading;
    if (!carried || !this.pending || this.#about === null) return;
    this.pending = carried.meant(view.board, this.#down, this.#about, heading, this.#half);
  }

  async #refuse(view: View, cells: Cell[]): Promise<void> {
    const { session, refused, carried } = this.ground();
    // The other half follows from the current orientation.
    const last = cells.at(-1);
    const other = carried && last !== undefined ? carried.otherCell(view.board, last, this.#held) : null;
    try {
      const failure = await session?.whyNotCells(other === null ? cells : [...cells, other]);
      if (failure && this.ground().view === view) refused(failure);
    } catch {
      // The rules worker is down; the next move reports it.
    }
  }

  /** The description of a move, if the rules have returned it. */
  describe(move: string): Description | null {
    const description = this.#described.get(move);
    return description && this.#of === this.ground().view ? description : null;
  }

  /** Requests descriptions of moves. Call from an effect. */
  async ask(moves: readonly string[]): Promise<void> {
    const { view, session } = this.ground();
    if (this.#of !== view) {
      this.#of = view;
      this.#asked = new Set();
      this.#described.clear();
    }
    const asked = this.#asked;
    for (const move of moves) {
      if (!session || asked.has(move)) continue;
      asked.add(move);
      try {
        const description = await session.describe(move);
        // The position may have changed in the meantime.
        if (this.#asked === asked) this.#described.set(move, description);
      } catch {
        // Preview is optional.
      }
    }
  }
}
