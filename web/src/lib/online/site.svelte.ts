// Site settings: who may register, whether guests may play, who may chat.

import { ask } from "./api";
import type { SiteView } from "./types.gen";

class Site {
  /** Null until it is loaded. */
  view = $state.raw<SiteView | null>(null);
  #loading: Promise<void> | null = null;

  /** Guests may play; until loaded, the server decides. */
  get guests(): boolean {
    return this.view?.guests ?? true;
  }
  get registration(): SiteView["registration"] {
    return this.view?.registration ?? "open";
  }

  /** Loads the settings once. */
  load(): Promise<void> {
    if (this.view) return Promise.resolve();
    return this.again();
  }
  /** Reloads the settings after a change. */
  again(): Promise<void> {
    this.#loading ??= ask<SiteView>("GET", "/site")
      .then(
        (view) => void (this.view = view),
        () => undefined,
      )
      .finally(() => (this.#loading = null));
    return this.#loading;
  }
}

export const site = new Site();
