// @vitest-environment node

import { initSync, Table, words } from "$wasm/rules.js";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { GAMES, type Typed, type Word } from "$lib/engine/types";
import de from "./engine.de";
import fr from "./engine.fr";
import it from "./engine.it";

const MODULE = new URL("../../../../target/modules/rules_bg.wasm", import.meta.url);
/** What stood there and, in positions, what should have, is said in English only: the translations leave it out. */
const LEFT_OUT: Record<string, string[]> = { "move-syntax": ["{2}"], "position-syntax": ["{1}", "{2}"] };

let said: Map<string, string>;
let expected: Set<string>;
beforeAll(() => {
  initSync({ module: readFileSync(MODULE) });
  const { ok } = JSON.parse(words()) as { ok: Word[] };
  said = new Map(ok.map(({ game, key, text }) => [game ? `${game}.${key}` : key, text]));
  expected = expectations();
});

/** Whatever a move in the notation may be expected to go on with, found by typing all sorts of things. */
function expectations(): Set<string> {
  const found = new Set<string>();
  const signs = ["", ..."YRSMLabf12>^-*x"];
  const ends = ["", "-", "-b", "-b1", "-b1x", ">-", ">-b", ">-b1", ">-b1>x", ">x", "*x"];
  for (const game of GAMES) {
    const table = new Table();
    table.open(JSON.stringify({ game }));
    for (const a of signs)
      for (const b of signs)
        for (const end of ends) {
          const { ok } = JSON.parse(table.typed(a + b + end)) as { ok: Typed };
          if (ok.failure?.key === "move-syntax") found.add(`move-syntax.${ok.failure.args[1]}`);
        }
    table.free();
  }
  return found;
}

describe.each(Object.entries({ de, fr, it }))("%s", (_, engine) => {
  test("has every sentence the engine can say, and no other", () => {
    const keys = [...said.keys(), ...expected];
    expect(Object.keys(engine).sort()).toEqual(keys.sort());
  });

  test("has the places of the English sentence", () => {
    const places = (text: string) => [...new Set(text.replaceAll("{@", "{").match(/\{\d\}/g))].sort();
    for (const [key, text] of said) {
      const english = places(text).filter((place) => !LEFT_OUT[key]?.includes(place));
      expect(places(engine[key] ?? ""), key).toEqual(english);
    }
  });

  test("names a seat where the English sentence does", () => {
    for (const [key, text] of Object.entries(engine)) {
      const english = said.get(key) ?? "";
      for (const [, place] of english.matchAll(/player (\{\d\})/g))
        expect(text, key).toContain(place?.replace("{", "{@"));
    }
  });

  test("keeps to its own typography", () => {
    for (const [key, text] of Object.entries(engine)) {
      expect(text, key).not.toMatch(/['"]|\.\.\.|\.$|^\s|\s$/);
      if (engine === fr) expect(text, key).not.toMatch(/[“”]|[^\u202f][;!?]|[^\u00a0]:|«[^\u00a0]|[^\u00a0]»/);
      else expect(text, key).not.toMatch(/ [:;!?]/);
    }
  });
});
