// No page must be scrolled sideways: on the smallest phone, and beside a scrollbar that takes 15 points of a
// small one, in any language.

import { expect, type Page } from "@playwright/test";
import { GAMES, test } from "./play";
import { computer, keepGames, person, speak } from "./saved";

const WIDTHS = [320, 345, 360];

/** What sticks out to the right, named so that it can be found. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const out = [...document.querySelectorAll("main *, header *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !element.closest("svg, .unseen"),
    );
    const named = out.slice(0, 4).map((element) => element.outerHTML.slice(0, 120));
    return scrollWidth <= clientWidth ? [] : [`${scrollWidth} > ${clientWidth}`, ...named];
  });

/** Buttons whose words are broken in the middle: wider than they may be. */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main .button, main .row label, main nav a")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 120)),
  );

test.describe("in small windows", () => {
  test.skip(({ isMobile }) => !isMobile, "no desktop is as small");

  for (const language of ["en", "de", "fr", "it"])
    test(`nothing sticks out of any page, in ${language}`, async ({ page }) => {
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
      ]);
      const paths = ["/", "/games", "/settings", "/import", "/nonsense", "/g/nonsense"];
      for (const game of GAMES) paths.push(`/${game}`, `/${game}/editor`);
      // One of each of the other pages, with the games that need the most room.
      paths.push(
        "/one-piece-for-two/learn",
        "/number-one/rules",
        "/rules/table",
        "/one-piece-for-two/puzzles",
        "/peak/puzzles/daily",
      );
      paths.push("/number-one/analysis", "/g/a", "/g/b", "/g/e/report");
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole("heading").first()).toBeAttached();
        const setUp = GAMES.some((game) => path === `/${game}`);
        if (setUp) await page.locator("summary").tap();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 640 });
          expect([path, width, await tooWide(page)]).toEqual([path, width, []]);
          expect([path, width, await broken(page)]).toEqual([path, width, []]);
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
