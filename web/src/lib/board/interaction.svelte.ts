// How a move is chosen by pointing at cells, the same for all games: every cell narrows the legal moves,
// until one is left and all its cells are given.

import type { Session } from "$lib/engine/rules";
import type { Cell, Description, Failure, Heading, LegalMove, View } from "$lib/engine/types";
import { SvelteMap } from "svelte/reactivity";
import { HEADINGS, pieceOn } from "./geometry";
import type { Carrying, Half } from "./types";

/** The moves whose targets begin with these cells. */
export const movesStartingWith = (moves: readonly LegalMove[], chosen: readonly Cell[]): LegalMove[] =>
  moves.filter(({ targets }) => chosen.length <= targets.length && chosen.every((cell, i) => targets[i] === cell));

/** The cells one may point at next. */
export function nextCells(moves: readonly LegalMove[], chosen: readonly Cell[]): Set<Cell> {
  const cells = new Set<Cell>();
  for (const { targets } of movesStartingWith(moves, chosen)) {
    const next = targets[chosen.length];
    if (next !== undefined) cells.add(next);
  }
  return cells;
}

/** What the choosing needs to know of the board it happens on; read anew each time. */
export interface Ground {
  view: View;
  session: Session | null;
  active: boolean;
  confirm: boolean;
  carried: Carrying | null;
  move(move: string): void;
  refused(failure: Failure): void;
}

/** How far somebody has got in choosing a move. */
export class MoveSelection {
  chosen = $state.raw<Cell[]>([]);
  /** Chosen and shown, but not played yet: a further tap plays it, or a button beside the board. */
  pending = $state.raw<LegalMove | null>(null);
  #hover = $state.raw<Cell | null>(null);
  /**
   * The last piece that was pointed at and alone makes a move: where it lands stays shown, so that one can
   * point there too.
   */
  #traced = $state.raw<LegalMove | null>(null);
  /** How a carried piece is held. */
  #held = $state<Heading>("right");
  /** Where one pointed to have the pending piece: it is turned about this cell, */
  #about = $state.raw<Cell | null>(null);
  /** which has this half of it, where it can. */
  #half: Half = 0;
  /** What the rules have said of moves of this view. */
  readonly #described = new SvelteMap<string, Description>();
  #asked = new Set<string>();
  #of: View | null = null;

  constructor(readonly ground: () => Ground) {}

