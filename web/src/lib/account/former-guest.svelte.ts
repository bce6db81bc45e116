// The guest somebody was until they logged in, while they decide whether to take the games along. It is kept
// nowhere: the guest's token is a key.

import type { GuestBefore, SignedIn } from "$lib/online/types.gen";

class FormerGuest {
  #guest = $state.raw<(GuestBefore & { of: string }) | null>(null);

  /** Whoever has logged in was this guest. */
  was({ user, guest }: SignedIn): void {
    this.#guest = guest ? { ...guest, of: user.id } : null;
  }
  /** The guest of whoever is logged in now. */
  of(id: string | undefined): GuestBefore | null {
    return this.#guest && this.#guest.of === id ? this.#guest : null;
  }
  forget(): void {
    this.#guest = null;
  }
}
export const formerGuest = new FormerGuest();
