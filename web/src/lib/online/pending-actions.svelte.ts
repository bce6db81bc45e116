// One's own actions that the server has not confirmed. They are sent again after every break, under the same
// name, so that they are done once; and they outlive the page.

import type { Action } from "$lib/engine/types";
import { me } from "./me.svelte";

export interface PendingAction {
  id: string;
  /** The number of the last event that was known. */
  seq: number;
  action: Action;
  tries: number;
}

export class PendingActions {
  #all = $state.raw<PendingAction[]>([]);

  constructor(private readonly game: string) {
    try {
      this.#all = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as PendingAction[];
    } catch {
      // Nothing is known to wait.
    }
  }

  /** Of whoever this is: the next at this device does nothing for them. */
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
  add(id: string, seq: number, action: Action): PendingAction {
    const waits = { id, seq, action, tries: 0 };
    this.#keep([...this.#all, waits]);
    return waits;
  }
  /** It is made on another number from now on. */
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
      // They still wait, for as long as the page is open.
    }
  }
}
