// Errors are reported with what can be done; the rest of the page works, and no stored game is lost.

import { expect, type Page } from "@playwright/test";
import { begin, test } from "./play";

const KEY = "ludoteca.game.";
const stored = (page: Page, id: string): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), KEY + id);
const store = (page: Page, id: string, text: string): Promise<void> =>
  page.evaluate(([key, text]) => localStorage.setItem(key!, text!), [KEY + id, text]);

test("a damaged or newer saved game is left unchanged, and the page says so", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.move();
  await hand.ready();
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  const good = (await stored(page, id))!;
  await page.goto("/");
  const bad = {
    cut: good.slice(0, good.length / 2),
    newer: JSON.stringify({ ...JSON.parse(good), id: "newer", version: 99, unheard: true }),
    illegal: JSON.stringify({ ...JSON.parse(good), id: "illegal" }).replace(/"move":"[^"]*"/, '"move":"no such move"'),
  };
  for (const [id, text] of Object.entries(bad)) await store(page, id, text);

  for (const [id, words] of Object.entries({ cut: "is damaged", newer: "newer version", illegal: "is damaged" })) {
    await page.goto(`/g/${id}`);
    await expect(page.getByRole("alert")).toContainText(words);
    await expect(page.getByRole("alert").getByRole("link", { name: "My games" })).toBeVisible();
  }

  await page.goto("/games");
  const unreadable = page.getByRole("heading", { name: "Can’t be opened" });
  await expect(unreadable).toBeVisible();
  const saving = page.waitForEvent("download");
  const row = page.getByRole("listitem").filter({ hasText: "newer version" });
  await row.getByRole("button", { name: "Download a copy" }).click();
  expect((await saving).suggestedFilename()).toBe("ludoteca-newer.json");

  // The valid game can be continued, and the others are unchanged.
  await page.goto(`/g/${id}`);
  await hand.move();
  await hand.ready();
  for (const [id, text] of Object.entries(bad)) expect(await stored(page, id)).toBe(text);
  expect(await stored(page, id)).not.toBe(good);
});

test("with forbidden storage a game can be played", async ({ page, hand }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("not allowed", "SecurityError");
      },
    });
  });
  await page.goto("/games");
  await expect(page.getByRole("alert")).toContainText("Your browser is blocking storage");
  // The game exists only in this page, so it must be started without a reload.
  await page.getByRole("link", { name: "New game" }).click();
  await page.getByRole("link", { name: "Squadro", exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("This game will be lost when you close the page");
  await hand.move();
  await page.getByRole("button", { name: "OK" }).click();
  await hand.ready();
  await hand.move();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("with full storage a game can be played, and existing games stay", async ({ page, hand }) => {
  await begin(page, "peak");
  await hand.ready();
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  const good = await stored(page, id);
  await page.addInitScript((prefix) => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith(prefix)) throw new DOMException("full", "QuotaExceededError");
      set.call(this, key, value);
    };
  }, KEY);
  await page.reload();
  await hand.move();
  await expect(page.getByRole("alert")).toContainText("storage is full");
  await hand.ready();
  await hand.move();
  expect(await stored(page, id)).toBe(good);
});

test("rules that fail to load are retried", async ({ page, hand }) => {
  const rules = /rules\.worker.*\.js/;
  await page.route(rules, (route) => route.abort());
  await page.goto("/squadro");
  await expect(page.getByRole("alert")).toContainText("Reload the page to continue");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeDisabled();
  await page.unroute(rules);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await hand.move();
});

test("a computer player that fails to load is retried, and the game is kept", async ({ page, hand }) => {
  const engine = /engine\.worker.*\.js/;
  await page.route(engine, (route) => route.abort());
  await begin(page, "squadro");
  await hand.move();
  await expect(page.getByRole("alert")).toContainText("The computer stopped");
  expect((await hand.sight()).plies).toBe(1);
  await page.unroute(engine);
  await page.getByRole("button", { name: "Try again" }).click();
  expect((await hand.ready()).plies).toBe(2);
});

test("workers that crash during a game do not end it", async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.move();
  await hand.ready();
  expect(page.workers().length).toBeGreaterThanOrEqual(2);
  for (const worker of page.workers()) {
    const gone = worker.waitForEvent("close");
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error("crashed for the test");
      });
    });
    await gone;
  }
  await hand.move();
  const again = page.getByRole("button", { name: "Try again" });
  const mine = page.getByRole("gridcell", { name: /available$/ }).first();
  await expect(again.or(mine)).toBeVisible();
  if (await again.isVisible()) await again.click();
  await hand.ready();
  await hand.move();
});

test("without WebAssembly the page says so, and everything else works", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "WebAssembly", { value: undefined });
  });
  for (const path of ["/", "/squadro", "/g/abc"]) {
    await page.goto(path);
    await expect(page.getByRole("alert")).toContainText("This browser is too old to play");
  }
  await page.goto("/squadro/rules#SQ-5");
  await expect(page.locator("#SQ-5")).toBeInViewport();
  await page.goto("/settings");
  await page.getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("unknown addresses say so and link to other pages", async ({ page }) => {
  for (const path of ["/nonsense", "/squadro/nonsense", "/g/a/b/c", "/%F0%9F%92%A9"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Play Squadro" }).click();
  await expect(page.getByRole("heading", { name: "Squadro" })).toBeVisible();
  await page.goto("/g/nonsense");
  await expect(page.getByRole("alert")).toContainText("Game “nonsense” isn’t on this device");
  await expect(page.getByRole("alert")).toContainText("It doesn’t exist on the server either");
  await page.getByRole("link", { name: "My games" }).first().click();
  await expect(page.getByRole("heading", { name: "My games" })).toBeVisible();
});

test("an illegal typed move is refused with its rule", async ({ page, hand }) => {
  await begin(page, "peak");
  await hand.ready();
  await page.keyboard.press("c");
  const typed = page.getByLabel("Type a move");
  const says = page.locator("form").filter({ has: typed });
  await typed.fill("a1-a2");
  await expect(typed).toHaveAttribute("aria-invalid", "true");
  const link = says.getByRole("link", { name: /^Rule PK-\d+$/ });
  await expect(link).toHaveAttribute("href", /^\/peak\/rules#PK-\d+$/);
  await typed.press("Enter");
  await expect(typed).toHaveValue("a1-a2");
  expect((await hand.sight()).plies).toBe(0);
  await typed.fill("<script>");
  await expect(typed).toHaveAttribute("aria-invalid", "true");
});
