// Drills: the goal is shown before, during and after the game, followed by the next drill.

import { expect } from "@playwright/test";
import { expectApart, WINDOWS } from "./sizes";
import { FINGER, MOUSE, outcomeOf, test } from "./play";

test("a drill shows its goal before, during and after the game", FINGER, async ({ page, hand }) => {
  await page.goto("/squadro/puzzles");
  const drill = page.locator("section").filter({ hasText: "Drill: beat the best defence" });
  const goal = drill.getByText(/(Yellow|Red) can force a win within \d+ moves?\./);
  await expect(goal).toBeVisible();
  const first = await goal.innerText();
  // With this many positions a different goal appears soon; each proposal must load before the next is
  // requested.
  await expect(async () => {
    await drill.getByRole("button", { name: "New position" }).click();
    await expect(drill).toHaveAttribute("aria-busy", "false");
    expect(await goal.innerText()).not.toBe(first);
  }).toPass();
  const words = await goal.innerText();
  const [, seat, plies] = /(Yellow|Red) can force a win within (\d+)/.exec(words)!;
  await drill.getByRole("button", { name: "Start drill" }).click();
  await expect(page).toHaveURL(/\/g\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^Goal: win within ${plies} moves?$`));
  await hand.ready();
  const game = page.url();
  // Stored with the game.
  await page.reload();
  await hand.ready();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Goal: win");

  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  const outcome = outcomeOf(page);
  const missed = new RegExp(`Goal missed: ${seat} could have won within ${plies} moves?\\.`);
  await expect(outcome).toContainText(missed);
  await page.getByRole("button", { name: "Retry drill" }).click();
  await expect(page).not.toHaveURL(game);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^Goal: win within ${plies} moves?$`));
  await hand.ready();

  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Goal missed");
  await expect(page.getByRole("button", { name: "Retry drill" })).toBeVisible();
});

test("a drill that is won has met its goal, and the next one starts", FINGER, async ({ page, hand }) => {
  // One move before the end of Squadro: the fourth piece comes home.
  const goal = { kind: "win", plies: 1, puzzle: "1-0" };
  await page.addInitScript((goal) => {
    const seats = [
      { kind: "person", name: "" },
      { kind: "computer", level: 10 },
    ];
    const game = {
      ...{ version: 2, id: "drill", revision: 1, opening: { game: "squadro", position: "ccc90/66600 y" }, moves: [] },
      ...{ seats, clock: null, left: [], readings: [], offBoard: null, toAct: 0, places: null },
      series: { previous: null, next: null, number: 1, score: [0, 0] },
      ...{ takeBackAllowed: true, takeBacks: 0, turnBoard: false, thinkingTime: 100, created: 1, changed: 1, goal },
    };
    localStorage.setItem("ludoteca.game.drill", JSON.stringify(game));
  }, goal);
  await page.goto("/g/drill");
  await hand.ready();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Goal: win within 1 move");
  await page.locator("[role=gridcell]").first().focus();
  await page.keyboard.press("4");
  const outcome = outcomeOf(page);
  await expect(outcome).toContainText("Goal met: you won in 1 move. Best play takes 1 at most.");
  await outcome.getByRole("button", { name: "Next drill" }).click();
  await expect(page).not.toHaveURL(/drill$/);
  await hand.ready();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Goal: win within \d+ moves$/);
});

// This test sets its own window sizes.
test("the goal of a running drill is visible at every size", MOUSE, async ({ page, hand }) => {
  await page.goto("/number-one/puzzles");
  const drill = page.locator("section").filter({ hasText: "Drill: survive" });
  await expect(drill).toContainText(/(Blue|Orange) can finish first within \d+ moves/);
  await drill.getByRole("button", { name: "Start drill" }).click();
  await hand.ready();
  for (const { width, height } of WINDOWS) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Goal: survive and finish first");
    await expectApart(page, { heading: "h1", board: ".table > .board", button: ".top .button" });
  }
});
