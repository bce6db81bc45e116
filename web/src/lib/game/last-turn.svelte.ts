// What the plies of the last turn did, as the rules tell it: for the marks on the board, and for telling who
// has gone.

import type { Description, MoveEvent, View } from "$lib/engine/types";
import { lastTurnBegins } from "./turns";
import type { Holder } from "./types";

/** How a seat leaves the game of its own. */
export const LEAVING: readonly string[] = ["resigns", "time-has-run-out", "is-absent"];
const DEPARTURES: readonly string[] = ["drops-out", "goes-out", ...LEAVING];
/** What a ply has taken off the board, and who is out by it. */
export const departuresOf = (ply: Description | undefined): MoveEvent[] =>
  ply?.events.filter(({ key }) => DEPARTURES.includes(key)) ?? [];

export class LastTurn {
  /** The number of plies before it. */
  begin = $state(0);
  /** What its plies did. */
  plies = $state.raw<Description[]>([]);
  /** Who and what has left the board in it, or by the ply before it. */
  departures = $state.raw<MoveEvent[]>([]);
  /** The last ply has taken something off the board. */
  hasDeparture = false;
  #view: View | null = null;
  /** What is known already, by the number of the ply. */
  #known = new Map<number, Description>();

  /** `describe` asks the rules what a ply did, counted from 1. */
  constructor(private readonly describe: (ply: number) => Promise<Description>) {}

  /** Looks at a game as it stands now; `last` is what its last ply did, null after a leap. */
  async look(view: View, seats: readonly Holder[], last: Description | null = null): Promise<void> {
    this.#view = view;
    this.hasDeparture = departuresOf(last ?? undefined).length > 0;
    const { length } = view.played;
    if (last) this.#known.set(length, last);
    else this.#known.clear();
    const begin = lastTurnBegins(view, seats);
    try {
      const plies: Description[] = [];
      for (let ply = begin + 1; ply <= length; ply++) plies.push(await this.#ask(ply));
      const before = begin > 0 ? await this.#ask(begin) : undefined;
      if (this.#view !== view) return;
      this.begin = begin;
      this.plies = plies;
      this.departures = [before, ...plies].flatMap(departuresOf);
    } catch {
      // The rules are away; whoever plays the next move hears of it.
    }
  }

  async #ask(ply: number): Promise<Description> {
    const view = this.#view;
    const known = this.#known.get(ply);
    if (known) return known;
    const asked = await this.describe(ply);
    if (this.#view === view) this.#known.set(ply, asked);
    return asked;
  }
}
