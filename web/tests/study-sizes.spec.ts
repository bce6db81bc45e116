// The editor and the embedded board at all sizes: a large board, and everything in reach.

import { expect, test } from "@playwright/test";
import { FINGER, MOUSE } from "./play";
import { DEVICES } from "./sizes";

for (const [device, sizes] of Object.entries(DEVICES)) {
  const where = device === "phone" ? FINGER : MOUSE;
  test(
    `the editor on a ${device}: the whole board is visible, and the selected tool is beside or right below it`,
    where,
    async ({ page }) => {
      for (const [width, height] of sizes)
        await test.step(`${width}x${height}`, async () => {
          await page.setViewportSize({ width, height });
          await page.goto("/number-one/editor");
          const board = page.getByRole("grid");
          await expect(board).toBeInViewport({ ratio: 0.99 });
          const held = page
            .getByRole("radio")
            .or(page.getByRole("button", { pressed: true }))
            .first();
          await expect(held).toBeAttached();
          const [own, tools] = [(await board.boundingBox())!, (await page.getByText("Pieces").boundingBox())!];
          if (width > height) {
            expect(own.height).toBeGreaterThanOrEqual(Math.min(0.72 * height, 0.4 * width));
            expect(tools.x).toBeGreaterThanOrEqual(own.x + own.width - 1);
          }
          // The first row of tools is visible together with the board.
          expect(tools.y + 70).toBeLessThanOrEqual(height);
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        });
    },
  );

  test(`the embedded board on a ${device} fills its frame, and every button is visible`, where, async ({ page }) => {
    for (const [width, height] of sizes)
      await test.step(`${width}x${height}`, async () => {
        await page.setViewportSize({ width, height });
        // Otherwise the same address would not be reloaded.
        await page.goto("about:blank");
        await page.goto("/embed/squadro#1._Y3_R2");
        const board = page.getByRole("img", { name: /^Squadro/ });
        await expect(board).toBeInViewport({ ratio: 0.99 });
        const { width: w, height: h } = (await board.boundingBox())!;
        const most = width >= 1.5 * height ? height : Math.min(width, height - 110);
        expect(Math.min(w, h)).toBeGreaterThanOrEqual(0.93 * most);
        for (const name of ["Go to start", "Previous move", "Next move", "Go to latest move"])
          await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
        await page.getByRole("button", { name: "Next move" }).click();
        await expect(page.getByText("1 / 2 Y3")).toBeInViewport({ ratio: 1 });
        await expect(page.locator("[role=status][aria-live]")).toContainText(/Y3/);
        expect(
          await page.evaluate(() => [
            document.documentElement.scrollWidth - innerWidth,
            document.documentElement.scrollHeight - innerHeight,
          ]),
        ).toEqual([0, 0]);
      });
  });
}
