// A whole game of each kind against the computer, from the set-up to the rematch.

import { expect } from "@playwright/test";
import { begin, expectResult, outcomeOf, test, type GameId, type Choices } from "./play";

const CHOICES: Record<GameId, Choices> = {
  squadro: {},
  "number-one": {},
  peak: {},
  "one-piece-for-two": { terms: { Columns: "5", Rows: "5", Pieces: "8" } },
};

for (const [game, choices] of Object.entries(CHOICES) as [GameId, Choices][]) {
  test.describe(game, () => {
    // One of them with animations: a move may be chosen during another's animation.
    test.use({ contextOptions: { reducedMotion: game === "peak" ? "no-preference" : "reduce" } });

    test("a whole game, its ruling and the rematch", async ({ page, hand }) => {
      await begin(page, game, choices);
      await hand.toEnd();
      const end = await outcomeOf(page).getByRole("heading").innerText();
      const lost = end === "You lost";

      const link = await expectResult(page, game);
      const ruling = (await link.innerText()).replace("Rule ", "");
      await link.click();
      await expect(page).toHaveURL(new RegExp(`/${game}/rules#${ruling}$`));
      await expect(page.locator(`#${ruling}`)).toBeInViewport();
      await expect(page.locator(`#${ruling}`)).toContainText(ruling);

      // Back at the game, it is still over, with its reason.
      await page.goBack();
      await expect(page.getByRole("link", { name: `Rule ${ruling}` })).toBeVisible();
      const { plies } = await hand.sight();
      expect(plies).toBeGreaterThan(3);
      await page.getByRole("button", { name: "Rematch" }).click();
      await expect(page.getByRole("button", { name: "Resign" })).toBeVisible();
      const own = page.locator(".near");
      await expect(own).toContainText("You");
      const next = await hand.ready();
      switch (game) {
        // Colours are swapped (TB-9), and the computer starts.
        case "squadro":
          await expect(own).toContainText("Red");
          expect(next.plies).toBe(1);
          break;
        case "one-piece-for-two":
          // The loser starts; after a draw, the seat that did not start (OP-8).
          await expect(own).toContainText("Red");
          expect(next.plies).toBe(lost ? 0 : 1);
          break;
        case "number-one":
          await expect(own).toContainText("Orange");
          expect(next.plies).toBe(1);
          break;
        case "peak":
          await expect(own).toContainText("Dark");
          expect(next.plies).toBe(1);
      }
    });
  });
}
