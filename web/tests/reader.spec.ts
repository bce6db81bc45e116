// A game with a screen reader: elements are found by role and name only, and announcements are checked.

import { expect, type Locator } from "@playwright/test";
import { chance, keepEnding, test } from "./play";

/** Screen readers press Enter on the focused element or click without a pointer: alternately. */
const activate = (cell: Locator, turn: number): Promise<void> =>
  turn % 2 === 0 ? cell.press("Enter") : cell.dispatchEvent("click", { detail: 0 });

test("Peak through the accessibility tree", async ({ page, hand }) => {
  const random = chance(3);
  await keepEnding(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Peak", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Peak" })).toBeFocused();
  await page.getByRole("slider", { name: "Level" }).press("Home");
  await expect(page.getByRole("slider", { name: "Level" })).toHaveAttribute("aria-valuetext", /^Level 1/);
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await expect(page.getByRole("grid", { name: "Board of Peak" })).toBeVisible();

  const shown = page.getByRole("status");
  const result = page.getByRole("region", { name: /won|lost|draw/ });
  const choosable = page.getByRole("gridcell", { name: /available$/ });
  const chosen = page.getByRole("gridcell", { selected: true });
  for (let turn = 0; ; turn++) {
    await expect(choosable.first().or(result)).toBeVisible();
    if (await result.isVisible()) break;
    const { plies } = await hand.sight();
    const pieces = await choosable.all();
    const piece = pieces[Math.floor(random() * pieces.length)]!;
    const label = await piece.getAttribute("aria-label");
    expect(label).toMatch(/^[a-z]\d+, (Light piece|tower of \d+, Light on top), available$/);
    const from = label!.split(",")[0]!;
    await activate(piece, turn);
    await expect(shown).toContainText(`${from} selected. Next: `);
    await expect(chosen).toHaveAttribute("aria-label", /, selected$/);
    const landings = await choosable.all();
    const landing = landings[Math.floor(random() * landings.length)]!;
    await activate(landing, turn);
    await hand.played(plies + 1);
    // Both moves are announced, and then the player's turn or the result.
    await expect(shown).toContainText(/Your turn\.|won\.|lost\.|draw\./);
    // After some turns another game, which is near its end.
    if (turn === 3) {
      await page.goto("/games");
      await page.getByRole("link", { name: /Peak/ }).and(page.locator('[href="/g/near"]')).press("Enter");
      await expect(page).toHaveURL(/near$/);
      await expect(page.getByRole("grid", { name: "Board of Peak" })).toBeVisible();
    }
  }
  await expect(result.getByRole("link", { name: /^Rule PK-/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Rematch" })).toBeVisible();
});

test("typed moves are judged aloud, and cells can be queried", async ({ page, hand }) => {
  await page.goto("/squadro");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeEnabled();
  await play.press("Enter");
  await hand.ready();
  const shown = page.getByRole("status");
  const start = page.getByRole("gridcell", { name: /available$/ }).first();
  await start.focus();
  await page.keyboard.press("o");
  await expect(shown).toContainText(/Yellow piece, moves \d/);
  await page.keyboard.press("l");
  await expect(shown).toContainText("No moves yet");
  await page.keyboard.press("c");
  const typed = page.getByRole("textbox", { name: "Type a move" });
  await expect(typed).toBeFocused();
  await typed.fill("clock");
  await typed.press("Enter");
  await expect(shown).toContainText("No clock in this game");
});
