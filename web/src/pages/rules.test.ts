// @vitest-environment node

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GAMES } from "$lib/engine/types";
import { rulesIn } from "$lib/learn/rules";
import { rulingAddress } from "$lib/learn/rulings";
import { LANGUAGES, pageWords } from "$lib/i18n/languages.test-run";
import { markIn, rulesOf } from "../../plugins/rules";

const RULES = new URL("../../../docs/rules/", import.meta.url);
const source = (game: string, language = "en") =>
  readFileSync(new URL(`${language === "en" ? "" : `${language}/`}${game}.md`, RULES), "utf8");
const mark = (language: string) => markIn(source("table", language));
const pages = [...GAMES, "table"].flatMap((game) => LANGUAGES.map((language) => ({ game, language })));
const whole = (game: string, language: string) =>
  rulesOf(source(game, language), mark(language))
    .parts.map(({ html }) => html)
    .join("");

test.each(pages)(
  "every ruling of $game in $language has its own anchor and a title, and nothing the content security policy forbids",
  ({ game, language }) => {
    const text = source(game, language);
    const { parts, rulings } = rulesOf(text, mark(language));
    const html = whole(game, language);
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
    const ours = text.match(new RegExp(`\\*\\*(${mark(language)})[\u00a0.:]*\\*\\*`, "g"))?.length ?? 0;
    expect(html.match(/<mark class="ours">/g)?.length ?? 0).toBe(ours);
  },
);

/**
 * The structure a translation must share with the English text: code and table widths are the same in every
 * language.
 */
const bones = (text: string) => text.match(/<a id="[A-Z]{2}-\d+"><\/a>|`[^`\n]+`|^ {4}\S.*$|^\|[-| ]+\|$/gm)?.sort();

test.each(pages.filter(({ language }) => language !== "en"))(
  "$game in $language lacks no ruling, anchor or notation",
  ({ game, language }) => {
    const [english, translated] = [source(game), source(game, language)];
    const rulings = (language: string) =>
      rulesOf(source(game, language), mark(language)).rulings.map(({ id, ours }) => [id, ours]);
    expect(rulings(language)).toEqual(rulings("en"));
    expect(bones(translated)).toEqual(bones(english));
    const marks = (text: string, language: string) => text.split(`**${mark(language)}`).length;
    expect(marks(translated, language)).toBe(marks(english, "en"));
  },
);

const pictures = (text: string) =>
  [...text.matchAll(/!\[([^\]]*)\]\((.+)\)/g)].map(([, alt, path]) => ({ alt, path: path! }));

test.each(pages)("the pictures of $game in $language are there, described, and the same as in English", (page) => {
  const text = source(page.game, page.language);
  const folder = new URL(page.language === "en" ? "./" : `${page.language}/`, RULES);
  const files = pictures(text).map(({ alt, path }) => {
    expect(alt, path).toMatch(/\S{3}/);
    expect(existsSync(new URL(path, folder)), path).toBe(true);
    return path.replace(/^.*\//, "");
  });
  expect(files).toEqual(pictures(source(page.game)).map(({ path }) => path.replace(/^.*\//, "")));
  expect(files.length > 0).toBe(page.game !== "table");
  const images = whole(page.game, page.language).match(/<img [^>]*>/g) ?? [];
  expect(images.map((image) => /src="pictures\/(.+?)"/.exec(image)?.[1])).toEqual(files);
});

test("a picture in the rules is a file of the build, with its size", async () => {
  const { rulings, parts } = await rulesIn("squadro", "de");
  expect(rulings).toHaveLength(10);
  const image = /<img src="([^"]+)" width="(\d+)" height="(\d+)" alt="[^"]+" loading="lazy">/.exec(parts[0]!.html);
  expect(image?.[1]).toMatch(/squadro.*\.svg/);
  expect([image?.[2], image?.[3]]).toEqual(["892", "912"]);
});

test.each(LANGUAGES)("terms are the same in the rules and on the page, in %s", (language) => {
  expect(mark(language)).toBe(pageWords(language)["rules.ours"]);
});

test("every folder of rules is a language of the page", () => {
  const folders = readdirSync(RULES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(["en", ...folders.map(({ name }) => name)].sort()).toEqual(LANGUAGES);
});

test("a ruling ends where the next section begins", () => {
  const { parts, rulings } = rulesOf(
    '# G\n\n<a id="PK-1"></a>\n**PK-1 One.** First, see PK-2 and `PK-2`.\n\n## Part\n\n<a id="PK-2"></a>\n**PK-2 Two** is **Our ruling**.\n',
    "Our ruling",
  );
  expect(rulings).toEqual([
    { id: "PK-1", title: "One", ours: false },
    { id: "PK-2", title: "Two", ours: true },
  ]);
  expect(parts.map(({ id }) => id)).toEqual(["PK-1", null, "PK-2"]);
  expect(parts[0]?.html).toContain('First, see <a href="/peak/rules#PK-2">PK-2</a> and <code>PK-2</code>.</p>\n');
  expect(parts[1]?.html).toBe("<h2>Part</h2>\n");
});

test("rules pages link to each other, whether or not the file does", () => {
  const [link] = rulesOf(
    '<a id="NO-14"></a>\n**NO-14 Leaving.** See [TB-1](table.md#TB-1), TB-10 and NO-13.\n',
    "",
  ).parts;
  expect(link?.html.match(/<a (?!class).*?<\/a>/g)).toEqual([
    '<a href="/rules/table#TB-1">TB-1</a>',
    '<a href="/rules/table#TB-10">TB-10</a>',
    '<a href="/number-one/rules#NO-13">NO-13</a>',
  ]);
  for (const language of LANGUAGES) {
    expect(whole("table", language)).toContain('<a href="/number-one/rules#NO-14">NO-14</a>');
    expect(whole("number-one", language)).toContain('<a href="/rules/table#TB-1">TB-1</a>');
  }
});
