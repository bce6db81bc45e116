// With a browser in another language the page uses it, and no English is left.

import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { learnOf, wordsOf } from "./languages";
import { FINGER, test } from "./play";
import { tooWide } from "./sizes";

const PHONES = { "es-ES": "es", "pt-BR": "pt" };

/** All visible and announced texts, one by one. */
const readable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest("script, style, noscript"))
        found.push(walker.currentNode.textContent ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
      for (const name of ["aria-label", "title", "placeholder", "alt"]) found.push(element.getAttribute(name) ?? "");
    return found.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => /\p{L}{2}/u.test(text));
  });

/** Whether a text matches one of these, with any arguments. */
function among(words: Readonly<Record<string, string>>): (text: string) => boolean {
  const patterns = Object.values(words)
    .filter((text) => /\p{L}{3}/u.test(text.replace(/\{[^}]*\}/g, "")))
    .map((text) =>
      text
        .split(/\{[^}]*\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        .join(".+"),
    );
  const one = new RegExp(`^(?:${patterns.join("|")})$`);
  return (text) => one.test(text);
}
const english = among(await wordsOf("en"));

for (const [locale, code] of Object.entries(PHONES)) {
  const [words, learn] = await Promise.all([wordsOf(code), learnOf(code)]);
  test.describe(`a phone in ${locale}`, FINGER, () => {
    test.use({ locale });
    const own = among(words);

    async function expectOwnLanguage(page: Page): Promise<void> {
      await expect(page.locator("html")).toHaveAttribute("lang", code);
      const texts = await readable(page);
      // Some texts are the same in both languages; finding none would mean nothing was checked.
      expect(texts.filter((text) => english(text) && !own(text))).toEqual([]);
      expect(texts.filter(own).length).toBeGreaterThan(3);
      expect(await tooWide(page)).toEqual([]);
    }

    test("shows the games, the rules and a lesson in its language, without English", async ({ page }) => {
      await page.goto("/");
      await expect(page.getByText(words["game.peak.line"])).toBeVisible();
      await expectOwnLanguage(page);

      await page.getByRole("link", { name: words["ui.rules"] }).nth(2).tap();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words["rules.title"].replace("{0}", "Peak"));
      const text = readFileSync(new URL(`../../docs/rules/${code}/peak.md`, import.meta.url), "utf8");
      const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
      await expect(page.locator(".rules h2")).toHaveText(parts);
      await expect(page.locator("#PK-7 mark")).toContainText(words["rules.ours"]);
      await expectOwnLanguage(page);

      await page.getByRole("link", { name: words["learn.link"] }).first().tap();
      await expect(page.locator("p.asked")).toContainText(learn.peak["jump"]!.text);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(learn.peak["jump"]!.title);
      await expect(page.getByRole("grid")).toBeVisible();
      await expectOwnLanguage(page);
    });

    test("plays, opens the menu and looks into the lobby, without English", async ({ page }) => {
      await page.goto("/number-one");
      await expectOwnLanguage(page);
      await page.getByRole("button", { name: words["new.play"], exact: true }).tap();
      await expect(page.getByText(words["next.small.touch"])).toBeVisible();
      await page.getByRole("button", { name: words["play.more"], exact: true }).tap();
      await expect(page.getByText(words["play.flip"])).toBeVisible();
      await expectOwnLanguage(page);
      await page.goto("/online");
      await expect(page.getByRole("heading", { name: words["lobby.seeks"] })).toBeVisible();
      await expectOwnLanguage(page);
    });
  });
}
