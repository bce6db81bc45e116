// The user's block list, loaded once and cached while the page is open. It changes when the server has
// confirmed.

import { me } from "$lib/online/me.svelte";
import type { BlockView } from "$lib/online/types.gen";
import { peopleApi } from "./api";

class Blocked {
  /** Oldest first; null until loaded. */
  list = $state.raw<BlockView[] | null>(null);
  #of: string | undefined;

  has(id: string): boolean {
    return this.list?.some(({ user }) => user.id === id) ?? false;
  }

  /** Loads the list once per user. Throws API errors. */
  async load(): Promise<void> {
    const of = me.user?.id;
    if (this.list && this.#of === of) return;
    this.list = null;
    this.#of = of;
    if (of !== undefined) await this.#look();
  }

  async set(id: string, blocked: boolean): Promise<void> {
    await (blocked ? peopleApi.block(id) : peopleApi.unblock(id));
    await this.#look();
  }

  async #look(): Promise<void> {
    this.list = (await peopleApi.blocks()).blocks;
  }
}

export const blocked = new Blocked();
