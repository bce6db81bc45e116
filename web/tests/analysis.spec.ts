// Using the analysis board: moves and variations, notes, annotations, keys, valid and invalid links, and
// reloading.

import { expect, test, type Page } from "@playwright/test";
import { expectNothing } from "./axe";

const LINK = "/squadro/analysis#1._Y3!_R2_(1..._R5_~slower~_2._Y1)_2._Y1_R1";

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("grid")).toBeVisible();
}
const move = (page: Page, name: string) =>
  page.getByRole("group", { name: "Moves" }).getByRole("button", { name, exact: true });
const current = (page: Page) => page.locator("[aria-current=step]");
/** On a phone the panel shows one part at a time. */
async function part(page: Page, name: "Moves" | "Notes" | "Engine" | "Values"): Promise<void> {
  const tab = page.getByRole("button", { name, exact: true }).and(page.locator("[aria-pressed]"));
  if (await tab.isVisible()) await tab.click();
}

test("a link opens with its moves, variations, comments and annotations", async ({ page }) => {
  await open(page, LINK);
  await expect(page.getByRole("group", { name: "Variation: instead of R2" })).toContainText("slower");
  await expect(move(page, "Y3, good")).toBeVisible();
  await page.keyboard.press("End");
  await expect(current(page)).toHaveText("R1");
  await move(page, "R5").click();
  await expect(current(page)).toHaveText("R5");
});

test("keys step through the tree and choose its branches", async ({ page }) => {
  await open(page, LINK);
  const steps: [key: string, move: string][] = [
    ["ArrowRight", "Y3"],
    ["j", "R2"],
    ["k", "Y3"],
    ["End", "R1"],
    ["Shift+ArrowLeft", "Y3"],
    ["PageDown", "R1"],
  ];
  for (const [key, at] of steps) {
    await page.keyboard.press(key);
    await expect(current(page)).toContainText(at);
  }
  await page.keyboard.press("PageUp");
  await expect(current(page)).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(current(page)).toHaveText("R5");
  await page.keyboard.press("ArrowUp");
  await expect(current(page)).toHaveText("R2");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Show threat");
});

test("moves are added, commented, promoted and deleted, and all of it survives a reload", async ({ page }) => {
  await open(page, "/squadro/analysis#1._Y3_R2");
  await page.keyboard.press("ArrowRight");
  await expect(current(page)).toHaveText("Y3");
  await part(page, "Notes");
  await page.keyboard.press("c");
  await page.keyboard.type("R5");
  await expect(page.getByText("✓")).toBeVisible();
  await page.keyboard.press("Enter");
  const comment = page.getByRole("textbox", { name: "Comment on R5" });
  await expect(comment).toBeVisible();
  await page.keyboard.press("Escape");
  await comment.fill("surprising");
  await page.getByRole("button", { name: "!? interesting" }).click();
  await page.getByRole("button", { name: "Make main line" }).click();
  // Autosaved, with the variation's position and comment.
  const kept = () => page.evaluate(() => Object.values(localStorage).join());
  await expect.poll(kept).toMatch(/R5!\?[^(]*surprising[^(]*\([^)]*R2/);
  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await part(page, "Moves");
  await expect(page.getByRole("group", { name: "Variation: instead of R5" })).toBeVisible();
  await expect(current(page)).toContainText("R5!?");
  await part(page, "Notes");
  await expect(comment).toHaveValue("surprising");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await part(page, "Moves");
  await expect(current(page)).toHaveText("Y3");
  await expect(move(page, "R2")).toBeVisible();
});

test("the copied link opens the same tree elsewhere", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, LINK);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.").first()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname + new URL(link).hash).toBe(LINK);
  await page.getByRole("button", { name: "Copy text" }).click();
  await expect(page.getByText("Game copied.").first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    "1. Y3! R2 (1... R5 {slower} 2. Y1) 2. Y1 R1",
  );
});

