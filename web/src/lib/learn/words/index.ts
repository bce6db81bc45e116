// The words of the tutorials, apart from those of the page: they are fetched only by who learns.

import type { GameId } from "$lib/engine/types";
import type { Language } from "$lib/i18n/words.svelte";

export interface StepWords {
  title: string;
  /** What there is to know, and what is asked. */
  text: string;
  /** When it is done; none where there is nothing to do. */
  done?: string;
}
export type LearnWords = Record<GameId, Record<string, StepWords>>;

const LOADERS: Record<Language, () => Promise<{ default: LearnWords }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  it: () => import("./it"),
};

export const learnWords = async (language: Language): Promise<LearnWords> => (await LOADERS[language]()).default;
