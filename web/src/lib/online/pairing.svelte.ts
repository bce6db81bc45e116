// How one wants to be paired with strangers, kept on this device: for ratings or not, and with whom.

import { me } from "./me.svelte";
import type { RatingRange } from "./types.gen";
import type { PairingTerms } from "./requests";

const KEY = "ludoteca.pairing";
export const RATED = ["if-possible", "rated", "unrated"] as const;
export type RatedChoice = (typeof RATED)[number];
/** As the server takes them. */
export const LIMITS = { min: 0, max: 4000 };
const USUAL: RatingRange = { min: 1200, max: 1800 };

const isRating = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= LIMITS.min && (value as number) <= LIMITS.max;

interface Kept {
  rated: RatedChoice;
  /** Only opponents with these ratings. */
  only: boolean;
  range: RatingRange;
}

/** Reads what was kept; whatever does not fit takes its usual value. */
export function readPairing(text: string | null): Kept {
  const kept: Kept = { rated: "if-possible", only: false, range: { ...USUAL } };
  try {
    const { rated, only, range } = JSON.parse(text ?? "{}") as { rated?: unknown; only?: unknown; range?: unknown };
    if (RATED.includes(rated as RatedChoice)) kept.rated = rated as RatedChoice;
    const { min, max } = (range ?? {}) as { min?: unknown; max?: unknown };
    if (isRating(min) && isRating(max) && min <= max) kept.range = { min, max };
    kept.only = only === true;
  } catch {
    // Cut short or not ours: the usual choices are good ones.
  }
  return kept;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

class Pairing {
  #kept = $state.raw(readPairing(stored()));

  get rated(): RatedChoice {
    return this.#kept.rated;
  }
  get only(): boolean {
    return this.#kept.only;
  }
  get range(): RatingRange {
    return this.#kept.range;
  }
  choose(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // It holds until the page is closed.
    }
  }
  /** What a seek says of it; guests have no choice. */
  terms(): PairingTerms {
    if (!me.account) return { rated: null };
    const rated = this.rated === "if-possible" ? null : this.rated === "rated";
    const { min, max } = this.range;
    return { rated, ...(this.only ? { rating_range: { min: Math.min(min, max), max: Math.max(min, max) } } : {}) };
  }
}

export const pairing = new Pairing();
