// The rules of the games and the table rules in all languages, loaded on demand. English is authoritative;
// the others are translations.

import type { Language } from "$lib/i18n/words.svelte";
import type { Rules } from "../../../plugins/rules";
import type { RulesName } from "./rulings";

export async function rulesIn(name: RulesName, language: Language): Promise<Rules> {
  const { PAGES } = await import("./rules-pages");
  const file = language === "en" ? `/rules/${name}.md` : `/rules/${language}/${name}.md`;
  const load = Object.entries(PAGES).find(([path]) => path.endsWith(file))?.[1];
  if (!load) throw new Error(file);
  return load();
}
