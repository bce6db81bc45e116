// Resuming games: after a reload, in the middle of a turn, and several games at once.

import { expect, type Page } from "@playwright/test";
import { begin, test } from "./play";

/** The description of every cell. */
const cells = (page: Page): Promise<(string | null)[]> =>
  page.getByRole("gridcell").evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label")));

test("a game continues after a reload", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.move();
  await hand.move();
  const { plies } = await hand.ready();
  expect(plies).toBeGreaterThanOrEqual(4);
  const before = await cells(page);
  await page.reload();
  expect((await hand.ready()).plies).toBe(plies);
  expect(await cells(page)).toEqual(before);
  await hand.move();
  expect((await hand.ready()).plies).toBeGreaterThan(plies);
});

test("a turn of Number One continues after a reload, and can still be undone", async ({ page, hand }) => {
  await begin(page, "number-one");
  // Both set up their pegs; then one of the three moves.
  await hand.move();
  expect((await hand.ready()).plies).toBe(2);
  await hand.move();
  const moved = page.getByRole("gridcell", { name: /moved this turn/ });
  await expect(moved).toHaveCount(1);
  const before = await cells(page);
  const move = (await hand.moves()).at(-1);
  await page.reload();
  expect((await hand.ready()).plies).toBe(3);
  expect(await cells(page)).toEqual(before);
  await page.getByRole("button", { name: new RegExp(`Take back: to before \\d+\\. ${move}$`) }).click();
  await expect(moved).toHaveCount(0);
  expect((await hand.ready()).plies).toBe(2);
  await hand.move();
  await expect(moved).toHaveCount(1);
});

test("the computer's turn continues after a reload", async ({ page, hand }) => {
  await begin(page, "peak", { side: "Dark" });
  await page.reload();
  expect((await hand.ready()).plies).toBe(1);
});

test("several games at once, each where it was left", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.move();
  const squadro = (await hand.ready()).plies;
  const first = page.url();
  await begin(page, "peak");
  await hand.ready();

  await page.goto("/games");
  const running = page.getByRole("main").getByRole("listitem");
  await expect(running).toHaveCount(2);
  await expect(running.filter({ hasText: "Squadro" })).toContainText("your turn");
  await expect(running.filter({ hasText: "Squadro" })).toContainText(`${squadro} moves`);
  await expect(running.filter({ hasText: "Peak" })).toContainText("your turn");
  await running.filter({ hasText: "Squadro" }).getByRole("link").click();
  await expect(page).toHaveURL(first);
  expect((await hand.ready()).plies).toBe(squadro);

  // N opens the next waiting game; the first page shows both.
  await page.keyboard.press("n");
  await expect(page.getByRole("grid", { name: "Board of Peak" })).toBeVisible();
  await page.goto("/");
  const goOn = page.getByRole("region", { name: "Continue" });
  await expect(goOn.getByRole("link")).toHaveCount(2);

  // A deleted game can be restored.
  await page.goto("/games");
  await page.getByRole("button", { name: /^Delete Squadro/ }).click();
  await expect(running).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(running).toHaveCount(2);
});

test("the same game in two tabs stays one game", async ({ page, hand, context }) => {
  await begin(page, "squadro", { company: "Pass and play" });
  await hand.ready();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole("gridcell", { name: /available$/ }).first()).toBeVisible();
  await page.bringToFront();
  await hand.move();
  await expect(other.locator("section td button")).toHaveCount(1);
});
