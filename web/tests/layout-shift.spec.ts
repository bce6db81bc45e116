// No layout shifts: while a page loads, between steps of a lesson, or when the engine is switched on.

import { expect, test, type Page } from "@playwright/test";
import { ask, become, gameOf, type GameOnServer, named, type Person, playAny, test as online } from "./people";
import { GAMES, keepGame, NO_PAGE } from "./play";

/** Maximum cumulative layout shift. */
const MOST = 0.05;

interface Shift {
  value: number;
  what: string[];
}
/** Records every layout shift, including those shortly after input. */
async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const shifts: { value: number; what: string[] }[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const from = `${Math.round(previousRect.x)},${Math.round(previousRect.y)}`;
          const to = `${Math.round(currentRect.x)},${Math.round(currentRect.y)}`;
          return `${node?.nodeName ?? "?"}.${node?.getAttribute?.("class") ?? ""} ${from} > ${to}`;
        });
        shifts.push({ value, what });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
}
/** Waits until everything has loaded. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.getByText("Loading …")).toHaveCount(0);
  // Two more frames, in which a shift would be recorded.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
async function expectSteady(shifts: () => Promise<Shift[]>, where: string): Promise<void> {
  const found = await shifts();
  const sum = found.reduce((total, { value }) => total + value, 0);
  expect.soft(sum, `${where}: ${JSON.stringify(found)}`).toBeLessThan(MOST);
}

const PAGES = ["/", "/games", "/settings", "/online", "/account", "/import", "/rules/table", "/nowhere", "/g/nowhere"];
const OF_GAMES = ["", "/rules", "/learn/1", "/puzzles", "/puzzles/daily", "/puzzles/nowhere", "/analysis", "/editor"];

test("pages load without layout shifts", async ({ page }) => {
  test.slow();
  const shifts = await watchShifts(page);
  await keepGame(page, "kept", { opening: { game: "squadro" }, moves: ["Y3", "R2", "Y1", "R5"] });
  for (const path of [...PAGES, "/g/kept", "/g/kept/report"]) {
    await page.goto(path);
    await settled(page);
    await expectSteady(shifts, path);
  }
});

const DAYS = { system: "correspondence", perTurn: 259_200_000, bank: 0 };

online("pages with games and people load without layout shifts", async ({ page, another }) => {
  online.slow();
  const shifts = await watchShifts(page);
  const other = await another();
  for (const one of [page, other]) await one.goto(NO_PAGE);
  const name = named("Ada").replace(" ", "-");
  const { user } = await ask<{ user: Person }>(page, "POST", "/accounts", { name, password: `${name} by the sea` });
  await page.evaluate((user) => localStorage.setItem("ludoteca.online", JSON.stringify(user)), user);
  await become(other, named("Bob"));
  const waiting = await ask<GameOnServer>(page, "POST", "/games", { game: "peak", clock: DAYS });
  const [running, over] = [
    await gameOf(page, other, { game: "squadro", clock: DAYS }),
    await gameOf(page, other, { game: "squadro", clock: DAYS }),
  ];
  for (const { id } of [running, over]) for (const one of [page, other]) await playAny(one, id);
  const { seq } = await ask<GameOnServer>(other, "GET", `/games/${over.id}`);
  await ask(other, "POST", `/games/${over.id}/actions`, { id: "end", seq, do: "resign" });
  // The server answers after the first frames.
  await page.route("**/api/v1/**", async (route) => {
    await new Promise((done) => setTimeout(done, 200));
    await route.continue();
  });
  const pages = ["/online", "/account", "/leaderboards", "/archive", `/@${encodeURIComponent(name)}`];
  for (const path of [...pages, "/squadro?online", `/g/${waiting.id}`]) {
    await page.goto(path);
    await settled(page);
    await expectSteady(shifts, path);
  }
  for (const path of [`/g/${running.id}`, `/g/${over.id}`, `/embed/g/${running.id}`, "/embed/squadro"]) {
    await page.goto(path);
    await expect(page.locator("svg.ground").first()).toBeVisible();
    await expect(page.getByText("Loading …")).toHaveCount(0);
    // Chat, premoves and names follow.
    await page.waitForTimeout(1000);
    await expectSteady(shifts, path);
  }
});

for (const game of GAMES)
  test(`the pages of ${game} load without layout shifts`, async ({ page }) => {
    test.slow();
    const shifts = await watchShifts(page);
    for (const path of OF_GAMES) {
      await page.goto(`/${game}${path}`);
      await settled(page);
      await expectSteady(shifts, path);
    }
  });

for (const game of GAMES)
  test(`the board of ${game} does not move between steps`, async ({ page, hasTouch }) => {
    await page.goto(`/${game}/learn/1`);
    const board = page.locator(".place .board svg.ground");
    await expect(board).toBeVisible();
    const steps = Number((await page.getByText(/^.*Step 1 of \d+$/).innerText()).split(" of ").at(-1));
    const places = new Set<string>();
    for (let step = 1; step <= steps; step++) {
      await expect(page.getByText(`Step ${step} of ${steps}`)).toBeVisible();
      await expect(board).toBeVisible();
      const box = (await board.boundingBox())!;
      places.add([box.x, box.y, box.width].map(Math.round).join(" "));
      if (step === steps) break;
      const skip = page.getByRole("link", { name: /^(Skip|Next)$/ });
      await (hasTouch ? skip.tap() : skip.click());
    }
    expect([...places]).toHaveLength(1);
  });

for (const game of ["squadro", "peak"] as const)
  test(`the board of ${game} does not move when the engine is switched on`, async ({ page, hasTouch }) => {
    await page.goto(`/${game}/analysis`);
    const board = page.locator(".desk > .board svg.ground");
    await expect(board).toBeVisible();
    const before = await board.boundingBox();
    if (hasTouch) await page.getByRole("button", { name: "Engine", exact: true }).tap();
    const engine = page.getByLabel("Engine", { exact: true }).and(page.locator("input"));
    await (hasTouch ? engine.tap({ force: true }) : engine.click({ force: true }));
    await expect(page.getByRole("img", { name: /^Chances, / })).toBeVisible();
    expect(await board.boundingBox()).toEqual(before);
  });
