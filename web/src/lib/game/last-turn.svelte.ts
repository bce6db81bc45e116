// What the last turn's plies did, for marks on the board and for announcing eliminations.

import type { Description, MoveEvent, View } from "$lib/engine/types";
import { lastTurnBegins } from "./turns";
import type { Holder } from "./types";

/** Events with which a seat leaves the game voluntarily or by rule. */
export const LEAVING: readonly string[] = ["resigns", "time-has-run-out", "is-absent"];
const DEPARTURES: readonly string[] = ["drops-out", "goes-out", ...LEAVING];
/** Pieces and seats a ply has removed. */
export const departuresOf = (ply: Description | undefined): MoveEvent[] =>
  ply?.events.filter(({ key }) => DEPARTURES.includes(key)) ?? [];

export class LastTurn {
  /** The number of plies before it. */
  begin = $state(0);
  /** Descriptions of its plies. */
  plies = $state.raw<Description[]>([]);
  /** Removals in it, or by the ply before it. */
  departures = $state.raw<MoveEvent[]>([]);
  /** The last ply removed something. */
  hasDeparture = false;
  #view: View | null = null;
  /** Cached descriptions by ply number. */
  #known = new Map<number, Description>();

  /** `describe` returns what a ply did, counted from 1. */
  constructor(private readonly describe: (ply: number) => Promise<Description>) {}

  /** Updates from the current game; `last` describes its last ply, null after a jump. */
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
      // The rules worker is down; the next move reports it.
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
