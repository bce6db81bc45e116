// A game as a screen reader's user plays it: found by role and name only, and what the page says is heard.

import { expect, type Locator } from "@playwright/test";
import { chance, keepEnding, test } from "./play";

/** Screen readers press Enter on what has the focus, or make a click without any pointer: by turns. */
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

  const said = page.getByRole("status");
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
    await expect(said).toContainText(`${from} selected. Next: `);
    await expect(chosen).toHaveAttribute("aria-label", /, selected$/);
    const landings = await choosable.all();
    const landing = landings[Math.floor(random() * landings.length)]!;
    await activate(landing, turn);
    await hand.played(plies + 1);
    // Both moves are told, and that it is one's turn again, or how the game ended.
    await expect(said).toContainText(/Your turn\.|won\.|lost\.|draw\./);
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

test("what is typed is judged aloud, and what stands on a cell can be asked", async ({ page, hand }) => {
  await page.goto("/squadro");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeEnabled();
  await play.press("Enter");
  await hand.ready();
  const said = page.getByRole("status");
  const start = page.getByRole("gridcell", { name: /available$/ }).first();
  await start.focus();
  await page.keyboard.press("o");
  await expect(said).toContainText(/Yellow piece, moves \d/);
  await page.keyboard.press("l");
  await expect(said).toContainText("No moves yet");
  await page.keyboard.press("c");
  const typed = page.getByRole("textbox", { name: "Type a move" });
  await expect(typed).toBeFocused();
  await typed.fill("clock");
  await typed.press("Enter");
  await expect(said).toContainText("No clock in this game");
});
