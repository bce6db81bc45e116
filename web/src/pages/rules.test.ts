// @vitest-environment node

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GAMES } from "$lib/engine/types";
import { rulesOf } from "../../plugins/rules";

const source = (game: string) => readFileSync(new URL(`../../../docs/rules/${game}.md`, import.meta.url), "utf8");

test.each(GAMES)(
  "every ruling of %s has an anchor of its own, a title, and nothing the page's policy forbids",
  (game) => {
    const text = source(game);
    const { html, rulings } = rulesOf(text);
    const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
    expect(rulings.map(({ id }) => id)).toEqual(anchors);
    for (const { id, title } of rulings) {
      expect(title, id).not.toBe("");
      expect(html.split(`id="${id}"`), id).toHaveLength(2);
    }
    expect(html).not.toMatch(/ style=|<script|<h1|\*\*/);
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(anchors).toContain(id);
    const ours = text.match(/\*\*Our ruling[.:]?\*\*/g)?.length ?? 0;
    expect(html.match(/<mark class="ours">/g)?.length ?? 0).toBe(ours);
  },
);

test("a ruling ends where the next part of the page begins", () => {
  const { html, rulings } = rulesOf(
    '# G\n\n<a id="PK-1"></a>\n**PK-1 One.** First, see PK-2 and `PK-2`.\n\n## Part\n\n<a id="PK-2"></a>\n**PK-2 Two** is **Our ruling**.\n',
  );
  expect(rulings).toEqual([
    { id: "PK-1", title: "One", ours: false },
    { id: "PK-2", title: "Two", ours: true },
  ]);
  expect(html).toContain('First, see <a href="#PK-2">PK-2</a> and <code>PK-2</code>.</p>\n</div><h2>Part</h2>');
});
