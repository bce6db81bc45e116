// Stepping through and replaying earlier positions of a game.

import type { Session } from "$lib/engine/rules";
import type { Description, View } from "$lib/engine/types";
import type { Replay } from "./types";

type Ask = <T>(ask: (session: Session) => Promise<T>) => Promise<T>;

export class GameHistory {
  /** The position shown; null: the current one. */
  view = $state.raw<View | null>(null);
  /** The ply that led to it; none at the beginning. */
  plies = $state.raw<Description[]>([]);
  replay = $state.raw<Replay | null>(null);
  #request = 0;

  /** Shows the position after `ply` plies of a game with `of` plies; `of` means the current position. */
  async at(ply: number, of: number, ask: Ask): Promise<void> {
    const request = ++this.#request;
    const to = Math.max(0, Math.min(ply, of));
    const view = to === of ? null : await ask((session) => session.viewAt(to));
    const plies = to > 0 ? [await ask((session) => session.describePly(to))] : [];
    // A later request wins, even if its answer came first.
    if (request !== this.#request) return;
    this.plies = plies;
    this.view = view;
  }

  /** Leaves history if it would show this many plies or more. */
  keepBefore(plies: number): void {
    if (this.view && this.view.played.length >= plies) this.view = null;
  }

  /** Shows positions from `begin` on, one after another, until interrupted. */
  async play(begin: number, end: number, pace: () => number, show: (ply: number) => Promise<void>): Promise<void> {
    for (let at = 0; ; at++) {
      const replay = (this.replay = { at, of: end - begin });
      await show(begin + at);
      await new Promise((resolve) => setTimeout(resolve, pace()));
      if (this.replay !== replay) return;
      if (this.view === null) break;
    }
    this.replay = null;
  }
}
