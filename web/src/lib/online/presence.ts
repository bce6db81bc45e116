// Presence of the players, as last reported by the server.

import type { Seat } from "$lib/engine/types";
import type { Presence } from "./connection.svelte";
import type { SeatView } from "./types.gen";

export class SeatPresence {
  #presence: Presence | null = null;
  #at = 0;

  /** `at` is the current time in milliseconds since 1970. */
  update(presence: Presence, at: number): void {
    this.#presence = presence;
    this.#at = at;
  }

  /** Presence messages arrive in order; a fetched game may be older. */
  at(seats: SeatView[]): SeatView[] {
    const { connected, vacation } = this.#presence ?? {};
    if (!connected) return seats;
    return seats.map((seat, index) => ({
      ...seat,
      connected: seat.level !== null || (connected[index] ?? false),
      ...(vacation ? { vacation: vacation[index] ?? null } : {}),
    }));
  }

  /** For how many milliseconds a seat's player has been away; 0 if connected. */
  absent(seat: Seat, now: number): number {
    if (!this.#presence || this.#presence.connected[seat]) return 0;
    return Math.max(1, (this.#presence.away_ms[seat] ?? 0) + now - this.#at);
  }
}
