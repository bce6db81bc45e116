// A hint in two steps: the piece, then the move.

import type { Description, LegalMove } from "$lib/engine/types";
import { type Computer, thinkRequest } from "./computer";
import type { HintMark, SavedGame } from "./types";

const TIME = 500;
/** Hints use full strength. */
const LEVEL = 10;

/** The marks of both steps. A one-cell move (Squadro) shows its destination from the description. */
function marksOf({ targets }: LegalMove, does: Description): [HintMark[], HintMark[]] {
  const [first] = targets;
  if (first === undefined) return [[], []];
  const piece: HintMark = { kind: "hint", cells: [first] };
  const path = targets.length > 1 ? targets : (does.events[0]?.path ?? []);
  return [[piece], path.length > 1 ? [piece, { kind: "arrow", cells: path }] : [piece]];
}

/** A move revealed step by step, whatever its source. */
export class ShownHint {
  /** 0 nothing, 1 the piece, 2 the move. */
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

/** A hint found by the engine. */
export class Hint extends ShownHint {
  /** The engine is searching. */
  isSearching = $state(false);

  constructor(private readonly computer: Computer) {
    super();
  }

  /** Reveals the move if its piece is already shown. */
  goesOn(): boolean {
    if (this.step > 0) this.step = 2;
    return this.step > 0;
  }

  /** Searches for a good move; `isSearching` stays set until the result is shown or dismissed. */
  ask({ opening, moves, id }: SavedGame): Promise<string | null> {
    this.isSearching = true;
    const request = thinkRequest(LEVEL, TIME, null, id, moves.length);
    return this.computer.decide({ ...opening, moves }, request, () => undefined);
  }
}
