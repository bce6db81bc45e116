// The analysis page at laptop and phone sizes: room for the move tree, whose turn it is, the value bar, and
// values on the board.

import { expect, type Page, test } from "@playwright/test";
import { FINGER, MOUSE } from "./play";
import { DEVICES } from "./sizes";

const LINE = "/squadro/analysis#1._Y3_R2_(1..._R5_2._Y1)_2._Y1_R1_3._Y2_R4_4._Y4_R3_5._Y5_R5_6._Y3_R1_7._Y1_R2";

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("grid")).toBeVisible();
}
/** For layouts that show one part of the panel at a time. */
async function part(page: Page, name: "Moves" | "Notes" | "Engine" | "Values"): Promise<void> {
  const tab = page.getByRole("button", { name, exact: true }).and(page.locator("[aria-pressed]"));
  if (await tab.isVisible()) await tab.click();
}
async function think(page: Page, lines: number): Promise<void> {
  await part(page, "Engine");
  await page.getByLabel("Lines").selectOption(String(lines));
  await page.getByRole("checkbox", { name: "Engine" }).check();
  await expect(page.getByRole("listitem", { name: `Line ${lines}`, exact: true })).toBeVisible();
}
const box = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!;
const tree = "[role=group][aria-label=Moves]";
const bar = (page: Page) => page.getByRole("img", { name: /^Chances, / });

test("with the engine on, the move tree has a third of a laptop's panel", MOUSE, async ({ page }) => {
  await open(page, LINE);
  await page.keyboard.press("End");
  for (const lines of [1, 3]) {
    await think(page, lines);
    for (const [width, height] of [
      [1366, 650],
      [1280, 720],
      [1280, 800],
      [1920, 1080],
    ] as const)
      await test.step(`${lines} at ${width}x${height}`, async () => {
        await page.setViewportSize({ width, height });
        const panel = await box(page, "section.panel");
        const { height: room } = await box(page, tree);
        expect(room).toBeGreaterThanOrEqual(panel.height / 3);
        expect(room).toBeGreaterThanOrEqual(180);
        // The engine's last line and the current move are in view.
        await expect(page.getByRole("listitem", { name: `Line ${lines}`, exact: true })).toBeInViewport({ ratio: 0.9 });
        await expect(page.locator("[aria-current=step]")).toBeInViewport({ ratio: 1 });
        const board = await box(page, "[role=grid]");
        expect(board.height).toBeGreaterThan(0.93 * height);
      });
  }
});

