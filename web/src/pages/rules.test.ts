// @vitest-environment node

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GAMES } from "$lib/engine/types";
import { rulingAddress } from "$lib/learn/rulings";
import { OURS, rulesOf } from "../../plugins/rules";

const source = (game: string, language = "en") =>
  readFileSync(
    new URL(`../../../docs/rules/${language === "en" ? "" : `${language}/`}${game}.md`, import.meta.url),
    "utf8",
  );
const LANGUAGES = ["en", "de", "fr", "it"];
const pages = [...GAMES, "table"].flatMap((game) => LANGUAGES.map((language) => ({ game, language })));
const whole = (text: string) =>
  rulesOf(text)
    .parts.map(({ html }) => html)
    .join("");

test.each(pages)(
  "every ruling of $game in $language has an anchor of its own, a title, and nothing the page's policy forbids",
  ({ game, language }) => {
    const text = source(game, language);
    const { parts, rulings } = rulesOf(text);
    const html = whole(text);
    const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
    expect(rulings.map(({ id }) => id)).toEqual(anchors);
    for (const { id, title } of rulings) {
      expect(title, id).toMatch(/^[^&<>]+$/);
      expect(
        parts.filter((part) => part.id === id),
        id,
      ).toHaveLength(1);
    }
    expect(html).not.toMatch(/ style=|<script|<h1|\*\*/);
    for (const [, address] of html.matchAll(/href="([^"]+)"/g)) {
      const [, page, id] = /^\/(?:rules\/)?([a-z-]+)(?:\/rules)?#([A-Z]{2}-\d+)$/.exec(address ?? "") ?? [];
      expect(source(page ?? "", language), address).toContain(`<a id="${id}"></a>`);
      expect(address).toBe(rulingAddress("squadro", id ?? ""));
    }
    const ours = text.match(new RegExp(`\\*\\*(${OURS.join("|")})[\u00a0.:]*\\*\\*`, "g"))?.length ?? 0;
    expect(html.match(/<mark class="ours">/g)?.length ?? 0).toBe(ours);
  },
);

/**
 * What a translation must have from the English text, in its order: code is the same in every language, so
 * are tables' widths.
 */
const bones = (text: string) => text.match(/<a id="[A-Z]{2}-\d+"><\/a>|`[^`\n]+`|^ {4}\S.*$|^\|[-| ]+\|$/gm)?.sort();

test.each(pages.filter(({ language }) => language !== "en"))(
  "$game in $language lacks no ruling, no mark of ours and no notation",
  ({ game, language }) => {
    const [english, translated] = [source(game), source(game, language)];
    const rulings = (text: string) => rulesOf(text).rulings.map(({ id, ours }) => [id, ours]);
    expect(rulings(translated)).toEqual(rulings(english));
    expect(bones(translated)).toEqual(bones(english));
    const marks = (text: string) => text.match(new RegExp(`\\*\\*(${OURS.join("|")})`, "g"))?.length;
    expect(marks(translated)).toBe(marks(english));
  },
);

test("a ruling ends where the next part of the page begins", () => {
  const { parts, rulings } = rulesOf(
    '# G\n\n<a id="PK-1"></a>\n**PK-1 One.** First, see PK-2 and `PK-2`.\n\n## Part\n\n<a id="PK-2"></a>\n**PK-2 Two** is **Our ruling**.\n',
  );
  expect(rulings).toEqual([
    { id: "PK-1", title: "One", ours: false },
    { id: "PK-2", title: "Two", ours: true },
  ]);
  expect(parts.map(({ id }) => id)).toEqual(["PK-1", null, "PK-2"]);
  expect(parts[0]?.html).toContain('First, see <a href="/peak/rules#PK-2">PK-2</a> and <code>PK-2</code>.</p>\n');
  expect(parts[1]?.html).toBe("<h2>Part</h2>\n");
});

test("rules lead to each other, whether a file does or not", () => {
  const [link] = rulesOf('<a id="NO-14"></a>\n**NO-14 Leaving.** See [TB-1](table.md#TB-1), TB-10 and NO-13.\n').parts;
  expect(link?.html.match(/<a (?!class).*?<\/a>/g)).toEqual([
    '<a href="/rules/table#TB-1">TB-1</a>',
    '<a href="/rules/table#TB-10">TB-10</a>',
    '<a href="/number-one/rules#NO-13">NO-13</a>',
  ]);
  for (const language of LANGUAGES) {
    expect(whole(source("table", language))).toContain('<a href="/number-one/rules#NO-14">NO-14</a>');
    expect(whole(source("number-one", language))).toContain('<a href="/rules/table#TB-1">TB-1</a>');
  }
});
