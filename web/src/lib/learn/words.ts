// Texts of the tutorials, separate from the page's because only learners need them.

import type { GameId } from "$lib/engine/types";
import type { Language } from "$lib/i18n/words.svelte";

export interface StepWords {
  title: string;
  /** The aim of the game; for the first step. */
  goal?: string;
  /** The explanation and the task. */
  text: string;
  /** Shown on completion; absent if there is no task. */
  done?: string;
}
export type LearnWords = Record<GameId, Record<string, StepWords>>;

const LOADERS = import.meta.glob<LearnWords>("../i18n/*/learn.ts", { import: "default" });

export const learnWords = (language: Language): Promise<LearnWords> => LOADERS[`../i18n/${language}/learn.ts`]!();
