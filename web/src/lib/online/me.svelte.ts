// Who this browser is to the server. Whoever plays others becomes a guest by that alone: no form, no
// password. The server knows them by a cookie that scripts cannot read; here is only what they are called.

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
  /** Null for who has never played others here. */
  user = $state.raw<UserView | null>(stored());
  /** Null for guests; undefined until the server was asked. */
  account = $state.raw<AccountView | null | undefined>();
  /** Counts whenever somebody known has become somebody else, or nobody. */
  turns = $state(0);
  /** The server has said so since the page was loaded. */
  #sure = false;
  #listeners = new Set<() => void>();

  constructor() {
    // In another tab somebody has logged in or out.
    if (typeof window !== "undefined")
      window.addEventListener("storage", ({ key }) => {
        if (key !== KEY && key !== null) return;
        this.#sure = false;
        this.#become(stored());
      });
  }

  /** Tells whenever it is somebody else; answers with what ends that. */
  changes(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The server's word about who this is. */
  is(user: UserView | null): void {
    this.#sure = user !== null;
    if (user?.id === this.user?.id && user?.name === this.user?.name) return;
    try {
      if (user) localStorage.setItem(KEY, JSON.stringify({ id: user.id, name: user.name }));
      else localStorage.removeItem(KEY);
    } catch {
      // The cookie is what counts.
    }
    this.#become(user);
  }

  /** Asks the server who this is, and whether they have an account. Fails as the server's doors do. */
  async look(): Promise<void> {
    const { user, account } = await api.me();
    this.is(user);
    this.account = account ?? null;
  }

  /** Makes sure that the server knows who this is; a stranger becomes a guest. */
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
