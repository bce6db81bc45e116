// The rules of the games in the languages of the page, fetched when they are wanted. English is the law; the others are translations of it.

import type { GameId } from "$lib/engine/types";
import type { Language } from "$lib/i18n/words.svelte";
import type { Rules } from "../../../plugins/rules";

const PAGES = import.meta.glob<{ default: Rules }>(["$rules/*.md", "$rules/*/*.md"]);

export async function rulesIn(game: GameId, language: Language): Promise<Rules> {
  const file = language === "en" ? `/rules/${game}.md` : `/rules/${language}/${game}.md`;
  const load = Object.entries(PAGES).find(([path]) => path.endsWith(file))?.[1];
  if (!load) throw new Error(file);
  return (await load()).default;
}
