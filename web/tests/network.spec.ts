// Offline use, and access from another machine in the network.

import { expect } from "@playwright/test";
import { expectResult, Hand, keepEnding, nameGames, OFFLINE, setUp, test } from "./play";

test.use(OFFLINE);

test("after one visit a game is started, reloaded and played to its end offline", async ({
  page,
  context,
  hasTouch,
}) => {
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.close();
  await context.setOffline(true);

  const fresh = await context.newPage();
  await nameGames(fresh, 1);
  await keepEnding(fresh);
  await fresh.goto("/");
  expect(await fresh.evaluate(() => navigator.onLine)).toBe(false);
  await fresh.getByRole("link", { name: "Peak", exact: true }).click();
  await setUp(fresh, {});
  const hand = new Hand(fresh, hasTouch);
  await hand.move();
  await hand.move();
  const { plies } = await hand.ready();
  await fresh.reload();
  expect((await hand.ready()).plies).toBe(plies);
  await hand.move();
  // Another game, played before, is finished.
  await fresh.goto("/g/near");
  await hand.toEnd();
  const link = await expectResult(fresh, "peak");
  await link.click();
  await expect(fresh.locator(":target, .asked").first()).toBeInViewport();
});

test("over plain HTTP from another host, a game against the computer is played", async ({ page, baseURL, hand }) => {
  await page.goto(`http://ludoteca.test:${new URL(baseURL ?? "").port}/one-piece-for-two`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await setUp(page, { terms: { Columns: "4", Rows: "4", Pieces: "6" } });
  await hand.toEnd();
  await expectResult(page, "one-piece-for-two");
});
