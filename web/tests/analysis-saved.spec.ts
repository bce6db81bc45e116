// Analyses saved under a name: stored on this device, listed on My games, opened, changed, deleted and
// restored.

import { expect, type Page, test } from "@playwright/test";
import { expectNothing } from "./axe";

const LINK = "/squadro/analysis#1._Y3_R2_(1..._R5_~slower~)_2._Y1_R1";
const current = (page: Page) => page.locator("[aria-current=step]");

test("an analysis is saved, listed on My games and continued, and its deletion can be undone", async ({ page }) => {
  await page.goto(LINK);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("End");
  await expect(current(page)).toHaveText("R1");
  await page.getByRole("button", { name: "Save to My games" }).click();
  const dialog = page.getByRole("dialog", { name: "Save to My games" });
  await expect(dialog.getByLabel("Name")).toHaveValue(/^Squadro, /);
  await dialog.getByLabel("Name").fill("Slow beginnings");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved as “Slow beginnings” in My games.").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Slow beginnings");
  // Further changes are saved automatically.
  await page.keyboard.press("Home");
  await expect(current(page)).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(current(page)).toContainText("Y3");

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "My games" }).click();
  await expect(page.getByRole("heading", { name: "Saved analyses" })).toBeVisible();
  const row = page.getByRole("link", { name: /^Slow beginnings/ });
  await expect(row).toContainText("Squadro");
  await expect(row).toContainText("5 moves");
  await expectNothing(page);
  await row.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Slow beginnings");
  await expect(current(page)).toContainText("Y3");
  await expect(page.getByRole("group", { name: "Variation: instead of R2" })).toContainText("slower");
  await page.reload();
  await expect(current(page)).toContainText("Y3");

  await page.goto("/games");
  const bin = page.getByRole("button", { name: "Delete analysis Slow beginnings" });
  await bin.click();
  await expect(row).toHaveCount(0);
  await expect(page.locator("[role=status][aria-live]")).toContainText("Analysis “Slow beginnings” deleted.");
  const back = page.getByRole("button", { name: "Undo" });
  await expect(back).toBeFocused();
  await back.click();
  await expect(row).toBeVisible();
});

test("a missing analysis is reported as missing, also after an existing one", async ({ page }) => {
  await page.goto(LINK);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.evaluate(() => (location.hash = "#saved:nothing"));
  await expect(page.getByRole("alert")).toContainText(/^This analysis isn’t on this device/);
  await expect(page.getByRole("grid")).toHaveCount(0);
  // The old error does not hide a valid address afterwards.
  await page.evaluate(() => (location.hash = "#1._Y3"));
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
