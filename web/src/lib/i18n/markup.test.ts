// @vitest-environment node
// Words a person reads come from the languages' files: no component has any of its own.

import { readFileSync } from "node:fs";
import { parse, type AST } from "svelte/compiler";
import { expect, test } from "vitest";

/** The same in every language: the names of the site and of the games, signs of the notation. */
const ALLOWED = /\b(?:Ludoteca|Squadro|Number One|Peak|One Piece for Two|[SML])\b/g;
/** Attributes that are read out or shown. */
const READ = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "alt",
  "label",
  "placeholder",
  "title",
]);

const components = import.meta.glob("/src/**/*.svelte", { query: "?raw", import: "default" });

/** All words that stand in the markup itself. */
function wordsOf(source: string): string[] {
  const found: string[] = [];
  const look = (text: string) => {
    const words = text.trim();
    if (/\p{L}/u.test(words.replace(ALLOWED, ""))) found.push(words);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const part = node as AST.TemplateNode | { type: "Other" };
    if (part.type === "Text") return look(part.data);
    if (part.type === "StyleDirective") return;
    if (part.type === "Attribute") {
      const values = part.value === true ? [] : [part.value].flat();
      if (READ.has(part.name)) for (const value of values) if (value.type === "Text") look(value.data);
      return;
    }
    // Expressions are scripts; the texts in them are `t(…)`'s.
    for (const [key, value] of Object.entries(node)) if (key !== "expression" && key !== "metadata") visit(value);
  };
  visit(parse(source, { modern: true }).fragment);
  return found;
}

test("words in markup are found", () => {
  expect(wordsOf('<p title="Hello" class="x">{a} of <b>{t("x")}</b> 12</p>{#if a}<i>no</i>{/if}')).toEqual([
    "Hello",
    "of",
    "no",
  ]);
  expect(wordsOf('<p aria-label={t("x")} style:left="{a}px">{a} · {b}</p><style>p { color: red }</style>')).toEqual([]);
});

test.each(Object.keys(components).filter((path) => !path.startsWith("/src/dev/")))(
  "%s has no words of its own",
  (path) => {
    const source = readFileSync(new URL(`../../..${path}`, import.meta.url), "utf8");
    expect(wordsOf(source)).toEqual([]);
  },
);
