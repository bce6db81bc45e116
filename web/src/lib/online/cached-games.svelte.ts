// One's own games over the network as they were last known. They are kept on this device, so that lists show
// them at once, and without a network too; who asks the server is `mine.ts`.

import { GAMES } from "$lib/engine/types";
import type { Summary } from "$lib/game/types";
import { me } from "./me.svelte";

const KEY = "ludoteca.online.games";

interface Stored {
  /** Whose they are: the next at this device does not see them. */
  of: string | null;
  /** When the server said so. */
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
    // Cut short or forbidden: the server will say.
  }
  return { of: null, at: 0, games: [] };
}

class CachedGames {
  #stored = $state.raw<Stored>(stored());
  /** The server was asked and did not answer: it may have gone on. */
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
      // Full or forbidden: they are there until the page is closed.
    }
  }
}

export const cachedGames = new CachedGames();

/** One is challenged to it, and has not accepted yet. */
export const isChallenge = ({ online, ending }: Summary): boolean =>
  online !== undefined && online.you === null && ending === null;
