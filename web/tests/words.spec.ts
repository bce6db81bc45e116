// Four languages, and room for their words on the smallest phone.

import { expect, type Page } from "@playwright/test";
import { begin, GAMES, test } from "./play";

const LANGUAGES = {
  de: { settings: "Einstellungen", play: "Spielen" },
  fr: { settings: "Réglages", play: "Jouer" },
  it: { settings: "Impostazioni", play: "Gioca" },
} as const;

for (const [language, words] of Object.entries(LANGUAGES)) {
  test(`${language} is spoken on every page once it is chosen`, async ({ page }) => {
    await page.goto("/settings");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.getByLabel("Language").selectOption(language);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.settings);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    // It is kept, and a game speaks it too; its notation stays.
    await page.goto("/squadro");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await page.getByRole("button", { name: words.play, exact: true }).click();
    const grid = page.getByRole("grid");
    await expect(grid).toBeVisible();
    await expect(grid).not.toHaveAccessibleName(/Board of/);
    const cell = page.locator("[role=gridcell][data-cell]").first();
    await expect(cell).not.toHaveAttribute("aria-label", /empty|dots|piece of/);
    await page.goto("/settings");
    await page.getByRole("combobox").first().selectOption("en");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  });
}

/** What sticks out of the window to the right, named so that it can be found. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.querySelectorAll("main *, header *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [`${scrollWidth} > ${clientWidth}`, ...out.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))];
  });
const tooHigh = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight);

test.describe("on the smallest phone", () => {
  test.use({ viewport: { width: 320, height: 640 } });
  test.skip(({ isMobile }) => !isMobile, "no desktop is as small");

  for (const language of ["en", ...Object.keys(LANGUAGES)]) {
    test(`no page must be scrolled sideways, and no game at all, in ${language}`, async ({ page, hand }) => {
      await begin(page, "number-one", { players: 4 });
      await hand.ready();
      const running = new URL(page.url()).pathname;
      await page.goto("/settings");
      await page.getByLabel("Language").selectOption(language);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const paths = ["/", "/games", "/settings", "/rules/table", "/nonsense", running];
      for (const game of GAMES) paths.push(`/${game}`, `/${game}/rules`);
      for (const path of paths) {
        await page.goto(path);
        if (path === running) await expect(page.getByRole("grid")).toBeVisible();
        else if (path.includes("/rules")) await expect(page.locator("article h2").first()).toBeVisible();
        else if (GAMES.some((game) => path === `/${game}`)) await page.locator("summary").click();
        else await expect(page.getByRole("heading").first()).toBeAttached();
        expect([path, ...(await tooWide(page))]).toEqual([path]);
        if (path === running) expect(await tooHigh(page)).toBe(false);
      }
    });
  }

  for (const game of GAMES) {
    test(`${game}: nothing scrolls while it is played, and all is in sight`, async ({ page, hand }) => {
      await begin(page, game);
      await hand.ready();
      await hand.move();
      await hand.ready();
      expect(await tooWide(page)).toEqual([]);
      expect(await tooHigh(page)).toBe(false);
      for (const button of ["Hint", "Resign", "More"])
        await expect(page.getByRole("button", { name: button, exact: true })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("grid")).toBeInViewport({ ratio: 1 });
    });
  }
});
