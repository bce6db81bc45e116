// A hint in two steps: which piece, then which move.

import type { Description, LegalMove } from "$lib/engine/types";
import { type Computer, thinkRequest } from "./computer";
import type { HintMark, SavedGame } from "./types";

const TIME = 500;
/** It is looked for with full strength. */
const LEVEL = 10;

/**
 * The marks of the first step and of the second. A move that is chosen with one cell (Squadro) shows where it
 * leads by what it does.
 */
function marksOf({ targets }: LegalMove, does: Description): [HintMark[], HintMark[]] {
  const [first] = targets;
  if (first === undefined) return [[], []];
  const piece: HintMark = { kind: "hint", cells: [first] };
  const path = targets.length > 1 ? targets : (does.events[0]?.path ?? []);
  return [[piece], path.length > 1 ? [piece, { kind: "arrow", cells: path }] : [piece]];
}

/** A move that is shown step by step, wherever it comes from. */
export class ShownHint {
  /** How much is shown: 0 nothing, 1 the piece, 2 the move. */
  step = $state<0 | 1 | 2>(0);
  #found = $state.raw<{ move: string; marks: [HintMark[], HintMark[]] } | null>(null);

  get marks(): HintMark[] {
    return this.step === 0 ? [] : (this.#found?.marks[this.step - 1] ?? []);
  }
  get move(): string | null {
    return this.step === 2 ? (this.#found?.move ?? null) : null;
  }
  show(legal: LegalMove, does: Description): void {
    this.#found = { move: legal.move, marks: marksOf(legal, does) };
    this.step = 1;
  }
  forget(): void {
    this.#found = null;
    this.step = 0;
  }
}

/** One that the engine finds. */
export class Hint extends ShownHint {
  /** The engine is being asked. */
  form = $state(false);

  constructor(private readonly computer: Computer) {
    super();
  }

  /** Shows the move where its piece is shown already. */
  goesOn(): boolean {
    if (this.step > 0) this.step = 2;
    return this.step > 0;
  }

  /** Looks for a good move; `asking` stays until what is found is shown or not wanted any more. */
  ask({ opening, moves, id }: SavedGame): Promise<string | null> {
    this.form = true;
    const request = thinkRequest(LEVEL, TIME, null, id, moves.length);
    return this.computer.decide({ ...opening, moves }, request, () => undefined);
  }
}
