// Seeing what happens in a game: questions, the opponents' last turn, the end.

import { expect } from "@playwright/test";
import { test } from "./play";

test("a question stays until it is answered, whatever the computer plays", async ({ page }) => {
  await page.goto("/settings");
  await page.getByLabel("Thinking time at level 10").selectOption("3");
  await page.goto("/one-piece-for-two");
  await page.getByLabel("Strength").fill("10");
  await page.getByRole("group", { name: "Your side" }).getByText("Blue", { exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByText("is thinking")).toBeVisible();
  await page.getByRole("button", { name: "Resign" }).click();
  const question = page.getByText("Resign this game?");
  await expect(question).toBeVisible();
  await expect(page.locator("section td button")).toHaveCount(1);
  await expect(question).toBeVisible();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await expect(page.getByText("You resigned").first()).toBeVisible();
});