for (const [device, sizes] of Object.entries(DEVICES)) {
  test(
    `on a ${device} whose turn it is, the bar and all buttons are visible, and nothing scrolls`,
    device === "phone" ? FINGER : MOUSE,
    async ({ page }) => {
      await page.setViewportSize({ width: sizes[0][0], height: sizes[0][1] });
      await open(page, LINE);
      await page.keyboard.press("End");
      await think(page, 1);
      for (const [width, height] of sizes)
        await test.step(`${width}x${height}`, async () => {
          await page.setViewportSize({ width, height });
          const turn = page.getByText("Yellow to move", { exact: true });
          await expect(turn).toBeInViewport({ ratio: 1 });
          expect(await turn.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
          await expect(bar(page)).toBeInViewport({ ratio: 1 });
          for (const name of ["Moves", "Notes", "Engine", "Values"] as const) {
            await part(page, name);
            await expect(page.getByRole("grid")).toBeInViewport({ ratio: 0.99 });
          }
          const last = await page.getByRole("button", { name: "More" }).boundingBox();
          expect(last!.x + last!.width).toBeLessThanOrEqual(width);
          expect(last!.y + last!.height).toBeLessThanOrEqual(height);
          expect(last!.height).toBeGreaterThanOrEqual(44);
          // Bar and board are side by side.
          const [board, beside] = [await box(page, "[role=grid]"), (await bar(page).boundingBox())!];
          const apart = beside.x + beside.width <= board.x + 1 || beside.y + beside.height <= board.y + 1;
          expect(apart).toBe(true);
          expect(board.width).toBeGreaterThanOrEqual(0.75 * Math.min(height, width > height ? 0.65 * width : width));
          const scrolls = await page.evaluate(() => [
            document.documentElement.scrollWidth - innerWidth,
            document.documentElement.scrollHeight - innerHeight,
          ]);
          expect(scrolls).toEqual([0, 0]);
        });
    },
  );
}

test(
  "bar, lines and speech give one value in one unit, and switching the engine is announced",
  FINGER,
  async ({ page }) => {
    await open(page, "/peak/analysis");
    const announced = page.locator("[role=status][aria-live]");
    await page.keyboard.press("l");
    await expect(announced).toContainText("Engine on");
    await think(page, 1);
    await expect(announced).toContainText(/Chances, (estimate|proven): .*Best move: \S+\./);
    await page.keyboard.press("l");
    await expect(announced).toContainText("Engine off");
    // The engine has finished: the bar keeps its value.
    const words = await bar(page).getAttribute("aria-label");
    const [, light, dark] = /^Chances, estimate: Light (\d+)%, Dark (\d+)%$/.exec(words ?? "")!.map(Number);
    expect(light! + dark!).toBe(100);
    await expect(bar(page)).toContainText(`${light}%`);
    await expect(bar(page)).toContainText(`${dark}%`);
    // No other unit appears on the page.
    await expect(page.getByText(/[+−-]\d\.\d/)).toHaveCount(0);
  },
);

test("with three seats each has its share of the bar", FINGER, async ({ page }) => {
  await open(page, "/number-one/analysis?players=3");
  await think(page, 1);
  await expect(bar(page)).toHaveAttribute("aria-label", /^Chances, estimate: Blue \d+%, Orange \d+%, Green \d+%$/);
  const parts = (await bar(page).innerText()).match(/\d+%/g)!.map((text) => Number.parseInt(text, 10));
  expect(parts).toHaveLength(3);
  expect(Math.abs(parts.reduce((sum, part) => sum + part) - 100)).toBeLessThanOrEqual(1);
});

test(
  "the value of every move is shown on the pieces, and for a selected piece on its target cells",
  FINGER,
  async ({ page }) => {
    await open(page, "/peak/analysis");
    await part(page, "Values");
    await page.getByRole("button", { name: "Evaluate all moves" }).click();
    const marks = page.locator("[role=grid] text.value");
    /** On a phone, with the least room, and in a large window. */
    const spread = async () => {
      for (const size of [
        { width: 1280, height: 800 },
        { width: 360, height: 740 },
      ]) {
        await page.setViewportSize(size);
        const boxes = (await marks.evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect().toJSON()),
        )) as DOMRect[];
        const apart = boxes.every((a, i) =>
          boxes.every(
            (b, j) => i === j || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top,
          ),
        );
        if (!apart) return false;
      }
      return true;
    };
    // Light's eighteen pieces at the start, once the engine has evaluated every move.
    await expect(marks).toHaveCount(18, { timeout: 90_000 });
    expect(await spread()).toBe(true);
    const piece = page.getByRole("gridcell", { name: /^c4/ });
    await piece.tap();
    await expect(marks).toHaveCount(3);
    expect(await spread()).toBe(true);
    await expect(page.locator("[role=status][aria-live]")).toContainText(/c4/);
    await page.keyboard.press("Escape");
    await expect(marks).toHaveCount(18);
  },
);

test("the threat button shows its key, and key and button do the same", MOUSE, async ({ page }) => {
  await open(page, "/squadro/analysis#1._Y3_R2");
  await page.keyboard.press("End");
  await part(page, "Engine");
  const threat = page.getByRole("button", { name: "Show threat" });
  await expect(threat).toHaveAttribute("title", "Show threat (X)");
  await expect(threat).toContainText("Threat");
  const announced = page.locator("[role=status][aria-live]");
  await threat.click();
  await expect(threat).toHaveAttribute("aria-pressed", "true");
  await expect(announced).toContainText(/Threat: R\d/);
  await page.locator("h1").click();
  await page.keyboard.press("x");
  await expect(threat).toHaveAttribute("aria-pressed", "false");
  await expect(announced).toContainText("Threat hidden.");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("Show threat");
});

test("the engine starts without browser errors if the server has no table", MOUSE, async ({ page }) => {
  const failed: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => message.type() === "error" && failed.push(message.text()));
  page.on("response", (response) => response.status() >= 400 && failed.push(response.url()));
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(health$|api\/)/.test(pathname)) asked.push(pathname);
  });
  await open(page, LINE);
  await think(page, 1);
  await page.keyboard.press("End");
  await think(page, 1);
  await expect(bar(page)).toBeVisible();
  expect(failed).toEqual([]);
  expect(asked).toEqual(["/health"]);
});
