// Actions outside the board (TB-1 to TB-6, NO-14): resigning, time, draws, aborting, taking back.

import { expect, type Page } from "@playwright/test";
import { begin, keepGame, outcomeOf, test } from "./play";

const says = (page: Page) => page.locator(".says");
const more = async (page: Page, what: string) => {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: what, exact: true }).click();
};
/** The record, as copied. */
async function record(page: Page): Promise<string> {
  await more(page, "Copy game");
  await expect(says(page)).toContainText("copied");
  return page.evaluate(() => navigator.clipboard.readText());
}

test("of four players one resigns out of turn and one runs out of time; the others play on, and the record can be imported", async ({
  page,
  hand,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await begin(page, "number-one", {
    players: 4,
    company: "Pass and play",
    terms: { Clock: "sudden-death", "Minutes per player": "10" },
  });
  // All set up, which is a first decision: before that, resigning would abort the game (TB-3).
  for (let seat = 0; seat < 4; seat++) await hand.move();
  await hand.move();
  // The first seat is in the middle of its turn; the third resigns.
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(says(page)).toContainText("Who resigns?");
  await says(page).getByRole("button", { name: "Green", exact: true }).click();
  await expect(says(page)).toContainText("Green resigns: place 4");
  await expect(page.locator(".player.turn")).toContainText("Blue");
  await hand.move();
  // Now the first seat runs out of time.
  await page.clock.fastForward("10:00");
  await expect(page.locator(".player.turn")).not.toContainText("Blue");
  await expect(outcomeOf(page)).toHaveCount(0);
  await expect(page.locator(".player.out")).toHaveCount(2);
  await page.reload();
  await expect(page.locator(".player.out")).toHaveCount(2);
  await hand.toEnd();
  await expect(outcomeOf(page).getByRole("heading")).toHaveText(/wins$/);
  const text = await record(page);
  expect(text).toMatch(/\sc:resigns\s/);
  expect(text).toMatch(/\sa:time\s/);
  expect(text).toMatch(/\[Result "[bd]>[bd]>a>c"\]/);
  expect(text).toContain('[Termination "normal"]');
  // Importing it gives the same whole game without errors.
  await page.goto("/import");
  await page.getByLabel("Game", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page).toHaveURL(/\/number-one\/analysis/);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.goto("/games");
  await expect(page.locator("li", { hasText: "imported" }).first()).toContainText(/wins|took|place/);
});

test("a draw is offered to a local player, who declines, and then accepts", async ({ page, hand }) => {
  await begin(page, "squadro", { company: "Pass and play" });
  await hand.move();
  await more(page, "Offer draw");
  await expect(says(page)).toContainText("Red offers a draw. Yellow, do you accept?");
  await says(page).getByRole("button", { name: "Decline" }).click();
  await expect(says(page)).toContainText("Yellow declined the draw.");
  // Once per turn.
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("button", { name: "Offer draw" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await hand.move();
  await more(page, "Offer draw");
  // An offer that is shown survives a reload.
  await expect(says(page)).toContainText("Yellow offers a draw. Red, do you accept?");
  await page.reload();
  await expect(says(page)).toContainText("Yellow offers a draw. Red, do you accept?");
  await says(page).getByRole("button", { name: "Accept" }).click();
  await expect(outcomeOf(page).getByRole("heading")).toHaveText("Draw");
  await expect(outcomeOf(page)).toContainText("Draw by agreement");
  await expect(outcomeOf(page).getByRole("link", { name: "Rule TB-4" })).toHaveAttribute("href", "/rules/table#TB-4");
});

test("the computer accepts a draw when it is losing", async ({ page }) => {
  const opening = { game: "squadro", position: "cccb0/00000 y" };
  await keepGame(page, "drawn", { opening });
  await page.goto("/g/drawn");
  await more(page, "Offer draw");
  await expect(outcomeOf(page)).toContainText("Draw by agreement");
});

test("a game is aborted before all have moved, and has no result", async ({ page, hand }) => {
  await begin(page, "peak", { company: "Pass and play" });
  await hand.move();
  await more(page, "Abort game");
  await expect(says(page)).toContainText("Abort this game?");
  await says(page).getByRole("button", { name: "Cancel" }).click();
  await more(page, "Abort game");
  await says(page).getByRole("button", { name: "Yes, abort" }).click();
  await expect(outcomeOf(page).getByRole("heading")).toHaveText("Aborted");
  await expect(page.getByRole("link", { name: "New game" }).first()).toBeVisible();
  await page.goto("/games");
  await expect(page.getByText("Aborted")).toBeVisible();
});

test("without a first decision a game with a clock is aborted", async ({ page }) => {
  await page.clock.install();
  await begin(page, "squadro", {
    company: "Pass and play",
    terms: { Clock: "per-turn", "Seconds per turn": "5" },
  });
  await page.clock.fastForward("00:31");
  await expect(outcomeOf(page).getByRole("heading")).toHaveText("Aborted");
  await expect(outcomeOf(page)).toContainText("didn’t make a first move in time");
});
