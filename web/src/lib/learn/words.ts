// The words of the tutorials, apart from those of the page: they are fetched only by who learns.

import type { GameId } from "$lib/engine/types";
import type { Language } from "$lib/i18n/words.svelte";

export interface StepWords {
  title: string;
  /** What the whole game is played for; said at the first step. */
  goal?: string;
  /** What there is to know, and what is asked. */
  text: string;
  /** When it is done; none where there is nothing to do. */
  done?: string;
}
export type LearnWords = Record<GameId, Record<string, StepWords>>;

const LOADERS = import.meta.glob<LearnWords>("../i18n/*/learn.ts", { import: "default" });

export const learnWords = (language: Language): Promise<LearnWords> => LOADERS[`../i18n/${language}/learn.ts`]!();
