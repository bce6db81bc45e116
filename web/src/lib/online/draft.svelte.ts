// A second board for choosing moves that are not played yet.

import type { Session } from "$lib/engine/rules";
import type { Opening, View } from "$lib/engine/types";

export class Draft {
  /** The position to choose from; null if there is none. */
  view = $state.raw<View | null>(null);
  #work: Promise<unknown> = Promise.resolve();

  constructor(readonly session: Session) {}

  /**
   * The position after these own moves with the others passing, for choosing premoves; null if passing is
   * impossible.
   */
  premoves(opening: Opening, moves: readonly string[]): Promise<void> {
    return this.#do(async () => {
      let view = await this.session.open(opening);
      for (let at = 0; at <= moves.length; at++) {
        const position = await this.session.passed();
        if (position === null) return null;
        view = await this.session.open({ ...opening, position });
        const move = moves[at];
        if (move !== undefined) ({ view } = await this.session.play(move));
      }
      return view;
    });
  }

  /** A line from a position, for all seats. */
  line(opening: Opening, moves: readonly string[]): Promise<void> {
    return this.#do(() => this.session.open({ ...opening, moves: [...moves] }));
  }

  clear(): void {
    void this.#do(() => Promise.resolve(null));
  }
  end(): void {
    this.session.free();
  }

  /** Runs tasks one after another; a rules error leaves no position. */
  #do(work: () => Promise<View | null>): Promise<void> {
    const done = this.#work.then(async () => {
      this.view = await work().catch(() => null);
    });
    this.#work = done;
    return done;
  }
}
