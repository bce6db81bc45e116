// Every language fits the smallest phone.

import { expect } from "@playwright/test";
import { LANGUAGES, wordsOf } from "./languages";
import { begin, GAMES, test } from "./play";
import { computer, keepGames, person, speak } from "./saved";
import { tooHigh, tooWide } from "./sizes";

const german = await wordsOf("de");
test("a language is used on every page once selected", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByLabel("Language").selectOption("de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(german["settings.title"]);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  // The choice is stored and applies to games too; the notation stays.
  await page.goto("/squadro");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("button", { name: german["new.play"], exact: true }).click();
  const grid = page.getByRole("grid");
  await expect(grid).toBeVisible();
  await expect(grid).not.toHaveAccessibleName(/Board of/);
  const cell = page.locator("[role=gridcell][data-cell]").first();
  await expect(cell).not.toHaveAttribute("aria-label", /empty|dots| piece/);
  await page.goto("/settings");
  await page.getByRole("combobox").first().selectOption("en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
});

test.describe("on the smallest phone", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const game of GAMES) {
    test(`${game}: nothing scrolls during a game, and everything is visible`, async ({ page, hand }) => {
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

for (const language of LANGUAGES)
  test(`Take back is shown with its whole label or only its icon, in ${language}`, async ({ page }) => {
    await speak(page, language);
    await keepGames(page, [{ id: "kept", game: "squadro", seats: [person(), computer(1)] }]);
    await page.goto("/g/kept");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const label = page.locator(".actions .label");
    /** Which of the icon and the words are visible: "whole", "hidden" or "cut". */
    const parts = () =>
      label.evaluate((label) => {
        const outer = label.getBoundingClientRect();
        return [...label.children].map((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          if (top >= outer.bottom - 0.5) return "hidden";
          const isInside = left >= outer.left - 0.5 && right <= outer.right + 0.5 && bottom <= outer.bottom + 0.5;
          return isInside ? "whole" : "cut";
        });
      });
    for (const [width, height] of [
      [320, 568],
      [360, 740],
      [640, 400],
      [900, 500],
      [900, 700],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(parts, `${width}x${height}`).toEqual(["whole", expect.stringMatching(/^(whole|hidden)$/)]);
      // The list of moves is beside the board here, so there is room.
      if (height === 700) expect(await parts(), `${width}x${height}`).toEqual(["whole", "whole"]);
    }
  });
