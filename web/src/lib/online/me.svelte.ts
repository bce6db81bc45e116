// The current user. Visitors become guests when they first play online, without a form or password. A cookie
// that scripts cannot read identifies them; this module only knows their name.

import { api } from "./api";
import type { AccountView, UserView } from "./types.gen";

const KEY = "ludoteca.online";

function stored(): UserView | null {
  try {
    const { id, name } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<UserView>;
    return typeof id === "string" && typeof name === "string" ? { id, name } : null;
  } catch {
    return null;
  }
}

class Me {
  /** Null for visitors who have never played online here. */
  user = $state.raw<UserView | null>(stored());
  /** Null for guests; undefined until the server was asked. */
  account = $state.raw<AccountView | null | undefined>();
  /** Increases when the user changes, so that the page can be rebuilt. */
  turns = $state(0);
  /** Confirmed by the server since the page was loaded. */
  #sure = false;
  #listeners = new Set<() => void>();

  constructor() {
    // Another tab has logged in or out.
    if (typeof window !== "undefined")
      window.addEventListener("storage", ({ key }) => {
        if (key !== KEY && key !== null) return;
        this.#sure = false;
        this.#become(stored());
      });
  }

  /** Listens for user changes; returns an unsubscribe function. */
  changes(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sets the user as reported by the server. */
  is(user: UserView | null): void {
    this.#sure = user !== null;
    if (user?.id === this.user?.id && user?.name === this.user?.name) return;
    try {
      if (user) localStorage.setItem(KEY, JSON.stringify({ id: user.id, name: user.name }));
      else localStorage.removeItem(KEY);
    } catch {
      // The cookie is authoritative.
    }
    this.#become(user);
  }

  /** Requests the current user and account. Throws API errors. */
  async look(): Promise<void> {
    const { user, account } = await api.me();
    this.is(user);
    this.account = account ?? null;
  }

  /** Ensures an identity: a visitor becomes a guest. */
  async known(name: string): Promise<UserView> {
    if (!this.#sure) await this.look();
    if (!this.user) this.is((await api.createGuest(name.trim() || null)).user);
    return this.user!;
  }

  #become(user: UserView | null): void {
    const before = this.user?.id;
    this.user = user;
    if (before === user?.id) return;
    this.account = undefined;
    if (before !== undefined) this.turns++;
    for (const listener of this.#listeners) listener();
  }
}

export const me = new Me();
