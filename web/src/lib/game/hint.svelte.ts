// A hint in two steps: which piece, then which move.

import type { Description, LegalMove } from "$lib/engine/types";
import type { HintMark } from "./types";

export const HINT_TIME = 500;

/** The marks of the first step and of the second. A move that is chosen with one cell (Squadro) shows where it leads by what it does. */
function marksOf({ targets }: LegalMove, does: Description): [HintMark[], HintMark[]] {
  const [first] = targets;
  if (first === undefined) return [[], []];
  const piece: HintMark = { kind: "hint", cells: [first] };
  const path = targets.length > 1 ? targets : (does.events[0]?.path ?? []);
  return [[piece], path.length > 1 ? [piece, { kind: "arrow", cells: path }] : [piece]];
}

export class Hint {
  /** How much is shown: 0 nothing, 1 the piece, 2 the move. */
  step = $state<0 | 1 | 2>(0);
  /** The engine is being asked. */
  asking = $state(false);
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
