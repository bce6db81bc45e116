import { afterAll, describe, expect, it, test, vi } from "vitest";
import type { Arg, Sentence } from "$lib/engine/types";
import {
  ago,
  cellName,
  chooseLanguage,
  language,
  languageChoice,
  LANGUAGES as NAMED,
  list,
  number,
  say,
  seatName,
  spoken,
  t,
} from ".";
import { Apart } from "./apart.svelte";
import { fill, sentence } from "./fill";
import { expectTypography, filesOf, LANGUAGES, OTHERS, pageWords, PARTS, partWords } from "./languages.test-run";

test("arguments take their places, counts choose their words, numbers are written as the language does", () => {
  expect(fill("{1} and {0}", ["a", "b"], "en")).toBe("b and a");
  expect(fill("{0} {0|move|moves}", [1], "en")).toBe("1 move");
  expect(fill("{0} {0|move|moves}", [0], "en")).toBe("0 moves");
  expect(fill("{0} {0|coup|coups}", [0], "fr")).toBe("0 coup");
  expect(fill("{0} Stellungen", [12345], "de")).toBe("12.345 Stellungen");
  expect(fill("{0}", ["{1}"], "en")).toBe("{1}");
});

test("languages are found by their folders, and each has a name", () => {
  expect(LANGUAGES).toEqual(expect.arrayContaining(["de", "en", "es", "fr", "it", "pt"]));
  expect(Object.keys(NAMED).sort()).toEqual(LANGUAGES);
  expect(new Set(Object.values(NAMED)).size).toBe(LANGUAGES.length);
});

test.each(OTHERS)("%s has the files of English, and all.ts", (language) => {
  expect(filesOf(language).sort()).toEqual([...filesOf("en"), "all.ts"].sort());
});

/** The words of the page, and those of each part that is fetched with its pages. */
const OF_PAGE = "the page";
const wordsOf = (language: string, part: string): Record<string, string> =>
  part === OF_PAGE ? pageWords(language) : partWords(language, part);
const ALL_PARTS = [OF_PAGE, ...PARTS];

describe.each(OTHERS.flatMap((language) => ALL_PARTS.map((part) => [language, part] as const)))(
  "%s, %s",
  (language, part) => {
    const words = wordsOf(language, part);
    const english = wordsOf("en", part);

    test("has every key, and no other", () => {
      expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    });

    test("has the places of the English words", () => {
      const places = (text: string) => [...new Set(text.match(/\{\d/g))].sort();
      for (const [key, text] of Object.entries(english)) expect(places(words[key]!), key).toEqual(places(text));
      // Nothing else stands in braces, and a choice has two words.
      for (const [key, text] of Object.entries(words))
        expect(text.replace(/\{\d(?:\|[^|{}]*\|[^|{}]*)?\}/g, ""), key).not.toMatch(/[{}|]/);
    });

    test("is translated", () => {
      const same = Object.entries(words).filter(([key, text]) => /\p{L}{4}/u.test(text) && text === english[key]);
      // Some words are the same in several languages: "Online", "Chat".
      expect(same.length, same.join("; ")).toBeLessThan(Object.keys(words).length / 25);
    });
  },
);

test.each(LANGUAGES)("quotes, apostrophes and spaces are those of %s", (language) => {
  for (const part of ALL_PARTS)
    for (const [key, text] of Object.entries(wordsOf(language, part)))
      expectTypography(language, text, `${key}: ${text}`);
});

const said = (key: string, args: Arg[], text: string): Sentence => ({ key, args, text });
const cell = (value: string): Arg => ({ kind: "cell", value });

test("sentences of the engine name seats in the person's words and cells in the notation", () => {
  const names = { seat: () => "Hell", cell: (name: string) => name };
  const jumps = said("jumps", [{ kind: "seat", value: 0 }, cell("a1"), cell("d4")], "light jumps from a1 to d4");
  expect(sentence(jumps, "peak", { jumps: "{0} springt von {1} nach {2}" }, names, "de")).toBe(
    "Hell springt von a1 nach d4",
  );
  expect(sentence(jumps, "peak", {}, names, "en")).toBe("Light jumps from a1 to d4");
  const empty = said("empty-space", [cell("a1")], "a1 is empty, there is nothing to jump with");
  expect(sentence(empty, "peak", {}, names, "en")).toBe(empty.text);
  expect(sentence(empty, "peak", { "peak.empty-space": "{0} ist leer" }, names, "de")).toBe("a1 ist leer");
});

test("another language is loaded, kept and shown; what it says changes at once", async () => {
  const runs = said(
    "runs",
    [{ kind: "piece", value: "Y1" }, cell("Y1 start"), cell("Y1/R3")],
    "Y1 runs from Y1 start to Y1/R3",
  );
  await chooseLanguage("de");
  expect([language(), languageChoice(), document.documentElement.lang]).toEqual(["de", "de", "de"]);
  expect(localStorage.getItem("ludoteca.language")).toBe("de");
  expect(t("play.resign")).toBe("Aufgeben");
  expect(seatName("squadro", 0)).toBe("Gelb");
  expect(cellName("Y1 turn")).toBe("Y1-Wende");
  expect(say(runs, "squadro")).toBe("Y1 läuft von Y1-Start nach Y1/R3");
  const event = { ...runs, seat: 0, path: [], over: [], piece: null, becomes: null };
  expect(spoken({ move: "Y1", seat: 0, events: [event, event], spoken: "" }, "squadro")).toBe(
    "Y1 läuft von Y1-Start nach Y1/R3. Y1 läuft von Y1-Start nach Y1/R3.",
  );
  expect(list(["A", "B", "C"])).toBe("A, B und C");
  expect(ago(0, 3 * 3_600_000)).toBe("vor 3 Stunden");
  // The last one chosen holds, however long each takes to load.
  await Promise.all([chooseLanguage("fr"), chooseLanguage("en")]);
  expect([language(), t("play.resign")]).toEqual(["en", "Resign"]);
  await chooseLanguage(null);
  expect(localStorage.getItem("ludoteca.language")).toBeNull();
});

test.each([
  [["es-MX", "en"], "es", "12,345.6", "0 jugadas"],
  [["es-ES"], "es", "12.345,6", "0 jugadas"],
  [["pt-BR", "en-US"], "pt", "12.345,6", "0 jogada"],
  [["pt-PT"], "pt", "12 345,6", "0 jogadas"],
  [["nl-NL", "de-AT"], "de", "12 345,6", "0 Züge"],
  [["nl"], "en", "12,345.6", "0 moves"],
])("a browser in %s is answered in %s, with numbers as they are written there", async (tags, code, written, none) => {
  const languages = vi.spyOn(navigator, "languages", "get").mockReturnValue(tags);
  // Another one first: what is shown already is not fetched again.
  await chooseLanguage("it");
  await chooseLanguage(null);
  expect([language(), document.documentElement.lang]).toEqual([code, code]);
  expect([number(12345.6).replace(/\s/g, " "), t("games.moves", 0)]).toEqual([written, none]);
  languages.mockRestore();
  await chooseLanguage("en");
});

afterAll(() => chooseLanguage("en"));

it("words apart from those of the page are fetched in the language shown, and again in another", async () => {
  const words = new Apart("account");
  await words.load();
  expect([words.t("log-in"), words.t("codes.left", 1)]).toEqual(["Log in", "1 recovery code left"]);
  await chooseLanguage("de");
  // Until they are there, nothing is empty.
  expect(words.t("log-in")).toBe("Log in");
  await words.load();
  expect([words.t("log-in"), words.has("log-out"), words.has("nothing")]).toEqual(["Anmelden", true, false]);
});
