// The user's actions not yet confirmed by the server. They are resent after every reconnect under the same
// id, so that they take effect once, and they survive a reload.

import type { PlayerAction } from "./types.gen";
import { me } from "./me.svelte";

export interface PendingAction {
  id: string;
  /** Sequence number of the last event known when it was made. */
  seq: number;
  action: PlayerAction;
  tries: number;
}

export class PendingActions {
  #all = $state.raw<PendingAction[]>([]);

  constructor(private readonly game: string) {
    try {
      this.#all = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as PendingAction[];
    } catch {
      // Nothing is pending.
    }
  }

  /** Keyed by user: the next user of this device must not send them. */
  get #key(): string {
    return `ludoteca.waiting.${me.user?.id ?? ""}.${this.game}`;
  }
  get count(): number {
    return this.#all.length;
  }
  all(): readonly PendingAction[] {
    return this.#all;
  }
  find(id: string): PendingAction | undefined {
    return this.#all.find((one) => one.id === id);
  }
  add(id: string, seq: number, action: PlayerAction): PendingAction {
    const waits = { id, seq, action, tries: 0 };
    this.#keep([...this.#all, waits]);
    return waits;
  }
  /** Rebases an action on another event number. */
  again(id: string, seq: number): void {
    this.#keep(this.#all.map((one) => (one.id === id ? { ...one, seq, tries: one.tries + 1 } : one)));
  }
  done(id: string): void {
    this.#keep(this.#all.filter((one) => one.id !== id));
  }

  #keep(all: PendingAction[]): void {
    this.#all = all;
    try {
      if (all.length > 0) sessionStorage.setItem(this.#key, JSON.stringify(all));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Kept in memory until the page closes.
    }
  }
}
