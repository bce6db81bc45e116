// The first page: all four games visible in every window, and everything one tap away.

import { expect, type Page } from "@playwright/test";
import { FINGER, GAMES, MOUSE, OFFLINE, test } from "./play";
import { speak } from "./saved";

const SIZES = [
  [320, 568],
  [360, 740],
  [740, 360],
  [640, 400],
  [768, 1024],
  [1366, 650],
  [1920, 1080],
] as const;

/** The visible share of each board without scrolling, 0 to 1. */
const inSight = (page: Page): Promise<number[]> =>
  page.locator(".living").evaluateAll((all) =>
    all.map((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
    }),
  );

// This test sets its own window sizes.
test("all four boards and their names are visible in every window", MOUSE, async ({ page }) => {
  for (const language of ["en", "fr"]) {
    await speak(page, language);
    await page.goto("/");
    await expect(page.locator(".living svg").nth(GAMES.length - 1)).toBeAttached();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const size = `${language} ${width}x${height}`;
      expect([size, await inSight(page)]).toEqual([size, [1, 1, 1, 1]]);
      for (const name of await page.locator(".games .name").all()) await expect(name).toBeInViewport();
    }
  }
});

test("learning, rules, puzzles and analysis of each game are one tap away", FINGER, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto("/");
  for (const game of GAMES) {
    const item = page.locator(".games > li").nth(GAMES.indexOf(game));
    for (const [name, path] of [
      ["Learn", "learn"],
      ["Rules", "rules"],
      ["Puzzles", "puzzles"],
      ["Analysis", "analysis"],
    ] as const) {
      const link = item.getByRole("link", { name, exact: true });
      await expect(link).toHaveAttribute("href", `/${game}/${path}`);
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      // It is not covered.
      await link.tap({ trial: true });
    }
  }
  // A tap anywhere on a board opens that game.
  const board = (await page.locator(".living").nth(2).boundingBox())!;
  await page.touchscreen.tap(board.x + board.width / 2, board.y + board.height / 2);
  await expect(page).toHaveURL(/\/peak$/);
});

test.describe("with the service worker", () => {
  test.use(OFFLINE);

  test("the offline message appears once, and never under a finger", FINGER, async ({ page }) => {
    const message = page.getByText("now works offline");
    await page.goto("/");
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // The open page stays unchanged; the next one shows it.
    await expect(message).toHaveCount(0);
    await page.getByRole("link", { name: "My games" }).tap();
    await expect(message).toBeVisible();
    await page.getByRole("button", { name: "OK" }).tap();
    await expect(message).toHaveCount(0);
    await page.reload();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.getByRole("link", { name: "Ludoteca" }).tap();
    await expect(page.getByRole("link", { name: "Squadro", exact: true })).toBeVisible();
    await expect(message).toHaveCount(0);
  });
});
