// axe-core finds nothing serious on any page, in any of the looks.

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { begin, GAMES, test } from "./play";

async function expectNothingSerious(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const found = serious.map(
    ({ id, help, nodes }) => `${where}: ${id}, ${help}: ${nodes.map(({ html }) => html.slice(0, 200))}`,
  );
  expect(found).toEqual([]);
}

for (const theme of ["light", "dark", "contrast"]) {
  test.describe(theme, () => {
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((theme) => {
        localStorage.setItem("ludoteca.settings", JSON.stringify({ theme }));
      }, theme);
    });

    test("every page", async ({ page }) => {
      for (const path of ["/", "/number-one", "/settings", "/games", "/squadro/rules", "/nonsense", "/g/nonsense"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
        await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
        if (path === "/number-one") await page.getByText("Clock and options").click();
        if (path === "/squadro/rules") await expect(page.locator("#SQ-1")).toBeVisible();
        await expectNothingSerious(page, path);
      }
    });

    test("running games and their dialogs", async ({ page, hand }) => {
      for (const game of GAMES) {
        await begin(page, game);
        await hand.move();
        await hand.ready();
        await expectNothingSerious(page, game);
      }
      await page.getByRole("button", { name: "More" }).click();
      await expectNothingSerious(page, "more");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Resign" }).click();
      await expectNothingSerious(page, "resign?");
      await page.getByRole("button", { name: "Yes, resign" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectNothingSerious(page, "result");
      await page.goto("/games");
      await expectNothingSerious(page, "games");
    });
  });
}
