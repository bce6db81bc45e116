// The user's online games as last known, stored on this device so that lists appear at once and offline.
// `my-games.ts` refreshes them.

import { GAMES } from "$lib/engine/types";
import type { Summary } from "$lib/game/types";
import { me } from "./me.svelte";

const KEY = "ludoteca.online.games";

interface Stored {
  /** The owner: another user of this device does not see them. */
  of: string | null;
  /** When the server sent them. */
  at: number;
  games: Summary[];
}

const isSummary = (value: unknown): value is Summary => {
  const { id, game, seats, online } = (value ?? {}) as Partial<Summary>;
  return typeof id === "string" && !!game && GAMES.includes(game) && Array.isArray(seats) && !!online?.options;
};

const own = (): string | null => me.user?.id ?? null;

function stored(): Stored {
  try {
    const { of, at, games } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Record<keyof Stored, unknown>>;
    if (typeof at === "number" && Array.isArray(games))
      return { of: typeof of === "string" ? of : own(), at, games: games.filter(isSummary) };
  } catch {
    // Truncated or forbidden: the server's answer will replace it.
  }
  return { of: null, at: 0, games: [] };
}

class CachedGames {
  #stored = $state.raw<Stored>(stored());
  /** The last refresh failed, so the list may be outdated. */
  isOld = $state(false);

  get games(): Summary[] {
    return this.#isOwn ? this.#stored.games : [];
  }
  get at(): number {
    return this.#stored.at;
  }
  get #isOwn(): boolean {
    return this.#stored.of !== null && this.#stored.of === own();
  }

  keep(games: Summary[], at: number): void {
    this.#stored = { of: own(), at, games };
    this.isOld = false;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#stored));
    } catch {
      // Full or forbidden: kept in memory until the page closes.
    }
  }
}

export const cachedGames = new CachedGames();

/** A challenge the user has not accepted yet. */
export const isChallenge = ({ online, ending }: Summary): boolean =>
  online !== undefined && online.you === null && ending === null;
