// Tutorials and puzzles at every size: task, board, feedback and buttons are all visible.

import { expect, type Page } from "@playwright/test";
import { LANGUAGES } from "./languages";
import { expectApart, WINDOWS } from "./sizes";
import { follow, GAMES, test } from "./play";

/** Everything that must be visible at once. */
const PARTS = {
  back: "main header a",
  heading: "h1",
  task: ".head > .task",
  board: ".place > .board",
  says: ".says > :not(.reserve)",
  button: ".do .button",
};

/** In tall windows the buttons for a carried piece take a row from the board. */
const HOLD = 30;

async function expectSeen(page: Page, carried = false): Promise<void> {
  for (const { board, ...size } of WINDOWS) {
    const least = board - (carried && size.height > size.width ? HOLD : 0);
    await page.setViewportSize(size);
    const parts = await expectApart(page, PARTS);
    const of = (name: string) => parts.filter((part) => part.name.startsWith(name));
    const where = `${size.width}x${size.height}`;
    expect(of("task"), where).toHaveLength(1);
    expect(of("board")[0]?.width, `${where}: the board's side`).toBeGreaterThanOrEqual(least);
    expect(of("button").length, where).toBeGreaterThan(0);
    for (const { height } of of("button")) expect(height, `${where}: buttons can be hit`).toBeGreaterThanOrEqual(44);
  }
}

async function open(page: Page, path: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(path);
  else await follow(page, path);
  await expect(page.getByRole("grid")).toBeVisible();
  // The texts have loaded.
  await expect(page.locator(".head > .task")).not.toContainText("…");
}

test.describe("all parts of a task are visible and do not overlap", () => {
  for (const language of LANGUAGES)
    test(`in steps with long texts, ${language}`, async ({ page }) => {
      await page.addInitScript((language) => localStorage.setItem("ludoteca.language", language), language);
      for (const step of ["squadro/learn/10", "number-one/learn/7", "one-piece-for-two/learn/8"]) {
        await open(page, `/${step}`);
        await expectSeen(page, step.startsWith("one-piece"));
      }
    });

  test("after a wrong move, a refusal, and the correct move", async ({ page }) => {
    await open(page, "/squadro/learn/1");
    const says = page.locator(".says");
    await page.locator("[role=gridcell]").first().focus();
    await page.keyboard.press("2");
    await expect(says).toContainText("not what we’re looking for");
    await expectSeen(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("[data-cell='R1 start']").click();
    await expect(says.getByRole("link", { name: /^Rule SQ-/ })).toBeVisible();
    await expectSeen(page);
    await page.locator("[role=gridcell]").first().focus();
    await page.keyboard.press("1");
    await expect(page.getByRole("link", { name: "Next" })).toBeFocused();
    // The refusal does not hide the new message.
    await expect(says).toContainText("Three dots, three spaces.");
    await expectSeen(page);
  });

  test("in puzzles, before and after a hint, and when a move is refuted", async ({ page }) => {
    for (const game of GAMES) {
      await open(page, `/${game}/puzzles/daily`);
      await expectSeen(page);
      await page.getByRole("button", { name: "Hint" }).click();
      await expect(page.locator(".says")).toContainText("Look at the mark");
      await expectSeen(page);
    }
    await open(page, "/squadro/puzzles/1-0");
    await page.locator("[role=gridcell]").first().focus();
    await page.keyboard.press("1");
    await expect(page.locator(".says")).toContainText("Red replies R4 and wins.");
    await expectSeen(page);
  });

  test("in the rules: the ruling in the address, its example, and the contents", async ({ page }) => {
    const ruling = page.locator("#PK-7");
    for (const { width, height } of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.goto("/peak/rules#PK-7");
      await expect(ruling).toBeInViewport();
      await expect(ruling.getByRole("img")).toBeVisible();
      await ruling.locator("figure").scrollIntoViewIfNeeded();
      await expectApart(page, { board: "#PK-7 figure .board:not(.board .board)", button: "#PK-7 figure button" });
      // The contents are open beside the text; above it, one click opens them.
      const link = page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: /^PK-2/ });
      if (width < 1000) await page.getByText("Contents", { exact: true }).click();
      await link.click();
      await expect(page).toHaveURL(/#PK-2$/);
      await expect(page.locator("#PK-2")).toBeInViewport();
      await page.goto("about:blank");
    }
  });
});
