// Somebody else is at this device from now on, or the same with an account.

import { kept } from "$lib/online/kept.svelte";
import { me } from "$lib/online/me.svelte";
import { refresh } from "$lib/online/mine";
import { rememberOwnName } from "$lib/online/own-name";
import type { UserView } from "$lib/online/types.gen";
import { live } from "$lib/ui/live.svelte";

class News {
  #told = $state.raw<{ text: string; of: string | undefined } | null>(null);

  /** What was just done; it outlives the page, which is made anew for somebody else. */
  get text(): string {
    return this.#told && this.#told.of === me.user?.id ? this.#told.text : "";
  }
  tell(text: string): void {
    this.#told = { text, of: me.user?.id };
    live.say(text);
  }
  clear(): void {
    this.#told = null;
  }
}
export const news = new News();

/** The page knows who it is now, and so does everything in it. */
export async function become(user: UserView | null, text: string): Promise<void> {
  if (user === null) forget();
  me.is(user);
  news.tell(text);
  // What is not known of the account yet is asked for by the page; nothing has gone wrong without it.
  await Promise.all([me.look(), user ? refresh() : null]).catch(() => undefined);
}

/** Nothing of whoever leaves stays on the device. */
function forget(): void {
  kept.keep([], Date.now());
  rememberOwnName("");
}
