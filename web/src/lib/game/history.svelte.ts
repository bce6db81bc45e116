// Earlier positions of a game, looked at one by one or replayed.

import type { Session } from "$lib/engine/rules";
import type { Description, View } from "$lib/engine/types";
import type { Replay } from "./types";

type Ask = <T>(ask: (session: Session) => Promise<T>) => Promise<T>;

export class GameHistory {
  /** The position that is looked at; null: the game as it stands. */
  view = $state.raw<View | null>(null);
  /** The ply that led to the position; none at the beginning. */
  plies = $state.raw<Description[]>([]);
  /** A replay that is under way. */
  replay = $state.raw<Replay | null>(null);

  /** Looks at the position after so many plies of a game that has `of`; all of them are the game itself. */
  async at(ply: number, of: number, ask: Ask): Promise<void> {
    const to = Math.max(0, Math.min(ply, of));
    const view = to === of ? null : await ask((session) => session.viewAt(to));
    this.plies = to > 0 ? [await ask((session) => session.describePly(to))] : [];
    this.view = view;
  }

  /** What is not before so many plies is the game itself. */
  keepBefore(plies: number): void {
    if (this.view && this.view.played.length >= plies) this.view = null;
  }

  /** Shows one position after the other, from `begin` on, until somebody wants something else. */
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
