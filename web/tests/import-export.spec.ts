// Position editor, import, export, and embedded boards.

import { expect, test, type Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { expectNothingSerious } from "./axe";

const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);
const text = (page: Page) => page.getByLabel("Position as text");
const verdict = (page: Page) => page.locator(".verdict");

test.describe("the editor", () => {
  test("shows the rules' verdict with its ruling, and starts a game", async ({ page }) => {
    await page.goto("/squadro/editor");
    await expect(text(page)).toHaveValue("00000/00000 y");
    await cell(page, "Y2/R3").click();
    await expect(text(page)).toHaveValue("03000/00000 y");
    await expect(page).toHaveURL(/\/squadro\/editor\/03000\/00000_y$/);
    await page.getByRole("radio", { name: "Red, heading out" }).check();
    await cell(page, "Y2/R3").click();
    await expect(verdict(page)).toContainText("Illegal position:");
    await expect(verdict(page).getByRole("link")).toHaveText("SQ-8");
    await expect(page.getByRole("button", { name: "Analysis" })).toBeDisabled();
    // By keyboard.
    await cell(page, "Y4/R3").focus();
    await page.keyboard.press("Enter");
    await expect(text(page)).toHaveValue("03000/00400 y");
    await expect(verdict(page)).toContainText("Legal position.");
    await page.getByRole("radio", { name: "Red", exact: true }).check();
    await expect(text(page)).toHaveValue("03000/00400 r");
    await expectNothingSerious(page);
    await page.reload();
    await expect(text(page)).toHaveValue("03000/00400 r");
    await page.getByRole("link", { name: "Play from here" }).click();
    await expect(page.locator("code")).toHaveText("03000/00400 r");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect(page).toHaveURL(/\/g\//);
  });

  test("rejects impossible positions, in all games", async ({ page }) => {
    await page.goto("/squadro/editor/10000/00000_y");
    await expect(verdict(page)).toContainText("can’t happen");
    await expect(verdict(page).getByRole("link")).toHaveText("SQ-2");
    await page.goto("/peak/editor/....../....../....../....../....../ld.d.l_l_-");
    await cell(page, "a2").click();
    await expect(text(page)).toHaveValue("....../....../....../....../l...../ld.d.l l -");
    await page.goto("/one-piece-for-two/editor?width=5&height=5");
    await cell(page, "b2").click();
    await expect(verdict(page).getByRole("link")).toHaveText("OP-3");
    await page.goto("/number-one/editor");
    await page.getByRole("radio", { name: "3", exact: true }).first().check();
    await expect(page.getByRole("radio", { name: "Green", exact: true })).toBeVisible();
    await cell(page, "e5").click();
    await expect(text(page)).toHaveValue(/a1/);
  });

  test("explains errors in an address", async ({ page }) => {
    await page.goto("/squadro/editor/nonsense");
    await expect(verdict(page)).toContainText("Illegal position:");
    await expect(cell(page, "Y2/R3")).toBeAttached();
  });
});

test.describe("imported games", () => {
  test("open as analysis, or show line, column, ply and ruling", async ({ page }) => {
    await page.goto("/import");
    const area = page.getByLabel("Game");
    await area.fill("e4 e5");
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("alert")).toContainText("couldn’t recognise this game");
    await area.fill('[Game "squadro"]\n\n1. Y3 {never closed');
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("alert")).toContainText("line 3, column 7");
    await area.fill('[Game "squadro"]\n\n1. Y3 R2 2. R2 *');
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("alert")).toContainText("Move 3");
    await expect(page.getByRole("alert")).toContainText("SQ-4");
    await expectNothingSerious(page);
    await page.getByRole("link", { name: "Open the legal part" }).click();
    await expect(page).toHaveURL(/\/squadro\/analysis/);
  });

  test("explain errors in the user's language", async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("ludoteca.language", "de"));
    await page.goto("/import");
    const area = page.getByLabel("Partie");
    const alert = page.getByRole("alert");
    await area.fill('[Game "squadro"]\n\n1. Y3 (R2');
    await page.getByRole("button", { name: "Öffnen" }).click();
    await expect(alert).toContainText("Zeile 3, Spalte 10: Erwartet wird „)“ am Ende der Variante");
    await area.fill('[Game "peak"]\n[Position "99l...../....../....../....../....../...... l -"]\n\n*');
    await page.getByRole("button", { name: "Öffnen" }).click();
    await expect(alert).toContainText("Der Turm auf a6 hat 99 Steine");
    await area.fill('[Game "squadro"]\n\n1. Y3 R2 2. R2 *');
    await page.getByRole("button", { name: "Öffnen" }).click();
    await expect(alert).toContainText("Zug 3, R2, ist nicht erlaubt. Das ist ein Stein deines Gegners (SQ-4).");
    await page.goto("/squadro/analysis#1._Y3_(R2");
    await expect(page.getByText("Dieser Link ist beschädigt. Du siehst, was lesbar war.")).toBeVisible();
  });

  test("can be dropped on any page", async ({ page }) => {
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["Y3 R2 Y1"], "game.txt", { type: "text/plain" }));
      dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await expect(page).toHaveURL(/\/squadro\/analysis/);
  });
});