  /** Under the pointer or the keyboard's focus. */
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
  /** Those a move may begin with, whatever has been chosen. */
  readonly first = $derived.by(() => nextCells(this.#moves, []));
  /** The moves that put a carried piece down; none while it must be lifted first. */
  readonly #down = $derived.by(() => this.moves.filter(({ targets }) => targets.length === this.chosen.length + 2));
  /** A piece is in the hand. */
  readonly carries = $derived.by(() => this.ground().carried !== null && this.#down.length > 0);
  /** The one move meant now: the pending one, or the one that pointing here would choose. */
  readonly aimed = $derived.by(() => {
    if (this.pending) return this.pending;
    return this.hover === null ? null : (this.aim(this.hover) ?? (this.chosen.length === 0 ? this.#traced : null));
  });
  /** Where the piece lands that alone makes the move that is meant now. */
  readonly landing = $derived.by(() => (this.aimed ? this.landingOf(this.aimed) : null));
  /** How a carried piece lies, or would lie where nothing else is said. */
  readonly held = $derived.by(() => {
    const { view, carried } = this.ground();
    return carried && this.aimed ? carried.headingOf(view.board, this.aimed) : this.#held;
  });
  /** The ways in which a carried piece can be held now: all of them, until it is shown somewhere. */
  readonly ways = $derived.by((): readonly Heading[] => {
    const { view, carried } = this.ground();
    if (!carried || !this.pending || this.#about === null) return carried && this.carries ? HEADINGS : [];
    return carried.waysAt(view.board, this.#down, this.#about);
  });

  /** The move that a piece makes alone, without another cell to be pointed at. */
  whole(cell: Cell): LegalMove | null {
    return this.#moves.find(({ targets }) => targets.length === 1 && targets[0] === cell) ?? null;
  }

  /** Where such a piece lands, as soon as the rules have said it. */
  landingOf(move: LegalMove): Cell | null {
    const [from] = move.targets;
    if (from === undefined || move.targets.length !== 1) return null;
    return (
      this.describe(move.move)
        ?.events.find(({ path }) => path[0] === from)
        ?.path.at(-1) ?? null
    );
  }

  /** The move that pointing at a cell would leave; null when it leaves none or several. */
  aim(cell: Cell): LegalMove | null {
    const { view, carried } = this.ground();
    if (carried) return carried.meant(view.board, this.#down, cell, this.#held, 0);
    const left = movesStartingWith(this.#moves, [...this.chosen, cell]);
    if (left.length > 0) return left.length === 1 ? (left[0] ?? null) : null;
    const traced = this.chosen.length === 0 ? this.#traced : null;
    return traced && this.landingOf(traced) === cell ? traced : null;
  }

  /** Begins anew, as nothing chosen before holds any longer. */
  reset(): void {
    this.chosen = [];
    this.pending = null;
    this.#traced = null;
  }

  /**
   * Somebody points at a cell. A finger shows nothing before it touches: so a piece that makes its move
   * alone, or that is carried, is shown first where it would land.
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
      // The cells before the last one stay chosen, where the new one goes on from them.
      this.chosen = pending.targets.slice(0, -1);
    }
    // A piece that lies on two cells is pointed at by either.
    const cell = pieceOn(view.board, pointed)?.cell ?? pointed;
    // With a lifted piece in the hand, another one can be lifted instead.
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
      // Where it lands is as good as the piece itself.
      this.propose(aimed);
    } else if (this.chosen.at(-1) === cell) {
      this.reset();
    } else if (this.chosen.length > 0 && this.first.has(cell)) {
      this.chosen = [];
      this.point(cell, touch);
    } else {
      void this.#refuse(view, [...this.chosen, pointed]);
      // A lifted piece stays in the hand: it has to go somewhere.
      if (!carried) this.reset();
    }
  }

  /**
   * Shows a carried piece where it comes down with one of its halves above or below this cell; says whether
   * it can.
   */
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

  /** Which half of the pending carried piece lies on this cell; null for neither. */
  halfOn(cell: Cell): Half | null {
    const half = this.ground().carried ? (this.pending?.targets.slice(-2).indexOf(cell) ?? -1) : -1;
    return half === 0 || half === 1 ? half : null;
  }

  /** A move is chosen: it is played, or waits where the person wants to be asked. */
  propose(move: LegalMove): void {
    if (!this.ground().confirm) return this.play(move);
    this.chosen = this.ground().carried ? this.chosen : move.targets;
    this.pending = move;
  }

  play(move: LegalMove): void {
    this.reset();
    this.ground().move(move.move);
  }

  /** Turns a carried piece to the next way it can lie here. */
  turn(step: 1 | -1): void {
    const { view, carried } = this.ground();
    if (!carried) return;
    this.hold(carried.turned(view.board, this.#down, this.pending ? this.#about : this.hover, this.held, step));
  }

  /** Holds a carried piece this way. */
  hold(heading: Heading): void {
    const { view, carried } = this.ground();
    this.#held = heading;
    if (!carried || !this.pending || this.#about === null) return;
    this.pending = carried.meant(view.board, this.#down, this.#about, heading, this.#half);
  }

  async #refuse(view: View, cells: Cell[]): Promise<void> {
    const { session, refused, carried } = this.ground();
    // A carried piece lies as it is held.
    const last = cells.at(-1);
    const other = carried && last !== undefined ? carried.otherCell(view.board, last, this.#held) : null;
    try {
      const failure = await session?.whyNotCells(other === null ? cells : [...cells, other]);
      if (failure && this.ground().view === view) refused(failure);
    } catch {
      // The rules are away; whoever plays the next move hears of it.
    }
  }

  /** What a move does, if the rules have said it already. */
  describe(move: string): Description | null {
    const said = this.#described.get(move);
    return said && this.#of === this.ground().view ? said : null;
  }

  /** Asks the rules what moves do. To be called from an effect. */
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
        // The game may have gone on meanwhile.
        if (this.#asked === asked) this.#described.set(move, description);
      } catch {
        // No preview, then.
      }
    }
  }
}
