// What this server allows: who may register, whether visitors play as guests, who may write.

import { ask } from "./api";
import type { SiteView } from "./types.gen";

class Site {
  /** Null until the server has said. */
  view = $state.raw<SiteView | null>(null);
  #form: Promise<void> | null = null;

  /** Visitors may play without an account; as long as nothing is known, the server decides. */
  get guests(): boolean {
    return this.view?.guests ?? true;
  }
  get registration(): SiteView["registration"] {
    return this.view?.registration ?? "open";
  }

  /** Asks the server, unless it has answered already. */
  load(): Promise<void> {
    if (this.view) return Promise.resolve();
    return this.again();
  }
  /** Asks the server again, after a change. */
  again(): Promise<void> {
    this.#form ??= ask<SiteView>("GET", "/site")
      .then(
        (view) => void (this.view = view),
        () => undefined,
      )
      .finally(() => (this.#form = null));
    return this.#form;
  }
}

export const site = new Site();
