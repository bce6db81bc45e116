// The player's actions besides moving.

import { expect } from "@playwright/test";
import { begin, test } from "./play";

test("taking back says what it undoes and undoes it", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.ready();
  await expect(page.getByRole("button", { name: "nothing to take back" })).toBeDisabled();
  await hand.move();
  await hand.ready();
  await hand.move();
  const { plies } = await hand.ready();
  const moves = await hand.moves();
  // Back to before the player's last move, including the computer's reply.
  const own = moves[plies - 2]!;
  await page.getByRole("button", { name: `Take back: to before 2. ${own}`, exact: true }).click();
  await expect(page.locator("section td button")).toHaveCount(plies - 2);
  await expect(page.getByRole("button", { name: /Take back: to before 1\. / })).toBeEnabled();
  await hand.move();
});

test("resigning asks for confirmation and ends the game", async ({ page, hand }) => {
  await begin(page, "peak");
  // Until both have moved it would be aborted.
  await hand.move();
  await hand.ready();
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(page.getByText("Resign this game?")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Resign this game?")).toBeHidden();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  const result = page.getByRole("region", { name: "You lost" });
  await expect(result).toContainText("You resigned");
  await expect(page.getByRole("gridcell", { name: /available$/ })).toHaveCount(0);
  // It is still over after a reload.
  await page.reload();
  await expect(page.getByRole("main")).toContainText("You resigned");
});

test("a hint shows the piece, then the move", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.ready();
  const hint = page.getByRole("button", { name: "Hint" });
  await hint.click();
  await expect(page.locator(".marks .hint").first()).toBeVisible();
  await expect(page.locator(".says").getByText(/^Hint: /)).toBeHidden();
  await hint.click();
  const message = page.locator(".says").getByText(/^Hint: /);
  await expect(message).toBeVisible();
  // The suggested move can be played.
  const move = (await message.innerText()).replace("Hint: ", "").trim();
  await page.keyboard.press("c");
  await page.keyboard.type(move);
  await expect(page.getByText(`Press Enter to play ${move}`)).toBeVisible();
});

test("a computer that thinks for long moves on request", async ({ page, hand }) => {
  await page.goto("/settings");
  await page.getByLabel("Thinking time at level 10").selectOption("30");
  await page.goto("/one-piece-for-two");
  await page.getByLabel("Level").fill("10");
  await page.getByRole("group", { name: "You play" }).getByText("Blue", { exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByText("Red (computer, level 10) is thinking")).toBeVisible();
  await page.getByRole("button", { name: "Move now" }).click();
  await expect(page.locator("section td button")).toHaveCount(1);
  expect((await hand.ready()).plies).toBe(1);
});

test("the board can be flipped, and shown alone", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.ready();
  const near = page.locator(".near");
  await expect(near).toContainText("You");
  const name = await page.locator("[data-cell]").first().getAttribute("data-cell");
  const first = page.locator(`[data-cell="${name}"]`);
  const before = await first.boundingBox();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Flip board" }).click();
  await expect(near).toContainText("Computer");
  expect(await first.boundingBox()).not.toEqual(before);
  await page.keyboard.press("f");
  await expect(near).toContainText("You");

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Focus mode" }).click();
  await expect(page.getByRole("button", { name: "Resign" })).toBeHidden();
  await expect(page.getByRole("grid")).toBeVisible();
  await hand.move();
  await page.getByRole("button", { name: "Exit focus mode" }).click();
  await expect(page.getByRole("button", { name: "Resign" })).toBeVisible();
});

test("running out of time ends the game", async ({ page, hand }) => {
  await page.clock.install();
  await begin(page, "squadro", {
    company: "Pass and play",
    terms: { Clock: "per-turn", "Seconds per turn": "5" },
  });
  await hand.ready();
  await expect(page.locator(".near")).toContainText(/[0-5]\.\d|0:0[0-5]|00:0[0-5]/);
  await hand.move();
  await hand.move();
  // Both have made a decision, and Yellow's clock is running.
  await page.clock.fastForward("00:05");
  const result = page.getByRole("region", { name: "Red wins" });
  await expect(result).toContainText("Yellow lost on time");
  await expect(page.getByRole("button", { name: /take back/i })).toBeDisabled();
});

test("earlier positions can be viewed without leaving the game", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.move();
  const { plies } = await hand.ready();
  // After clicking the board, the usual keys step through the moves.
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".says").getByText(`Viewing move ${plies - 1} of ${plies}`)).toBeVisible();
  await page.keyboard.press("Home");
  await expect(page.locator(".says").getByText(`Viewing move 0 of ${plies}`)).toBeVisible();
  await expect(page.getByRole("gridcell", { name: /available$/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Back to the game" }).click();
  expect((await hand.ready()).plies).toBe(plies);
});
