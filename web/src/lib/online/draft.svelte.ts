// A board beside the game's own, to choose moves that are not to be made yet.

import type { Session } from "$lib/engine/rules";
import type { Opening, View } from "$lib/engine/types";

export class Draft {
  /** What can be chosen from; null while nothing can. */
  view = $state.raw<View | null>(null);
  #work: Promise<unknown> = Promise.resolve();

  constructor(readonly session: Session) {}

  /**
   * The position in which it is one's own turn, as if the others had passed, after these moves of one's own;
   * null where nobody can pass.
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

  /** A line from a position, whoever moves. */
  line(opening: Opening, moves: readonly string[]): Promise<void> {
    return this.#do(() => this.session.open({ ...opening, moves: [...moves] }));
  }

  clear(): void {
    void this.#do(() => Promise.resolve(null));
  }
  end(): void {
    this.session.free();
  }

  /** One after the other; what the rules do not know leaves nothing to choose from. */
  #do(work: () => Promise<View | null>): Promise<void> {
    const done = this.#work.then(async () => {
      this.view = await work().catch(() => null);
    });
    this.#work = done;
    return done;
  }
}
