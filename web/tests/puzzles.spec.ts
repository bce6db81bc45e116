// Puzzles: all equally good moves are correct, mistakes are explained, the daily puzzle opens, and everything
// works by keyboard.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expectNothing } from "./axe";
import { OFFLINE } from "./play";
import { dailyOf, dayNumber } from "../src/lib/puzzles/selection";
import type { ProvenMove, Puzzle } from "../src/lib/puzzles/read";

// Only what these tests need: the page's parser has tests of its own.
function peak(): Puzzle[] {
  const path = fileURLToPath(new URL("../../data/puzzles/peak.txt", import.meta.url));
  return readFileSync(path, "utf8")
    .split("\n\n")
    .slice(1)
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(block)?.[1] ?? "";
      const listed = [...block.matchAll(/^(accept|refute) (\w+)(?: (\d+))?: (.*)$/gm)];
      const moves = listed.flatMap(([, kind, value, plies, moves]) =>
        moves!
          .split(" ")
          .map((move) => ({ move, value, plies: Number(plies), accepted: kind === "accept" }) as ProvenMove),
      );
      const [id, line] = [field("puzzle"), field("line").split(" ")];
      const [steps, grade] = [Number(field("steps")), Number(field("grade"))];
      return { id, line, steps, grade, moves } as Puzzle;
    });
}
const PUZZLES = peak();
const find = (is: (puzzle: Puzzle) => boolean): Puzzle => PUZZLES.find(is)!;
const right = (puzzle: Puzzle) => puzzle.moves.filter(({ accepted }) => accepted).map(({ move }) => move);

test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem("ludoteca.settings", JSON.stringify({ confirm: "never", animation: "none", sound: false })),
  ),
);

/** A jump by keyboard: from, to. */
async function jump(page: Page, move: string): Promise<void> {
  for (const cell of move.split("-")) await page.locator(`[data-cell="${cell}"]`).press("Enter");
}
/** The feedback beside the board. */
const says = (page: Page) => page.locator(".says");
async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/peak/puzzles/${id}`);
  await expect(page.getByRole("gridcell", { name: /available/ }).first()).toBeVisible();
}

test("a puzzle is solved by an equally good move, and stays solved", async ({ page }) => {
  const puzzle = find((puzzle) => puzzle.steps === 1 && right(puzzle).length > 1);
  const other = right(puzzle).find((move) => move !== puzzle.line[0])!;
  await open(page, puzzle.id);
  await jump(page, other);
  await expect(says(page)).toContainText("Solved.");
  // The proof lists every move.
  const proof = page.getByRole("region").or(page.locator("section")).filter({ hasText: "Every move, proven" });
  for (const { move } of puzzle.moves) await expect(proof.first()).toContainText(move);
  await expectNothing(page);
  await page.getByRole("link", { name: "Peak puzzles" }).click();
  const number = PUZZLES.indexOf(puzzle) + 1;
  await expect(page.getByRole("link", { name: `Puzzle ${number}, solved` })).toBeVisible();
  await expect(page.getByText(`1 of ${PUZZLES.length} solved`)).toBeVisible();
  await expectNothing(page);
});

test("a wrong move is refuted on the board, taken back by one tap, and the hint shows a correct one", async ({
  page,
}) => {
  // Two moves per side: proven quickly.
  const puzzle = find(({ moves }) =>
    moves.some(({ accepted, value, plies }) => !accepted && value === "loss" && plies === 4),
  );
  const { move: wrong } = puzzle.moves.find(
    ({ accepted, value, plies }) => !accepted && value === "loss" && plies === 4,
  )!;
  const position = () =>
    page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
  await open(page, puzzle.id);
  const before = await position();
  await jump(page, wrong);
  await expect(says(page)).toContainText(`${wrong} isn’t the move: it loses`);
  await expect(says(page)).toContainText(/(Light|Dark) replies [a-f]\d-[a-f]\d and wins\./);
  expect(await position()).not.toEqual(before);
  const answer = /replies (\S+)/.exec(await says(page).innerText())![1]!;
  await expect(page.getByRole("status")).toContainText(`replies ${answer} and wins.`);
  // The board waits, and the button that goes back has the focus.
  await expect(page.getByRole("gridcell", { name: /available/ })).toHaveCount(0);
  const back = page.getByRole("button", { name: "Try again" });
  await expect(back).toBeFocused();
  await back.click();
  await expect(says(page)).toHaveText("");
  await expect(page.getByRole("status")).toContainText(/to play and (win|draw)/);
  expect(await position()).toEqual(before);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("status")).toContainText("Look at the mark.");
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(says(page)).toContainText(`Hint: ${puzzle.line[0]}`);
  await expect(page.getByRole("status")).toContainText(`Hint: ${puzzle.line[0]}`);
  await jump(page, puzzle.line[0]!);
  await expect(says(page)).toContainText(/Solved\.|is correct/);
});

test.describe("with the service worker", () => {
  test.use(OFFLINE);

  test("the daily puzzle depends on the date, also offline", async ({ page, context }) => {
    const day = new Date(2026, 10, 15, 12);
    await page.clock.setFixedTime(day);
    await page.goto("/peak/puzzles");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await page.getByRole("link", { name: "Puzzle of the day" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Puzzle of Nov 15, 2026");
    const puzzle = dailyOf(PUZZLES, dayNumber(day))!;
    await expect(page.getByRole("gridcell", { name: /available/ }).first()).toBeVisible();
    await jump(page, puzzle.line[0]!);
    await expect(says(page)).toContainText(/Solved\.|is correct/);
  });
});

test("by keyboard alone, several moves deep, and on to the next", async ({ page }) => {
  const puzzle = find(({ steps, line }) => steps === 2 && line.length === 3);
  await page.goto("/peak/puzzles");
  const number = PUZZLES.indexOf(puzzle) + 1;
  await page.getByRole("link", { name: `Puzzle ${number}`, exact: true }).press("Enter");
  await expect(page).toHaveURL(`/peak/puzzles/${puzzle.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Puzzle ${number}`);
  await page.keyboard.press("b");
  await expect(page.locator("[role=gridcell]:focus")).toHaveCount(1);
  await jump(page, puzzle.line[0]!);
  await expect(page.getByText("Move 2 of 2")).toBeVisible();
  await expect(page.getByRole("gridcell", { name: /available/ }).first()).toBeVisible();
  await jump(page, puzzle.line[2]!);
  await expect(says(page)).toContainText("Solved.");
  await page.keyboard.press("u");
  await expect(page.getByText("Move 1 of 2")).toBeVisible();
  await page.keyboard.press("n");
  await expect(page).not.toHaveURL(`/peak/puzzles/${puzzle.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Puzzle \d+$/);
});

