// Learning: a tutorial by keyboard alone, the rules in another language, their examples, and the rule for the
// current move.

import { expect, type Page } from "@playwright/test";
import { expectNothingSerious } from "./axe";
import { wordsOf } from "./languages";
import { begin, OFFLINE, test } from "./play";
import { speak } from "./saved";

/** Presses Tab until the selected element is focused. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${selector}`);
}

/** Plays the piece of a track. */
async function play(page: Page, track: string): Promise<void> {
  await tabTo(page, "[role=gridcell]");
  await page.keyboard.press(track);
  await expect(page.getByRole("button", { name: "Show move" })).toBeHidden();
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Continues after a completed step: the link has the focus already. */
async function next(page: Page, step: number): Promise<void> {
  await expect(page.getByRole("link", { name: "Next" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/squadro/learn/${step}$`));
  await expect(page.locator("[role=gridcell]").first()).toBeAttached();
}

test("a tutorial is completed by keyboard alone, and the progress is stored", async ({ page }) => {
  await page.goto("/squadro");
  await tabTo(page, "a[href='/squadro/learn']");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/squadro\/learn\/1$/);
  await expect(title(page)).toHaveText("How far a piece goes");

  // A legal move that does not solve the task.
  await play(page, "2");
  await expect(page.locator(".says").getByText("not what we’re looking for")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("[role=gridcell][tabindex='0']")).toBeFocused();

  for (const [done, track] of ["1", "1", "2", "2", "3", "3", "2", "4", "1"].entries()) {
    await play(page, track);
    await next(page, done + 2);
  }

  // The last step is played against the engine, with a hint.
  await expect(page.getByText("Step 10 of 10")).toBeVisible();
  for (let plies = 0; plies < 3; plies++) {
    await expect(page.getByRole("button", { name: "Show move" })).toBeVisible();
    await tabTo(page, ".do button");
    await page.keyboard.press("Enter");
    // The move is demonstrated; Enter takes it back.
    await expect(page.getByRole("button", { name: "Try it yourself" })).toBeFocused();
    await page.keyboard.press("Enter");
    const shown = page.locator(".says").getByText(/^Try Y\d\.$/);
    await expect(shown).toBeVisible();
    const track = (await shown.innerText()).charAt(5);
    await play(page, track);
    if (await page.locator(".says").getByText("You’re ready to play").isVisible()) break;
    await expect(
      page.getByRole("button", { name: "Show move" }).or(page.locator(".says").getByText("You’re ready to play")),
    ).toBeVisible();
    if (await page.locator(".says").getByText("You’re ready to play").isVisible()) break;
  }
  await expect(page.locator(".says").getByText("You’re ready to play")).toBeVisible();
  await expect(page.getByRole("link", { name: "Puzzles" })).toHaveAttribute("href", "/squadro/puzzles");
  await expect(page.getByRole("button", { name: "Play level 1" })).toBeFocused();

  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("ludoteca.learn") ?? "{}") as object);
  expect(kept).toMatchObject({ squadro: expect.arrayContaining(["speed", "race"]) as unknown });

  // A game follows at once.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/g\//);
  await expect(page.getByText("Computer, level 1").first()).toBeVisible();
  await expect(page.getByRole("gridcell", { name: /available$/ }).first()).toBeVisible();
  // The game's page shows the progress.
  await page.goto("/squadro");
  await expect(page.getByRole("link", { name: "Learn in 5 minutes, all steps done" })).toBeVisible();
});

test("the page of a game shows the progress, and links to the daily puzzle", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("ludoteca.learn", JSON.stringify({ peak: ["jump", "choice"] })));
  await page.goto("/peak");
  const learn = page.getByRole("link", { name: "Learn in 5 minutes, 2 of 8 steps done" });
  await expect(learn).toContainText("2/8");
  await page.getByRole("link", { name: "Puzzle of the day" }).click();
  await expect(page).toHaveURL(/\/peak\/puzzles\/daily$/);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.goBack();
  await learn.click();
  await expect(page).toHaveURL(/\/peak\/learn\/3$/);
});

test("illegal moves are refused with the rules' reason and ruling", async ({ page, hand }) => {
  await page.goto("/peak/learn/5");
  await expect(title(page)).toHaveText("Towers stay");
  await expect(page.locator("[data-cell=e1]")).toBeVisible();
  await hand.pointAt("e1");
  await hand.pointAt("b1");
  const says = page.locator(".says");
  await expect(says.getByRole("link")).toHaveAttribute("href", /^\/peak\/rules#PK-\d+$/);
});

test("an unknown step says so", async ({ page }) => {
  await page.goto("/peak/learn/77");
  await expect(title(page)).toHaveText("Page not found");
});

test("the rules open in German, at their anchor, and an example is played", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("ludoteca.language", "de"));
  await page.goto("/squadro/rules#SQ-6");
  const ruling = page.locator("#SQ-6");
  await expect(ruling).toContainText("SQ-6 Springen");
  await expect(ruling).toBeInViewport();
  await expect(page.locator("#SQ-10 mark")).toContainText("Unsere Festlegung");
  await ruling.getByRole("button", { name: "Y3 zeigen" }).first().click();
  await expect(ruling.getByText("R5 muss zurück nach R5-Start")).toBeVisible();
  await expect(ruling.getByRole("button", { name: "Noch einmal" })).toBeEnabled();
});

const { "rules.table": germanTitle } = await wordsOf("de");
test("the table rules can be read, in another language", async ({ page }) => {
  await speak(page, "de");
  // By the link from a game's rules, and directly by a ruling's address.
  await page.goto("/peak/rules");
  await page.locator(".rules > header").getByRole("link", { name: germanTitle }).click();
  await expect(page).toHaveURL(/\/rules\/table$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(germanTitle);
  for (let number = 1; number <= 10; number++) await expect(page.locator(`#TB-${number}`)).toBeVisible();
  await page.goto("about:blank");
  await page.goto("/rules/table#TB-8");
  await expect(page.locator("#TB-8")).toBeInViewport();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await wide()).toBe(false);
  // Rules link to each other.
  await page.locator("#TB-2").getByRole("link", { name: "NO-14" }).click();
  await expect(page).toHaveURL(/\/number-one\/rules#NO-14$/);
  await expect(page.locator("#NO-14")).toBeInViewport();
  await page.locator("#NO-14").getByRole("link", { name: "TB-1" }).click();
  await expect(page).toHaveURL(/\/rules\/table#TB-1$/);
  await expect(page.locator("#TB-1")).toBeInViewport();
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await wide()).toBe(false);
});

test("one key shows the rule for the current move beside a running game", async ({ page }) => {
  await begin(page, "squadro", { company: "Pass and play" });
  await page.keyboard.press("i");
  const sheet = page.getByRole("complementary", { name: "Rule for this move" });
  await expect(sheet).toContainText("SQ-4 Your turn");
  await expect(sheet.getByRole("heading", { name: "Rule for this move" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("grid")).toBeVisible();
  // The button does the same, and links in the rule stay within the sheet.
  await page.getByRole("button", { name: "Rule for this move" }).click();
  await expect(sheet.getByRole("link", { name: "All rules" })).toHaveAttribute("href", "/squadro/rules#SQ-4");
  await expectNothingSerious(page);
});

test.describe("with the service worker", () => {
  test.use(OFFLINE);

  test("the table rules are available offline, from the first page on", async ({ page, context }) => {
    await page.goto("/");
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.close();
    await context.setOffline(true);
    const fresh = await context.newPage();
    await fresh.goto("/");
    await fresh.getByRole("link", { name: "House rules" }).click();
    await expect(fresh.locator("#TB-10")).toBeVisible();
    await fresh.goto("/rules/table#TB-6");
    await expect(fresh.locator("#TB-6").getByRole("table")).toBeInViewport();
  });
});

test("axe-core finds nothing serious in a tutorial and in rules with examples", async ({ page }) => {
  for (const path of ["/number-one/learn/3", "/one-piece-for-two/learn/1", "/peak/rules#PK-4", "/rules/table#TB-6"]) {
    await page.goto(path);
    const sign = path.includes("learn") ? "grid" : path.includes("table") ? "table" : "img";
    await expect(page.getByRole(sign).first()).toBeVisible();
    await expectNothingSerious(page, path);
  }
});
