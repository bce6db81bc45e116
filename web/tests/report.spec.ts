// The report of a game, and retrying mistakes, by keyboard alone.

import { expect } from "@playwright/test";
import { expectNothingSerious } from "./axe";
import { begin, keepGame, test } from "./play";

/** A fully provable game: Yellow could win at once by Y4, plays Y5, and Red comes home first. */
const ENDING = { opening: { game: "squadro", position: "cccb0/cccb0 y" }, moves: ["Y5", "R4"], places: [2, 1] };
/** A game that takes a while to analyse. */
const LONG = {
  opening: { game: "squadro" },
  moves: "Y1 R1 Y2 R2 Y3 R3 Y4 R4 Y5 R5 Y1 R1 Y2 R2 Y3 R3 Y4 R4 Y5 R5".split(" "),
  places: null,
};

test("a proven win given away is found, named and retried by keyboard", async ({ page }) => {
  await keepGame(page, "ending", ENDING);
  await page.goto("/games");
  await page.getByRole("link", { name: "Game report: Squadro" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Game report");
  const fault = page.getByRole("button", { name: /Y5 \?\?/ });
  await expect(fault).toContainText("Blunder");
  await expect(fault).toContainText("proven");
  await expect(fault).toContainText("W in 1");
  await expect(fault).toContainText("Better: Y4");

  // The graph is a slider with values in words.
  const graph = page.getByRole("slider");
  await graph.press("Home");
  await expect(graph).toHaveAttribute("aria-valuetext", "At the start: proven win for Yellow");
  await graph.press("ArrowRight");
  await expect(graph).toHaveAttribute("aria-valuetext", "After 1. Y5, proven win for Red");
  await expectNothingSerious(page);

  await page.getByRole("button", { name: /^Learn from your mistakes/ }).press("Enter");
  const retry = page.getByRole("region", { name: "Learn from your mistakes" });
  await expect(retry).toContainText("Yellow played Y5. Find a better move.");
  const cell = retry.getByRole("gridcell").and(page.locator('[tabindex="0"]'));
  await cell.press("5");
  await expect(retry).toContainText("Y5 was played in the game. Try something else.");
  await cell.press("4");
  await expect(retry).toContainText("Y4 is the best move (proven");
  await expect(retry.getByRole("button", { name: "Next" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(retry).toContainText("You found 1 of 1.");
  await retry.getByRole("button", { name: "Back to report" }).last().press("Enter");
  await expect(retry).toBeHidden();
});

test("a stopped report resumes later with its results", async ({ page }) => {
  await keepGame(page, "long", LONG);
  await page.goto("/g/long/report");
  await expect(page.getByText(/^[3-9] of 21 positions/)).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  const text = await page.getByText(/of 21 positions analysed/).innerText();
  const done = Number(text.split(" ")[0]);
  expect(done).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByRole("progressbar")).toBeVisible();
  expect(Number(await page.getByRole("progressbar").getAttribute("value"))).toBeGreaterThanOrEqual(done);
  await expect(page.getByRole("button", { name: /^Deeper analysis/ })).toBeVisible({ timeout: 30_000 });
});

test("the end of a game links to its report, and a missing game says so", async ({ page, hand }) => {
  await begin(page, "one-piece-for-two");
  await hand.move();
  // The computer's reply would close the question.
  await hand.ready();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.getByRole("region", { name: "You lost" }).getByRole("link", { name: "Game report" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Game report");
  await expect(page.getByRole("heading", { name: "Accuracy" })).toBeVisible();
  await page.goto("/g/nonsense/report");
  await expect(page.getByRole("alert")).toContainText("nonsense");
});