test("an unknown puzzle says so", async ({ page }) => {
  await page.goto("/peak/puzzles/9-999999");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Puzzle not found");
});

test("puzzle and day streaks count up, and a hint resets the puzzle streak", async ({ page }) => {
  // Two consecutive days with one-move puzzles.
  const puzzleOf = (day: Date) => dailyOf(PUZZLES, dayNumber(day))!;
  const dayAfter = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1, 12);
  let first = new Date(2026, 10, 1, 12);
  while (puzzleOf(first).steps > 1 || puzzleOf(dayAfter(first)).steps > 1) first = dayAfter(first);
  const inRow = page.locator("dl div").filter({ hasText: /^\s*Streak/ });
  const days = page.locator("dl div").filter({ hasText: "Daily streak" });
  const daily = page.getByRole("link", { name: "Puzzle of the day" });

  await page.clock.setFixedTime(first);
  await page.goto("/peak/puzzles");
  await expect(inRow).toContainText("0 (best 0)");
  await expect(days).toContainText("0 (best 0)");
  await daily.click();
  await expect(page.getByRole("gridcell", { name: /available/ }).first()).toBeVisible();
  await jump(page, puzzleOf(first).line[0]!);
  await expect(says(page)).toContainText("Streak: 1. Daily streak: 1 day.");
  await expect(page.getByRole("status")).toContainText("Streak: 1. Daily streak: 1 day.");

  await page.clock.setFixedTime(dayAfter(first));
  await page.goto("/peak/puzzles");
  await expect(days).toContainText("1 (best 1)");
  await expect(daily).not.toHaveAccessibleName(/Solved/);
  await daily.click();
  await expect(page.getByRole("gridcell", { name: /available/ }).first()).toBeVisible();
  await jump(page, puzzleOf(dayAfter(first)).line[0]!);
  await expect(says(page)).toContainText("Streak: 2. Daily streak: 2 days.");
  await page.getByRole("link", { name: "Peak puzzles" }).click();
  await expect(inRow).toContainText("2 (best 2)");
  await expect(daily).toHaveAccessibleName(/Solved/);

  // A hint ends the puzzle streak at once; the day streak stays.
  const other = find(
    ({ id, steps }) => steps === 1 && ![first, dayAfter(first)].some((day) => puzzleOf(day).id === id),
  );
  await open(page, other.id);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(says(page)).toContainText("Look at the mark.");
  await page.getByRole("link", { name: "Peak puzzles" }).click();
  await expect(inRow).toContainText("0 (best 2)");
  await expect(days).toContainText("2 (best 2)");
  // A missed day resets it.
  await page.clock.setFixedTime(dayAfter(dayAfter(dayAfter(first))));
  await page.reload();
  await expect(days).toContainText("0 (best 2)");
});

test("by touch, on a phone in either orientation: wrong, back, correct, and on to the next", async ({ page }) => {
  const puzzle = find(
    ({ steps, moves }) => steps === 1 && moves.some(({ value, plies }) => value === "loss" && plies === 4),
  );
  const { move: wrong } = puzzle.moves.find(({ value, plies }) => value === "loss" && plies === 4)!;
  const tap = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox())!;
    await page.touchscreen.tap(x + width / 2, y + height / 2);
  };
  const jumpByTouch = async (move: string) => {
    for (const cell of move.split("-")) await tap(page.locator(`[data-cell="${cell}"]`));
  };
  for (const size of [
    { width: 320, height: 568 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(size);
    await open(page, puzzle.id);
    await jumpByTouch(wrong);
    await expect(says(page)).toContainText(/replies \S+ and wins\./);
    await tap(page.getByRole("button", { name: "Try again" }));
    await expect(page.getByRole("gridcell", { name: /available/ }).first()).toBeVisible();
    await jumpByTouch(puzzle.line[0]!);
    await expect(says(page)).toContainText("Solved.");
    await tap(page.getByRole("link", { name: "Next puzzle" }));
    await expect(page).not.toHaveURL(`/peak/puzzles/${puzzle.id}`);
  }
});
