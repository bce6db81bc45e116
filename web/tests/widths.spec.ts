// No page scrolls sideways: on the smallest phone, and beside a 15-pixel scrollbar in a small window, in
// every language.

import { expect, type Page } from "@playwright/test";
import { LANGUAGES } from "./languages";
import { follow, GAMES, test } from "./play";
import { computer, keepGames, person, speak } from "./saved";
import { tooHigh, tooWide } from "./sizes";

const WIDTHS = [320, 345, 360];

/** Buttons with broken words: wider than allowed. */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main .button, main .row label, main nav a")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  );

test.describe("in small windows", () => {
  for (const language of LANGUAGES)
    test(`no page overflows, in ${language}`, async ({ page }) => {
      await speak(page, language);
      const name = "Maximiliane Aurelia-Sofie";
      await keepGames(page, [
        { id: "a", game: "squadro", seats: [person(), computer(10)] },
        { id: "b", game: "number-one", seats: [person(name), person(name), computer(3), computer(10)] },
        { id: "c", game: "peak", seats: [person(name), person(name)], places: [1, 2] },
        {
          ...{ id: "e", game: "squadro", seats: [person(name), computer(10)], moves: ["Y1", "R2", "Y3"], toAct: null },
          offBoard: { how: "resignation", seat: 0, places: [2, 1] },
        },
        { id: "d", game: "one-piece-for-two", seats: [person(), computer(3)], places: [1, 2] },
        { id: "f", game: "number-one", seats: [person(), computer(1), computer(1), computer(1)] },
      ]);
      const paths = ["/", "/games", "/online", "/settings", "/import", "/nonsense", "/g/nonsense"];
      for (const game of GAMES) paths.push(`/${game}`, `/${game}/editor`, `/${game}/rules`);
      // One of each other page, with the games that need the most room.
      paths.push("/one-piece-for-two/learn", "/rules/table", "/one-piece-for-two/puzzles", "/peak/puzzles/daily");
      paths.push("/number-one/analysis", "/g/a", "/g/b", "/g/f", "/g/e/report");
      await page.goto("/settings");
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      for (const path of paths) {
        await follow(page, path);
        await expect(page.getByRole("heading").first()).toBeAttached();
        const setUp = GAMES.some((game) => path === `/${game}`);
        if (setUp) await page.locator("summary").tap();
        if (path.includes("/rules")) await expect(page.locator("article h2").first()).toBeVisible();
        const running = /^\/g\/[abf]$/.test(path);
        if (running) await expect(page.getByRole("grid")).toBeVisible();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 640 });
          expect([path, width, await tooWide(page)]).toEqual([path, width, []]);
          expect([path, width, await broken(page)]).toEqual([path, width, []]);
          // A game does not scroll at all.
          if (running) expect([path, width, await tooHigh(page)]).toEqual([path, width, false]);
        }
        if (path !== "/number-one") continue;
        // With four players, and with a mix of people and computers.
        const groups = page.locator(".fields fieldset");
        for (const press of [
          () => groups.nth(0).locator("label").nth(2),
          () => groups.nth(1).locator("label").nth(2),
        ]) {
          await press().tap();
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 640 });
            expect([path, width, await tooWide(page)]).toEqual([path, width, []]);
          }
        }
      }
    });
});
