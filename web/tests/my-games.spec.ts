// My games: list entries, their actions, and filters.

import { expect, type Page } from "@playwright/test";
import { test } from "./play";
import { computer, keepGames, person, type Kept } from "./saved";

const GAMES: readonly Kept[] = [
  { id: "going", game: "squadro", seats: [person(), computer(3)], moves: ["Y1", "R2"] },
  {
    ...{ id: "lost", game: "squadro", seats: [person(), computer(3)], moves: ["Y1", "R2", "Y3"], toAct: null },
    offBoard: { how: "resignation", seat: 0, places: [2, 1] },
  },
  { id: "friends", game: "peak", seats: [person("Anna"), person("Bert")] },
  {
    ...{ id: "mixed", game: "number-one", seats: [person("Anna"), computer(5), person("Cleo")], toAct: null },
    offBoard: { how: "resignation", seat: 2, places: [1, 1, 3] },
  },
];
const rows = (page: Page) => page.getByRole("main").getByRole("listitem");

test("each game shows its board, its players by colour, and its state", async ({ page }) => {
  await keepGames(page, GAMES);
  await page.goto("/games");
  await expect(rows(page)).toHaveCount(4);
  const lost = rows(page).filter({ hasText: "You lost" });
  await expect(lost).toContainText("Yellow: You");
  await expect(lost).toContainText("Red: Computer, level 3");
  // The board is drawn once it is visible.
  await lost.scrollIntoViewIfNeeded();
  await expect(lost.locator(".miniature svg").first()).toBeVisible();
  const mixed = rows(page).filter({ hasText: "Cleo" });
  await expect(mixed).toContainText("Computer, level 5");
});

test("report, analysis and rematch of a finished game have labelled buttons", async ({ page, hasTouch }) => {
  await keepGames(page, GAMES);
  const press = (name: string) => {
    const button = rows(page).filter({ hasText: "You lost" }).getByText(name, { exact: true });
    return hasTouch ? button.tap() : button.click();
  };
  await page.goto("/games");
  await press("Game report");
  await expect(page).toHaveURL(/\/g\/lost\/report$/);
  await page.goto("/games");
  await press("Analysis");
  await expect(page).toHaveURL(/\/squadro\/analysis/);
  await page.goto("/games");
  await press("Rematch");
  await expect(page).toHaveURL(/\/g\/(?!lost$)\w+$/);
  // Colours are swapped.
  await expect(page.locator(".near")).toContainText("Red");
  await expect(page.locator(".near")).toContainText("You");
});

test("the list can be filtered, and stays so after opening a game", async ({ page }) => {
  await keepGames(page, GAMES);
  await page.goto("/games");
  await page.getByLabel("Game", { exact: true }).selectOption("Squadro");
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel("Status", { exact: true }).selectOption("In progress");
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole("link").click();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel("Opponent", { exact: true }).selectOption("Anna");
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(4);
  for (const [opponent, count] of [
    ["Anna", 2],
    ["Computer, level 3", 2],
    ["Computer", 3],
    ["Pass and play", 1],
  ] as const) {
    await page.getByLabel("Opponent", { exact: true }).selectOption(opponent);
    await expect(rows(page)).toHaveCount(count);
  }
});

test("a deleted game still counts, and counts once when it is restored", async ({ page }) => {
  await keepGames(page, GAMES);
  await page.goto("/games");
  const record = page.getByRole("table", { name: "Squadro" });
  await expect(record).toContainText("Level 3 · Easy");
  await expect(record).toContainText("0 won and 1 lost");
  await rows(page)
    .filter({ hasText: "You lost" })
    .getByRole("button", { name: /^Delete Squadro/ })
    .click();
  await expect(rows(page)).toHaveCount(3);
  await expect(record).toContainText("0 won and 1 lost");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(record).toContainText("0 won and 1 lost");
});

test("an imported game keeps its players and is listed", async ({ page }) => {
  const record =
    '[Game "squadro"]\n[Date "2025.03.01"]\n[Yellow "Anna"]\n[Red "Computer, level 4"]\n[Result "0-1"]\n' +
    '[Termination "resignation"]\n\n1. Y3 R2 2. Y1 0-1';
  for (let times = 0; times < 2; times++) {
    await page.goto("/import");
    await page.getByLabel("Game").fill(record);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page).toHaveURL(/\/squadro\/analysis/);
  }
  await page.goto("/games");
  await expect(rows(page)).toHaveCount(1);
  for (const text of ["Anna", "Computer, level 4", "Red (computer, level 4) wins", "3 moves", "imported"])
    await expect(rows(page)).toContainText(text);
  // Other people's games do not count.
  await expect(page.getByText("My results against the computer")).toHaveCount(0);
  await rows(page).getByRole("link").first().click();
  await expect(page.getByRole("grid", { name: "Board of Squadro" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Anna");
  await expect(page.getByRole("main")).toContainText("resigned");
});