test("arrows and circles are drawn with the right button, and included in the link", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/peak/analysis");
  const middle = async (cell: number): Promise<[number, number]> => {
    const box = (await page.getByRole("gridcell").nth(cell).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(0)));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await middle(3)), { steps: 3 });
  await page.mouse.up({ button: "right" });
  await page.keyboard.down("Shift");
  await page.mouse.click(...(await middle(7)), { button: "right" });
  await page.keyboard.up("Shift");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.").first()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(decodeURIComponent(new URL(link).hash)).toBe("#~[%csl_Rb5]_[%cal_Ga6-d6]~_");
  // The wheel steps, and annotations belong to their position.
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press(" ");
  await expect(current(page)).toBeVisible({ timeout: 15_000 });
  await page.mouse.move(...(await middle(14)));
  await page.mouse.wheel(0, -120);
  await expect(current(page)).toHaveCount(0);
});

test("the engine shows its lines, and the space bar plays its best move", async ({ page }) => {
  await open(page, "/squadro/analysis");
  await page.keyboard.press("l");
  await part(page, "Engine");
  const first = page.getByRole("listitem", { name: "Line 1" });
  await expect(first).toBeVisible({ timeout: 20_000 });
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press(" ");
  await part(page, "Moves");
  await expect(current(page)).toHaveText(/^Y\d$/);
  await page.keyboard.press("l");
});

test("Peak's lines show the expected score", async ({ page }) => {
  await open(page, "/peak/analysis");
  await part(page, "Engine");
  await page.getByRole("checkbox", { name: "Engine" }).check();
  const expected = page.getByText(/^Expected final score: Light \d+(\.\d)?, Dark \d+(\.\d)?$/);
  await expect(expected.last()).toBeVisible();
});

test("on request every position of the line is analysed, with a text for the graph", async ({ page }) => {
  await open(page, "/squadro/analysis#1._Y3_R2_2._Y1_R1");
  await part(page, "Values");
  await page.getByText("Evaluation graph").click();
  await page.getByRole("button", { name: "Analyse this line" }).click();
  const graph = page.getByRole("slider", { name: /^Evaluation graph/ });
  for (let ply = 0; ply < 4; ply++) {
    await expect(graph).toHaveAttribute("aria-valuetext", /proven|estimate/);
    await graph.press("ArrowRight");
  }
});

test("an error in a link is reported with its ply and ruling, and the valid part is kept", async ({ page }) => {
  await open(page, "/squadro/analysis#1._Y3_R2_2._R2_Y1");
  await expect(page.getByRole("alert")).toContainText("This link is damaged at move 3, R2");
  await expect(page.getByRole("alert")).toContainText("SQ-4");
  await page.keyboard.press("End");
  await expect(current(page)).toHaveText("R2");
  await open(page, "/peak/analysis/nonsense?setup=upside-down#1._a1-d1");
  await expect(page.getByRole("alert")).toContainText("This link is damaged");
  await open(page, "/peak/analysis#1._a1-d1_(1._b1");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.keyboard.press("End");
  await expect(current(page)).toHaveText("a1-d1");
});

test("the board stays visible, nothing scrolls sideways, and screen readers can reach everything", async ({ page }) => {
  await open(page, LINK);
  await page.keyboard.press("End");
  for (const name of ["Moves", "Notes", "Engine", "Values"] as const) {
    await part(page, name);
    await expect(page.getByRole("grid")).toBeInViewport({ ratio: 0.99 });
    await expectNothing(page);
  }
  const size = await page.evaluate(() => [
    document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight,
  ]);
  expect(size).toEqual([0, 0]);
});

test("a game is analysed from its page and from the set-up", async ({ page }) => {
  await page.goto("/squadro");
  await page.getByRole("link", { name: "Analysis board" }).click();
  await expect(page).toHaveURL(/\/squadro\/analysis$/);
  await page.goto("/squadro");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Analysis" }).click();
  await expect(page).toHaveURL(/\/squadro\/analysis/);
  await expect(page.getByRole("grid", { name: "Analysis board of Squadro" })).toBeVisible();
});
