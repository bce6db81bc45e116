// The guest a user was before logging in, while they decide whether to claim its games. Kept in memory only,
// because the guest's token is a credential.

import type { PreviousGuest, SignedIn } from "$lib/online/types.gen";

class FormerGuest {
  #guest = $state.raw<(PreviousGuest & { of: string }) | null>(null);

  /** Remembers the guest of a user who has just logged in. */
  was({ user, guest }: SignedIn): void {
    this.#guest = guest ? { ...guest, of: user.id } : null;
  }
  /** The former guest of this user. */
  of(id: string | undefined): PreviousGuest | null {
    return this.#guest && this.#guest.of === id ? this.#guest : null;
  }
  forget(): void {
    this.#guest = null;
  }
}
export const formerGuest = new FormerGuest();
