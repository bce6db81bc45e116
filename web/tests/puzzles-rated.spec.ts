// Rated puzzles: users with an account are rated by the first attempt at each, and so is the puzzle.

import { expect, type Locator, type Page } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { FINGER, MOUSE, NO_PAGE, OFFLINE } from "./play";
import { ask, become, test, type Person } from "./people";

/** A valid account name, unique to this run. */
const called = (name: string): string => `${name}-${Math.random().toString(36).slice(2, 9)}`;

async function register(page: Page, name: string): Promise<Person> {
  await page.goto(NO_PAGE);
  const { user } = await ask<{ user: Person }>(page, "POST", "/accounts", { name, password: `${name} by the sea` });
  await page.evaluate((user) => localStorage.setItem("ludoteca.online", JSON.stringify(user)), user);
  return user;
}

interface Served {
  id: string;
  steps: number;
  line: string[];
  moves: { move: string; value: string; plies: number | null; accepted: boolean }[];
  standing: { rating: number; attempts: number; solved: number };
  tried: boolean | null;
}
const puzzle = (page: Page, id: string): Promise<Served> => ask(page, "GET", `/puzzles/peak/${id}`);
/** Three short puzzles after the first ones: each rated test has its own, because attempts change ratings. */
async function short(page: Page, after = 0): Promise<Served[]> {
  const { puzzles } = await ask<{ puzzles: { id: string }[] }>(page, "GET", "/puzzles/peak");
  const all: Served[] = [];
  for (const { id } of puzzles) {
    const one = await puzzle(page, id);
    if (one.steps === 1) all.push(one);
    if (all.length === after + 3) break;
  }
  return all.slice(after);
}
/** A jump: from, to. */
async function jump(page: Page, move: string): Promise<void> {
  for (const cell of move.split("-")) await page.locator(`[data-cell="${cell}"]`).press("Enter");
}
const says = (page: Page) => page.locator(".says");
async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/peak/puzzles/${id}`);
  await expect(page.getByRole("gridcell", { name: /available/ }).first()).toBeVisible();
}

test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem("ludoteca.settings", JSON.stringify({ confirm: "never", animation: "none", sound: false })),
  ),
);

test(
  "a puzzle is solved, both ratings change, the next is similar, and the profile shows it",
  FINGER,
  async ({ page, hasTouch }) => {
    const press = (what: Locator) => (hasTouch ? what.tap() : what.click());
    const ada = await register(page, called("Ada"));
    const [first, second, third] = await short(page);

    // Nothing tried yet.
    await page.goto("/peak/puzzles");
    await expect(page.getByText("No puzzle rating yet.")).toBeVisible();
    await expectNothingSeriousInAnyLook(page, "puzzles with an account");

    // Solved: the user gains, the puzzle loses.
    await open(page, first!.id);
    await expect(page.getByText(new RegExp(`· ${first!.standing.rating}`))).toBeVisible();
    await expect(says(page)).toContainText("Your first try is rated.");
    await jump(page, first!.line[0]!);
    await expect(says(page)).toContainText("Solved.");
    await expect(says(page)).toContainText(/You: 1\d\d\d\? ± \d+ \(\+\d+\)\. Puzzle: \d+\?? ± \d+ \(-\d+\)\./);
    const after = await puzzle(page, first!.id);
    expect(after.tried).toBe(true);
    // Other tests may try the same puzzle at the same time.
    expect(after.standing.attempts).toBeGreaterThan(first!.standing.attempts);
    await expectNothingSeriousInAnyLook(page, "a rated puzzle");

    // The next one was not tried before and has a similar rating.
    const next = page.getByRole("link", { name: "Next puzzle" });
    await press(next);
    await expect(page).not.toHaveURL(`/peak/puzzles/${first!.id}`);
    await expect(says(page)).toContainText("Your first try is rated.");

    // A mistake counts once too; later attempts do not.
    const wrong = second!.moves.find(({ accepted }) => !accepted)!;
    await open(page, second!.id);
    await expect(says(page)).toContainText("Your first try is rated.");
    await jump(page, wrong.move);
    await expect(says(page)).toContainText(/You: \d+\? ± \d+ \(-\d+\)\. Puzzle: \d+\?? ± \d+ \(\+\d+\)\./);
    await press(page.getByRole("button", { name: "Try again" }));
    await expect(page.getByRole("gridcell", { name: /available/ }).first()).toBeVisible();
    await jump(page, second!.line[0]!);
    await expect(says(page)).toContainText("Solved.");
    expect((await puzzle(page, second!.id)).tried).toBe(false);

    // Using a hint counts as a failure.
    await open(page, third!.id);
    await expect(says(page)).toContainText("Your first try is rated.");
    await press(page.getByRole("button", { name: "Hint" }));
    await expect(says(page)).toContainText(/You: \d+\? ± \d+ \(-\d+\)/);
    expect((await puzzle(page, third!.id)).tried).toBe(false);

    // A repeated attempt does not count, and says so.
    await open(page, first!.id);
    await expect(says(page)).toContainText("You’ve tried this one before, so it isn’t rated.");
    await jump(page, first!.line[0]!);
    await expect(says(page)).toContainText("Solved.");

    // The list shows the user's rating and links to a puzzle near it.
    await page.goto("/peak/puzzles");
    await expect(page.getByText("1 of 3", { exact: true })).toBeVisible();
    await press(page.getByRole("button", { name: "Puzzle near my rating" }));
    await expect(page).toHaveURL(/\/peak\/puzzles\/[\d-]+$/);
    await expect(says(page)).toContainText("Your first try is rated.");

    await page.goto(`/@${ada.name}`);
    await expect(page.getByRole("heading", { name: "Puzzles" })).toBeVisible();
    await expect(page.getByRole("row", { name: /Peak .*1 of 3/ })).toBeVisible();
    await expect(page.getByRole("img", { name: /From 1500 to \d+ in 3 puzzles/ })).toBeVisible();
    await expectNothingSeriousInAnyLook(page, "profile with puzzles");

    // All ratings are still too uncertain for the list.
    await page.goto("/leaderboards");
    await page.getByLabel("Leaderboard").selectOption("Puzzles");
    await page.getByLabel("Game", { exact: true }).selectOption("Peak");
    await expect(page.getByText(/^No one here yet. Solve puzzles/)).toBeVisible();
    await expect(page.getByLabel("Speed")).toHaveCount(0);
  },
);

test.describe("with the service worker", () => {
  test.use(OFFLINE);

  test("guests solve unrated, and everything works offline", MOUSE, async ({ page, context }) => {
    await page.goto(NO_PAGE);
    await become(page, "Gil");
    const [first, second] = await short(page);
    await page.goto("/peak/puzzles");
    await expect(page.getByRole("link", { name: "Log in to get a puzzle rating." })).toBeVisible();
    await open(page, first!.id);
    await jump(page, first!.line[0]!);
    await expect(says(page)).toContainText("Solved.");
    await expect(says(page)).not.toContainText("You:");

    const ada = called("Ann");
    await register(page, ada);
    await page.goto("/peak/puzzles");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await open(page, second!.id);
    await jump(page, second!.line[0]!);
    await expect(says(page)).toContainText("Solved.");
    await context.setOffline(false);
    expect((await puzzle(page, second!.id)).tried).toBeNull();
  });
});

test("an attempt that did not reach the server is resent, and counts once", MOUSE, async ({ page, context }) => {
  await register(page, called("Eve"));
  const [first] = await short(page, 3);
  await open(page, first!.id);
  await expect(says(page)).toContainText("Your first try is rated.");
  await context.setOffline(true);
  await jump(page, first!.line[0]!);
  await expect(says(page)).toContainText("Couldn’t reach the server. Your result isn’t rated yet.");
  await context.setOffline(false);
  await says(page).getByRole("button", { name: "Try again" }).click();
  await expect(says(page)).toContainText(/You: \d+\? ± \d+ \(\+\d+\)/);
  expect((await puzzle(page, first!.id)).tried).toBe(true);
});
