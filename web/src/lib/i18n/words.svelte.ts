// The words of the page in the language of the person. A language is a folder here, named by its code: its
// files are found, none is listed. English comes with the page, the others when they are wanted.

import type { Description, GameId, Seat, Sentence } from "$lib/engine/types";
import engineEn from "./en/engine";
import en, { type Key, type Words } from "./english";
import { fill, sentence, type Engine } from "./fill";
import { together, type Part } from "./parts";

export type { Key };
/** The code of a language, such as `de`: one of `LANGUAGES`. */
export type Language = string;

interface Loaded {
  language: Language;
  /** The browser's own form of it, such as `pt-PT`, which decides how numbers and dates are written. */
  locale: string;
  words: Words;
  engine: Engine;
}

const STORED = "ludoteca.language";
const OTHERS = import.meta.glob<Record<string, Part>>("./*/all.ts", { import: "default" });

const CODES = ["en", ...Object.keys(OTHERS).map((path) => path.split("/")[1]!)].sort();

/** The language's own name, which begins with a capital letter in lists. */
function ownName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The languages' own names by their codes. */
export const LANGUAGES: Readonly<Record<Language, string>> = Object.fromEntries(
  CODES.map((code) => [code, ownName(code)]),
);

/** The browser's languages, the best first, such as `pt-BR`. */
const tags = (): readonly string[] => (typeof navigator === "undefined" ? [] : navigator.languages);
const languageOf = (tag: string): Language => tag.toLowerCase().split("-")[0] ?? "";
const localeOf = (language: Language): string => tags().find((tag) => languageOf(tag) === language) ?? language;

// Most English sentences of the engine come with it.
const ENGLISH: Loaded = { language: "en", locale: localeOf("en"), words: { ...en } as Words, engine: engineEn };
let loaded = $state.raw<Loaded>(ENGLISH);

/** For English words that come later, together with the pages that need them. */
export const addEnglish = (words: Partial<Words>): void => void Object.assign(ENGLISH.words, words);

const isLanguage = (text: string): boolean => Object.hasOwn(LANGUAGES, text);

/** What the person chose on this device; null to follow the browser. */
function stored(): Language | null {
  try {
    const text = localStorage.getItem(STORED) ?? "";
    return isLanguage(text) ? text : null;
  } catch {
    return null;
  }
}

/** The first language of the browser's that there is. */
const preferred = (): Language => tags().map(languageOf).find(isLanguage) ?? "en";

let choice = $state<Language | null>(stored());
let latest: Language | null = null;

async function load(language: Language): Promise<void> {
  if (latest === language) return;
  latest = language;
  let next = ENGLISH;
  if (language !== "en") {
    try {
      next = { language, locale: localeOf(language), ...together(await OTHERS[`./${language}/all.ts`]!()) };
    } catch {
      // Not to be had now, for instance offline: English always is, and the choice stays for the next time.
      if (latest === language) latest = "en";
    }
  }
  // The user may have chosen again meanwhile.
  if (latest !== next.language) return;
  loaded = next;
  if (typeof document !== "undefined") document.documentElement.lang = next.language;
}

/** How numbers and dates are written, such as `pt-PT`. */
export const locale = (): string => loaded.locale;
/** The language shown now. */
export const language = (): Language => loaded.language;
/** What the person chose; null: the browser's language. */
export const languageChoice = (): Language | null => choice;

/** Shows the page in this language and keeps that on the device; null follows the browser. */
export function chooseLanguage(next: Language | null): Promise<void> {
  choice = next;
  try {
    if (next) localStorage.setItem(STORED, next);
    else localStorage.removeItem(STORED);
  } catch {
    // Storage full or forbidden: the choice holds until the page is left.
  }
  return load(next ?? preferred());
}

/**
 * Done when the words of the person's language are there: wait for it before the first drawing, or English
 * flashes up.
 */
export const ready: Promise<void> = load(stored() ?? preferred());

/** The words of a key, with arguments in their places. */
export function t(key: Key, ...args: (string | number)[]): string {
  return fill(loaded.words[key], args, loaded.locale);
}

/** Whether there are words for a key made up at run time, such as an option's. */
export const isKey = (key: string): key is Key => Object.hasOwn(ENGLISH.words, key);

/** The words of a key made up at run time; what it stands for where there are none. */
export const tOr = (key: string, otherwise: string): string => (isKey(key) ? t(key) : otherwise);

export const seatName = (game: GameId, seat: Seat): string => tOr(`seat.${game}.${seat}`, String(seat + 1));

/** A cell's name: the notation's, or Squadro's words for the ends of its tracks. */
export function cellName(name: string): string {
  const [track, end, ...rest] = name.split(" ");
  if (track === undefined || rest.length > 0) return name;
  return end === "start" ? t("cell.start", track) : end === "turn" ? t("cell.turn", track) : name;
}

/**
 * What the engine says, in the person's language: with a capital letter and no full stop. `seat` says what
 * players are called.
 */
export const say = (
  said: Sentence,
  game: GameId,
  seat: (seat: Seat) => string = (seat) => seatName(game, seat),
): string => sentence(said, game, loaded.engine, { seat, cell: cellName }, loaded.locale);

/** The same with the number of the ruling it rests on, where there is one. */
export const sayWhy = (said: Sentence, game: GameId): string =>
  say(said, game) + (said.ruling ? ` (${said.ruling})` : "");

/** All a move does, for a screen reader. */
export const spoken = (description: Description, game: GameId, seat?: (seat: Seat) => string): string =>
  description.events.map((event) => `${say(event, game, seat)}.`).join(" ");

/** A number as the language writes it. */
export const number = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(loaded.locale, options).format(value);

/** A day, and the time of day, as the language writes them. */
export const dateTime = (when: number | Date, options?: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(loaded.locale, options ?? { dateStyle: "medium", timeStyle: "short" }).format(when);

/** How long ago: "3 hours ago". */
export function ago(when: number | Date, now: number = Date.now()): string {
  const seconds = (new Date(when).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(loaded.locale, { numeric: "auto" });
  const UNITS = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, "second");
}

/** Several things as one: "A, B and C". */
export const list = (items: string[]): string => new Intl.ListFormat(loaded.locale).format(items);
