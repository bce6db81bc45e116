// axe-core finds nothing serious on any page, in any of the looks.

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { begin, GAMES, test } from "./play";

/** What depends on colours; all else is the same in every look. */
const COLOURS = ["color-contrast", "link-in-text-block"];

async function expectNothingSerious(page: Page, where: string): Promise<void> {
  const found: string[] = [];
  for (const theme of ["light", "dark", "contrast"]) {
    // As the setting does it.
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    const axe = new AxeBuilder({ page });
    const { violations } = await (theme === "light" ? axe : axe.withRules(COLOURS)).analyze();
    for (const { id, impact, help, nodes } of violations)
      if (impact === "serious" || impact === "critical")
        found.push(`${where}, ${theme}: ${id}, ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`);
  }
  expect(found).toEqual([]);
}

test("every page", async ({ page }) => {
  for (const path of [
    "/",
    "/number-one",
    "/settings",
    "/games",
    "/squadro/rules",
    "/rules/table",
    "/nonsense",
    "/g/nonsense",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    if (path === "/number-one") await page.getByText("Clock and options").click();
    if (path.includes("rules")) await expect(page.locator("#SQ-1, #TB-1")).toBeVisible();
    await expectNothingSerious(page, path);
  }
});

for (const game of GAMES) {
  test(`a running game of ${game}`, async ({ page, hand }) => {
    await begin(page, game);
    await hand.move();
    await hand.ready();
    await expectNothingSerious(page, game);
  });
}

test("the dialogs of a game, and the list it is in", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.ready();
  await page.getByRole("button", { name: "More" }).click();
  await expectNothingSerious(page, "more");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expectNothingSerious(page, "keys");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resign" }).click();
  await expectNothingSerious(page, "resign?");
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await expect(page.getByRole("region", { name: "You lost" })).toBeVisible();
  await expectNothingSerious(page, "result");
  await page.goto("/games");
  await expectNothingSerious(page, "games");
});
