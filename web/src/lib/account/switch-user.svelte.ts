// Somebody else is at this device from now on, or the same with an account.

import { cachedGames } from "$lib/online/cached-games.svelte";
import { me } from "$lib/online/me.svelte";
import { refreshMyGames } from "$lib/online/my-games";
import { rememberOwnName } from "$lib/online/own-name";
import type { UserView } from "$lib/online/types.gen";
import { live } from "$lib/ui/live.svelte";

class StatusNote {
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
export const statusNote = new StatusNote();

/** The page knows who it is now, and so does everything in it. */
export async function switchUser(user: UserView | null, text: string): Promise<void> {
  if (user === null) forget();
  me.is(user);
  statusNote.tell(text);
  // What is not known of the account yet is asked for by the page; nothing has gone wrong without it.
  await Promise.all([me.look(), user ? refreshMyGames() : null]).catch(() => undefined);
}

/** Nothing of whoever leaves stays on the device. */
function forget(): void {
  cachedGames.keep([], Date.now());
  rememberOwnName("");
}
