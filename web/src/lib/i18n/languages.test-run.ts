// For tests: every language there is, with all its words.

import { expect } from "vitest";
import type { LearnWords } from "$lib/learn/words";
import study from "./en/study";
import en, { type Words } from "./english";
import type { Engine } from "./fill";
import { together, type Part } from "./parts";

const ALL = import.meta.glob<Record<string, Part>>("./*/all.ts", { eager: true, import: "default" });
const ENGINES = import.meta.glob<Engine>("./*/engine.ts", { eager: true, import: "default" });
const LEARN = import.meta.glob<LearnWords>("./*/learn.ts", { eager: true, import: "default" });
const APART = import.meta.glob<Record<string, string>>("./*/apart/*.ts", { eager: true, import: "default" });
const FILES = Object.keys(import.meta.glob(["./*/*.ts", "./*/apart/*.ts"]));

/** The codes of all languages, by the folders alone. */
export const LANGUAGES = [...new Set(FILES.map((path) => path.split("/")[1]!))].sort();
export const OTHERS = LANGUAGES.filter((language) => language !== "en");

/** The files of a language's folder. */
export const filesOf = (language: string): string[] =>
  FILES.filter((path) => path.startsWith(`./${language}/`)).map((path) => path.split("/").slice(2).join("/"));

export const pageWords = (language: string): Words =>
  language === "en" ? { ...en, ...study } : together(ALL[`./${language}/all.ts`]!).words;
export const engineWords = (language: string): Engine => ENGINES[`./${language}/engine.ts`]!;
export const learnWords = (language: string): LearnWords => LEARN[`./${language}/learn.ts`]!;

/** The parts that are fetched with their pages, by their files. */
export const PARTS = filesOf("en").filter((file) => file.startsWith("apart/"));
export const partWords = (language: string, file: string): Record<string, string> => APART[`./${language}/${file}`]!;

/** Quotation marks of other languages, and blanks where the language has none. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  de: /[«»”]| [:;!?]/,
  es: /[“”„]| [:;!?]/,
  fr: /[“”„]|[^\u202f][;!?]|[^\u00a0]:|«[^\u00a0]|[^\u00a0]»/,
  it: /[“”„]| [:;!?]/,
  pt: /[«»„]| [:;!?]/,
};

/** Fails unless quotes, apostrophes and blanks are the language's own. */
export function expectTypography(language: string, text: string, where: string): void {
  expect(text, where).not.toMatch(/['"]|\.\.\.|^\s|\s$/);
  expect(text, where).not.toMatch(FOREIGN[language] ?? / [:;!?]/);
}
