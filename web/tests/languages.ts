// The languages of the page: the folders of i18n.

import { readdirSync } from "node:fs";
import type { Words } from "../src/lib/i18n/english";
import type { LearnWords } from "../src/lib/learn/words";

const FOLDER = new URL("../src/lib/i18n/", import.meta.url);
/** Files of a language's folder that are not page texts. */
const OTHER = ["all.ts", "apart", "engine.ts", "learn.ts"];

export const LANGUAGES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const imported = async <T>(file: string): Promise<T> =>
  ((await import(new URL(file, FOLDER).href)) as { default: T }).default;

/** All page texts of a language. */
export async function wordsOf(language: string): Promise<Words> {
  const files = readdirSync(new URL(language, FOLDER)).filter((file) => !OTHER.includes(file));
  const parts = await Promise.all(files.map((file) => imported<Partial<Words>>(`${language}/${file}`)));
  return Object.assign({}, ...parts) as Words;
}
export const learnOf = (language: string): Promise<LearnWords> => imported(`${language}/learn.ts`);
