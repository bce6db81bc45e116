// Pairing preferences for games with strangers, stored on this device: rated or not, and the rating range.

import { me } from "./me.svelte";
import type { RatingRange } from "./types.gen";
import type { PairingTerms } from "./requests";

const KEY = "ludoteca.pairing";
export const RATED = ["if-possible", "rated", "unrated"] as const;
export type RatedChoice = (typeof RATED)[number];
export const LIMITS = { min: 0, max: 4000 };
const USUAL: RatingRange = { min: 1200, max: 1800 };

const isRating = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= LIMITS.min && (value as number) <= LIMITS.max;

interface Kept {
  rated: RatedChoice;
  /** Restrict opponents to these ratings. */
  only: boolean;
  range: RatingRange;
}

/** Reads stored preferences; invalid values use defaults. */
export function readPairing(text: string | null): Kept {
  const kept: Kept = { rated: "if-possible", only: false, range: { ...USUAL } };
  try {
    const { rated, only, range } = JSON.parse(text ?? "{}") as { rated?: unknown; only?: unknown; range?: unknown };
    if (RATED.includes(rated as RatedChoice)) kept.rated = rated as RatedChoice;
    const { min, max } = (range ?? {}) as { min?: unknown; max?: unknown };
    if (isRating(min) && isRating(max) && min <= max) kept.range = { min, max };
    kept.only = only === true;
  } catch {
    // Truncated or foreign data: use defaults.
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
      // Kept in memory until the page closes.
    }
  }
  /** The pairing fields of a seek; guests have no choice. */
  terms(): PairingTerms {
    if (!me.account) return { rated: null };
    const rated = this.rated === "if-possible" ? null : this.rated === "rated";
    const { min, max } = this.range;
    return { rated, ...(this.only ? { rating_range: { min: Math.min(min, max), max: Math.max(min, max) } } : {}) };
  }
}

export const pairing = new Pairing();
