// Whom one blocks, asked for once and kept while the page is open. What is shown changes when the server has
// said yes.

import { me } from "$lib/online/me.svelte";
import type { BlockView } from "$lib/online/types.gen";
import { peopleApi } from "./api";

class Blocked {
  /** The oldest first; null until the server was asked. */
  list = $state.raw<BlockView[] | null>(null);
  #of: string | undefined;

  has(id: string): boolean {
    return this.list?.some(({ user }) => user.id === id) ?? false;
  }

  /** Asks the server, once for each person at this device. Fails as the server's doors do. */
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
