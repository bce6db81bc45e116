// axe-core finds nothing serious on any page, in any theme.

import { expect } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { begin, GAMES, test } from "./play";

test("every page", async ({ page }) => {
  for (const path of [
    "/",
    "/number-one",
    "/settings",
    "/games",
    "/online",
    "/squadro/rules",
    "/rules/table",
    "/nonsense",
    "/g/nonsense",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    if (path === "/number-one") await page.getByText("Clock and options").click();
    if (path.includes("rules")) await expect(page.locator("#SQ-1, #TB-1")).toBeVisible();
    await expectNothingSeriousInAnyLook(page, path);
  }
});

for (const game of GAMES) {
  test(`a running game of ${game}`, async ({ page, hand }) => {
    await begin(page, game);
    await hand.move();
    await hand.ready();
    await expectNothingSeriousInAnyLook(page, game);
  });
}

test("the dialogs of a game, and the list it is in", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.move();
  await hand.ready();
  await page.getByRole("button", { name: "More" }).click();
  await expectNothingSeriousInAnyLook(page, "more");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expectNothingSeriousInAnyLook(page, "keys");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resign" }).click();
  await expectNothingSeriousInAnyLook(page, "resign?");
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await expect(page.getByRole("region", { name: "You lost" })).toBeVisible();
  await expectNothingSeriousInAnyLook(page, "result");
  await page.goto("/games");
  await expectNothingSeriousInAnyLook(page, "games");
});
