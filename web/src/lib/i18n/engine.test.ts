// @vitest-environment node

import { initSync, Session, words } from "$wasm/rules.js";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Failure, Replayed, Word } from "$lib/engine/types";
import { sentence, type Engine } from "./fill";
import { engineWords, expectTypography, OTHERS } from "./languages.test-run";

const [en, de, fr, it] = ["en", "de", "fr", "it"].map(engineWords) as [Engine, Engine, Engine, Engine];

const MODULE = new URL("../../../../target/modules/rules_bg.wasm", import.meta.url);
/** Places of the engine's sentences that the page leaves out, such as what a reader of JSON says. */
const LEFT_OUT: Record<string, string[]> = {
  "move-syntax": ["{2}"],
  "position-syntax": ["{2}"],
  "record-json": ["{3}"],
  // Whose turn it is and whose piece that is, is plain to see.
  "squadro.not-your-turn": ["{0}", "{1}", "{2}"],
  "peak.not-your-piece": ["{0}", "{1}", "{2}"],
  "not-your-peg": ["{0}", "{1}", "{2}"],
};

/** Marks of moves as records have them, whatever stands before such signs in a language. */
const MARKS = "! ? !! ?? !? ?!";

let said: Map<string, string>;
let keys: string[];
beforeAll(() => {
  initSync({ module: readFileSync(MODULE) });
  const { ok } = JSON.parse(words()) as { ok: Word[] };
  const sentences = ok.filter(({ key }) => key !== "word");
  said = new Map(sentences.map(({ game, key, text }) => [game ? `${game}.${key}` : key, text]));
  // Words that stand in the places of sentences are told apart by themselves.
  keys = [...said.keys(), ...ok.filter(({ key }) => key === "word").map(({ text }) => `word.${text}`)];
});

test("the module names the words of its readers", () => {
  expect(keys).toContain("word.a piece, Y1 to Y5 or R1 to R5 (for example Y3)");
  expect(keys).toContain("word.the player to move (y or r)");
  expect(keys).toContain("word.')' to close the variation");
});

describe.each(OTHERS)("%s", (language) => {
  const engine = engineWords(language);

  test("has every sentence the engine can say, and no other", () => {
    expect(Object.keys(engine).sort()).toEqual(keys.sort());
  });

  test("has the places of the English sentence", () => {
    const places = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort();
    for (const [key, text] of said) {
      const english = places(text).filter((place) => !LEFT_OUT[key]?.includes(place));
      expect(places(engine[key] ?? ""), key).toEqual(english);
    }
  });

  test("keeps to its own typography", () => {
    for (const [key, words] of Object.entries(engine)) {
      const text = words.replace(` ${MARKS}`, "");
      expect(words.includes(MARKS), key).toBe(key.includes(MARKS));
      expectTypography(language, text, key);
      expect(text, key).not.toMatch(/\.$/);
    }
  });
});

test("the page's own English words have the places of the engine's", () => {
  const places = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort();
  for (const [key, text] of Object.entries(en)) {
    const whole = places(said.get(key) ?? "not said {9}").filter((place) => !LEFT_OUT[key]?.includes(place));
    expect(places(text), key).toEqual(whole);
    expect(text, key).not.toMatch(/'/);
  }
  // Players are not named by letters of the notation.
  for (const [key, text] of said) if (/player \{\d\}/.test(text)) expect(en, key).toHaveProperty([key]);
});

describe("faults of records", () => {
  /** The sentence a reader of this language sees. */
  const read = (record: string, engine: Engine, language: string) => {
    const session = new Session();
    const { ok, error } = JSON.parse(session.replay(record)) as { ok?: Replayed; error?: Failure };
    session.free();
    const names = { seat: (seat: number) => `<${seat}>`, cell: (name: string) => name };
    return sentence((error ?? ok?.faults[0])!, "squadro", engine, names, language);
  };

  test("are told in the person's language, with line and column, and notation as it stands", () => {
    const open = '[Game "squadro"]\n\n1. Y3 (R2';
    expect(read(open, de, "de")).toBe(
      "Partie 1, Zeile 3, Spalte 10: Erwartet wird „)“ am Ende der Variante, aber der Text ist zu Ende",
    );
    expect(read(open, fr, "fr")).toBe(
      "Partie 1, ligne 3, colonne 10\u00a0: il faut ici «\u00a0)\u00a0» pour fermer la variante, mais le texte s’arrête",
    );
    expect(read(open, it, "it")).toBe(
      "Partita 1, riga 3, colonna 10: qui ci vuole «)» per chiudere la variante, ma il testo è finito",
    );
    expect(read(open, {}, "en")).toBe("Game 1, line 3, column 10: expected ')' to close the variation, found the end");
    expect(read('[Game "squadro"]\n\n1. Y3 }', de, "de")).toMatch(/da steht aber „}“$/);
  });

  test("name the ply and the ruling of a move, and what a position should have", () => {
    const session = new Session();
    const { ok } = JSON.parse(session.replay('[Game "squadro"]\n\n1. Y3 R2 2. R2 *')) as { ok: Replayed };
    session.free();
    expect(ok.faults).toMatchObject([{ ply: 3, inVariation: false, move: "R2", ruling: "SQ-4" }]);
    expect(read('[Game "squadro"]\n\n1. Y3 R2 2. R2 *', de, "de")).toBe("Das ist ein Stein deines Gegners");
    expect(read('[Game "squadro"]\n[Position "00000/00000 x"]\n\n*', de, "de")).toBe(
      "Zeichen 13 der Stellung: Erwartet wird die Seite am Zug (y oder r)",
    );
  });
});
