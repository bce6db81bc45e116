// A game by keyboard alone, from the first page to the result: on the board by arrows and Enter, and by typed
// moves.

import { expect, type Page } from "@playwright/test";
import { chance, expectResult, test } from "./play";

const random = chance(7);
const any = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;

/** The focused element, by role or tag, and name. */
const focused = (page: Page): Promise<{ what: string; name: string; cell: string | null }> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((one) => one.textContent) : [];
    const by = element?.getAttribute("aria-labelledby");
    const name =
      (by && document.getElementById(by)?.textContent) ||
      element?.getAttribute("aria-label") ||
      labels.join(" ") ||
      (element?.textContent ?? "");
    return {
      what: element?.getAttribute("role") ?? element?.localName ?? "",
      name: name.trim(),
      cell: element?.getAttribute("data-cell") ?? null,
    };
  });

/** Presses Tab until this is focused. */
async function tabTo(page: Page, what: string, name: RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 60; steps++) {
    const at = await focused(page);
    if (at.what === what && name.test(at.name)) return;
    passed.push(`${at.what} ${at.name}`);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never comes to ${what} ${name}, but to ${passed.join("; ")}`);
}

/** Presses arrows until this cell is focused: along the longer axis first, then the other. */
async function walkTo(page: Page, cell: string): Promise<void> {
  let before: string | null = null;
  for (let steps = 0; steps < 60; steps++) {
    const { at, ways } = await page.evaluate((cell) => {
      const here = document.activeElement!.getBoundingClientRect();
      const there = document.querySelector(`[data-cell="${cell}"]`)!.getBoundingClientRect();
      const [right, down] = [there.x - here.x, there.y - here.y];
      const across = right > 0 ? "ArrowRight" : "ArrowLeft";
      const along = down > 0 ? "ArrowDown" : "ArrowUp";
      const at = document.activeElement!.getAttribute("data-cell");
      return { at, ways: Math.abs(right) > Math.abs(down) ? [across, along] : [along, across] };
    }, cell);
    if (at === cell) return;
    await page.keyboard.press(ways[at === before ? 1 : 0]!);
    before = at;
  }
  throw new Error(`arrows do not lead to ${cell}`);
}

async function toBoard(page: Page): Promise<void> {
  if ((await focused(page)).what === "input") await page.keyboard.press("Escape");
  await page.keyboard.press("b");
  expect((await focused(page)).what).toBe("gridcell");
}

test("Squadro from the first page to the rules by keyboard alone", async ({ page, hand }) => {
  await page.goto("/");
  await tabTo(page, "a", /^Squadro$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/squadro$/);
  await expect(page.getByLabel("Level")).toBeVisible();
  await tabTo(page, "input", /^Level/);
  await page.keyboard.press("Home");
  await tabTo(page, "button", /^Play$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toBeVisible();

  for (let turn = 0; ; turn++) {
    const { over, plies, offered } = await hand.ready();
    if (over) break;
    if (turn % 2 === 0) {
      // The first time by Tab; later by the shorter B, after Escape has left the move input.
      if (turn === 0) await tabTo(page, "gridcell", /./);
      else await toBoard(page);
      await walkTo(page, any(offered).cell);
      await page.keyboard.press("Enter");
    } else {
      // M on the board announces the moves; C focuses the move input.
      await toBoard(page);
      await page.keyboard.press("m");
      const message = page.getByRole("status");
      await expect(message).toContainText(/legal moves?: /);
      const moves = (await message.innerText()).split(": ").at(-1)!.trim().split(", ");
      await page.keyboard.press("c");
      const typed = page.getByLabel("Type a move");
      await expect(typed).toBeFocused();
      await page.keyboard.type(any(moves));
      await expect(page.getByText(/Press Enter to play/)).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(typed).toHaveValue("");
    }
    await hand.played(plies + 1);
  }

  await expectResult(page, "squadro");
  await tabTo(page, "a", /^Rule /);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/squadro\/rules#SQ-\d+$/);
});

test("the help lists the active shortcuts, and Escape closes it", async ({ page, hand }) => {
  await page.goto("/squadro");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeEnabled();
  await play.press("Enter");
  await hand.ready();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const words of ["Take back", "Type a move", "Flip board", "Hint"]) await expect(help).toContainText(words);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
});
