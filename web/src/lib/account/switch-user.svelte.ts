// Switching to another user, or upgrading a guest to an account.

import { cachedGames } from "$lib/online/cached-games.svelte";
import { me } from "$lib/online/me.svelte";
import { refreshMyGames } from "$lib/online/my-games";
import { rememberOwnName } from "$lib/online/own-name";
import type { UserView } from "$lib/online/types.gen";
import { live } from "$lib/ui/live.svelte";

class StatusNote {
  #note = $state.raw<{ text: string; of: string | undefined } | null>(null);

  /** A confirmation that survives the page being rebuilt for the new user. */
  get text(): string {
    return this.#note && this.#note.of === me.user?.id ? this.#note.text : "";
  }
  tell(text: string): void {
    this.#note = { text, of: me.user?.id };
    live.say(text);
  }
  clear(): void {
    this.#note = null;
  }
}
export const statusNote = new StatusNote();

/** Makes this user the current one everywhere on the page. */
export async function switchUser(user: UserView | null, text: string): Promise<void> {
  if (user === null) forget();
  me.is(user);
  statusNote.tell(text);
  // Failure is harmless: the page loads missing account data when it needs it.
  await Promise.all([me.look(), user ? refreshMyGames() : null]).catch(() => undefined);
}

/** Removes the user's data from this device. */
function forget(): void {
  cachedGames.keep([], Date.now());
  rememberOwnName("");
}
