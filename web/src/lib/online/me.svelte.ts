// Who this browser is to the server. Whoever plays others becomes a guest by that alone: no form, no
// password. The server knows them by a cookie that scripts cannot read; here is only what they are called.

import { api } from "./api";
import type { UserView } from "./types.gen";

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
  /** The server has said so since the page was loaded. */
  #sure = false;

  /** The server's word about who this is. */
  is(user: UserView | null): void {
    this.#sure = user !== null;
    if (user?.id === this.user?.id && user?.name === this.user?.name) return;
    this.user = user;
    try {
      if (user) localStorage.setItem(KEY, JSON.stringify(user));
      else localStorage.removeItem(KEY);
    } catch {
      // The cookie is what counts.
    }
  }

  /** Makes sure that the server knows who this is; a stranger becomes a guest. */
  async known(name: string): Promise<UserView> {
    if (!this.#sure) this.is((await api.me()).user);
    if (!this.user) this.is((await api.makeGuest(name.trim() || null)).user);
    return this.user!;
  }
}

export const me = new Me();
