// The current user. Visitors become guests when they first play online, without a form or password. A cookie
// that scripts cannot read identifies them; this module only knows their name.

import { api } from "./api";
import type { AccountView, UserView } from "./types.gen";

const KEY = "ludoteca.online";

interface Stored {
  user: UserView | null;
  /** Null if the server was not asked. */
  member: boolean | null;
}
function stored(): Stored {
  try {
    const { id, name, member } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<UserView & Stored>;
    const user = typeof id === "string" && typeof name === "string" ? { id, name } : null;
    return { user, member: typeof member === "boolean" ? member : null };
  } catch {
    return { user: null, member: null };
  }
}

class Me {
  /** Null for visitors who have never played online here. */
  user = $state.raw<UserView | null>(stored().user);
  /** Null for guests; undefined until the server was asked. */
  account = $state.raw<AccountView | null | undefined>();
  /** Increases when the user changes, so that the page can be rebuilt. */
  turns = $state(0);
  #wasMember = $state(stored().member);
  /** Confirmed by the server since the page was loaded. */
  #sure = false;
  #listeners = new Set<() => void>();

  constructor() {
    // Another tab has logged in or out.
    if (typeof window !== "undefined")
      window.addEventListener("storage", ({ key }) => {
        if (key !== KEY && key !== null) return;
        this.#sure = false;
        const { user, member } = stored();
        this.#become(user, member);
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
    this.#become(user, null);
    this.#keep();
  }

  /** Whether the user has an account, as last known; null if unknown. */
  get isMember(): boolean | null {
    if (!this.user) return false;
    return this.account === undefined ? this.#wasMember : this.account !== null;
  }

  /** Requests the current user and account. Throws API errors. */
  async look(): Promise<void> {
    const { user, account } = await api.me();
    this.is(user);
    this.account = account ?? null;
    if (this.#wasMember === this.isMember) return;
    this.#wasMember = this.isMember;
    this.#keep();
  }

  /** Ensures an identity: a visitor becomes a guest. */
  async known(name: string): Promise<UserView> {
    if (!this.#sure) await this.look();
    if (!this.user) this.is((await api.createGuest(name.trim() || null)).user);
    return this.user!;
  }

  #keep(): void {
    const { user } = this;
    const kept = user && { id: user.id, name: user.name, ...(this.#wasMember !== null && { member: this.#wasMember }) };
    try {
      if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
      else localStorage.removeItem(KEY);
    } catch {
      // The cookie is authoritative.
    }
  }
  #become(user: UserView | null, wasMember: boolean | null): void {
    const before = this.user?.id;
    this.user = user;
    if (before === user?.id) return;
    this.account = undefined;
    this.#wasMember = wasMember;
    if (before !== undefined) this.turns++;
    for (const listener of this.#listeners) listener();
  }
}

export const me = new Me();