/** Frames of a GIF: counts its image blocks. */
function frames(bytes: Buffer): number {
  let at = 13 + (bytes[10]! & 0x80 ? 3 << ((bytes[10]! & 7) + 1) : 0);
  const skip = () => {
    while (bytes[at] !== 0) at += bytes[at]! + 1;
    at++;
  };
  let count = 0;
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) at += 2;
    else {
      count++;
      const flags = bytes[at + 9]!;
      at += 11 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
    }
    skip();
  }
  return count;
}

test("a game is exported as record, JSON, picture and animation", async ({ page }) => {
  await page.goto("/squadro?position=03000%2F00400+y");
  await page.getByRole("radio", { name: "Pass and play", exact: false }).first().check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page).toHaveURL(/\/g\//);
  await page.locator("[data-cell]").first().focus();
  await page.keyboard.press("1");
  // With touch a second press confirms; otherwise it is Red's move now.
  await page.keyboard.press("1");
  await expect(page.locator("section td button")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Share and export" }).click();
  const dialog = page.getByRole("dialog");
  await expectNothingSerious(page);
  const save = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const record = await save("Game");
  expect(record.bytes.toString()).toContain('[Position "03000/00400 y"]');
  const plies = Number(/-(\d+)\.txt$/.exec(record.name)?.[1]);
  expect(plies).toBeGreaterThan(0);
  expect(JSON.parse((await save("JSON")).bytes.toString()).main.plies).toHaveLength(plies);
  expect((await save("SVG")).bytes.toString()).toMatch(/^<svg /);
  expect((await save("PNG")).bytes.subarray(1, 4).toString()).toBe("PNG");
  const gif = await save("Animated GIF");
  expect(gif.bytes.subarray(0, 6).toString()).toBe("GIF89a");
  expect(frames(gif.bytes)).toBe(plies + 2);
});

test("the board can be embedded in other pages", async ({ page }) => {
  // The theme is not a game option.
  await page.goto("/embed/squadro?theme=dark#Y3_R2_Y1_R2_R2");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator(".ply")).toContainText("0 / 4");
  await expect(page.getByRole("alert")).toContainText("move 5");
  await page.getByRole("button", { name: "Next move" }).or(page.locator(".bar button").nth(2)).first().click();
  await expect(page.locator(".ply")).toContainText("1 / 4 Y3");
  await page.keyboard.press("End");
  await expect(page.locator(".ply")).toContainText("4 / 4");
  await expectNothingSerious(page);
  const policy = async (path: string) => (await page.request.get(path)).headers()["content-security-policy"];
  expect(await policy("/embed/squadro")).toContain("frame-ancestors *");
  expect(await policy("/squadro")).toContain("frame-ancestors 'none'");
});
