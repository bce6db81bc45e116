// The lobby: quick pairing, open seeks, and games to watch.

import { expect, type Page } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { LANGUAGES } from "./languages";
import { ask, become, expectAtGame, gameAt, gameOf, named, playAny, test } from "./people";
import { FINGER, MOUSE, OFFLINE } from "./play";
import { speak } from "./saved";
import { tooWide } from "./sizes";

const region = (page: Page, name: string) => page.getByRole("region", { name });
const wanted = (page: Page, who: string) => region(page, "Open games").getByRole("listitem").filter({ hasText: who });

/** A seek unique to these tests, so that it is only accepted by hand. */
const seek = (page: Page, more: Record<string, unknown> = {}) =>
  ask<{ id: string }>(page, "POST", "/seeks", {
    game: "squadro",
    players: 2,
    clock: { system: "per-turn", time: 1000 * (7 + Math.floor(Math.random() * 1e6)) },
    ...more,
  });

test("quick pairing looks for an opponent, and can be cancelled", FINGER, async ({ page }) => {
  const name = named("Ada");
  await page.goto("/online");
  const quick = region(page, "Quick play");
  await quick.getByLabel("Your name").fill(name);
  const button = quick.getByRole("button", { name: /^Number One 10 min \+ 5 s/ });
  await button.tap();
  await expect(quick.getByText("Finding an opponent …")).toBeVisible();
  await expect(quick).toContainText(`You’ll play as ${name}.`);
  await expect(region(page, "Open games").getByText("You", { exact: false }).first()).toBeVisible();
  // Also after a reload.
  await page.reload();
  await expect(quick.getByText("Finding an opponent …")).toBeVisible();
  await quick.getByRole("button", { name: "Cancel: Number One" }).tap();
  await expect(button).toBeEnabled();
  await expect(quick.getByText("Finding an opponent …")).toHaveCount(0);
});

test("two players who choose the same game are paired", MOUSE, async ({ page, another }) => {
  const other = await another();
  const people = [
    [page, named("Ada")],
    [other, named("Bob")],
  ] as const;
  for (const [one, name] of people) {
    await one.goto("/online");
    await one.getByLabel("Your name").fill(name);
    await region(one, "Quick play")
      .getByRole("button", { name: /^One Piece for Two/ })
      .click();
  }
  await expectAtGame(other);
  await expectAtGame(page);
  expect(new URL(page.url()).pathname).toBe(new URL(other.url()).pathname);
  const { game, clock } = await gameAt(page);
  expect(game).toBe("one-piece-for-two");
  expect(clock).toMatchObject({ system: "increment", initial: 300_000, increment: 3000 });
});

test(
  "a seek shows its terms, updates live, and is accepted by one press",
  FINGER,
  async ({ page, another, hasTouch }) => {
    const other = await another();
    await other.goto("/");
    const ada = await become(other, named("Ada"));
    await page.goto("/online");
    await expect(region(page, "Live games")).toBeVisible();
    const first = await seek(other, { seat: 1, options: { first: "red" } });
    const row = wanted(page, ada.name);
    for (const text of ["Squadro", `${ada.name} plays Red`, "per turn", "First"]) await expect(row).toContainText(text);
    await ask(other, "DELETE", `/seeks/${first.id}`);
    await expect(row).toHaveCount(0);
    await seek(other);
    const button = row.getByRole("button", { name: new RegExp(`^Play Squadro with ${ada.name}`) });
    await (hasTouch ? button.tap() : button.click());
    await expectAtGame(page);
    const { seats } = await gameAt(page);
    expect(seats.map(({ user }) => user?.name)).toContain(ada.name);
  },
);

test("three players find each other one after the other", MOUSE, async ({ page, another }) => {
  const [second, third] = [await another(), await another()];
  await second.goto("/");
  const ada = await become(second, named("Ada"));
  await seek(second, { game: "number-one", players: 3 });
  await page.goto("/online");
  const row = wanted(page, ada.name);
  await expect(row).toContainText("3 players");
  await expect(row).toContainText("2 more players needed");
  await row.getByRole("button", { name: /^Play Number One/ }).click();
  await expect(row).toContainText("1 more player needed");
  // A player who has joined may leave again, or wait for the third.
  await row.getByRole("button", { name: /^Cancel Number One/ }).click();
  await expect(row).toContainText("2 more players needed");
  await row.getByRole("button", { name: /^Play Number One/ }).click();
  await expect(row).toContainText("Finding an opponent …");
  await third.goto("/online");
  await wanted(third, ada.name)
    .getByRole("button", { name: /^Play Number One/ })
    .click();
  await expectAtGame(third);
  await expectAtGame(page);
});

test("public games are shown with live boards and link to the game", MOUSE, async ({ page, another }) => {
  const [ada, bob] = [await another(), await another()];
  await ada.goto("/");
  await bob.goto("/");
  const name = named("Ada");
  await become(ada, name);
  await become(bob, named("Bob"));
  const { id } = await gameOf(ada, bob, { game: "squadro", clock: null, seats: ["you", "open"] });
  await playAny(ada, id);
  await page.goto("/online");
  const card = region(page, "Live games").getByRole("link", { name: new RegExp(`^Watch Squadro: ${name}`) });
  await card.scrollIntoViewIfNeeded();
  const board = card.locator("svg").first();
  await expect(board).toBeVisible();
  // The board follows the game.
  const pieces = () => card.locator("span.board").innerHTML();
  const before = await pieces();
  await playAny(bob, id);
  await expect.poll(pieces).not.toBe(before);
  const end = await ask<{ seq: number }>(ada, "GET", `/games/${id}`);
  await ask(ada, "POST", `/games/${id}/actions`, { id: "end", seq: end.seq, do: "resign" });
  await expect(card).toContainText("Finished");
  await card.click();
  await expect(page).toHaveURL(`/g/${id}`);
});

test.describe("with the service worker", () => {
  test.use(OFFLINE);

  test("offline the lobby says so, and recovers by itself", FINGER, async ({ page, context }) => {
    await page.goto("/online");
    await expect(region(page, "Open games")).not.toContainText("Loading");
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("Can’t reach the server. You can still play");
    await expect(region(page, "Quick play").getByRole("button", { name: /^Peak/ })).toBeDisabled();
    await context.setOffline(false);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(region(page, "Quick play").getByRole("button", { name: /^Peak/ })).toBeEnabled();
  });
});

test("the whole lobby can be used by keyboard", MOUSE, async ({ page, another }) => {
  const other = await another();
  await other.goto("/");
  const ada = await become(other, named("Ada"));
  await seek(other);
  await page.goto("/");
  await page.getByRole("link", { name: "Online", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Online" })).toBeFocused();
  const play = wanted(page, ada.name).getByRole("button", { name: /^Play Squadro/ });
  await expect(play).toBeVisible();
  for (let tabs = 0; tabs < 60 && !(await play.evaluate((one) => one === document.activeElement)); tabs++)
    await page.keyboard.press("Tab");
  await expect(play).toBeFocused();
  await page.keyboard.press("Enter");
  await expectAtGame(page);
});

test("it fits every small window in every language, and axe finds nothing", FINGER, async ({ page, another }) => {
  const other = await another();
  await other.goto("/");
  await become(other, "Maximiliane Aurelia-Sofie");
  await seek(other, { game: "number-one", players: 4, seat: 2 });
  await seek(other, { game: "one-piece-for-two", options: { width: "5", height: "5", pieces: "8" } });
  for (const language of LANGUAGES) {
    await speak(page, language);
    await page.goto("/online");
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.locator("section").nth(1).getByRole("listitem").first()).toBeVisible();
    for (const [width, height] of [
      [320, 568],
      [345, 740],
      [740, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect([language, width, await tooWide(page)]).toEqual([language, width, []]);
      const header = (await page.locator("header nav").boundingBox())!;
      expect([language, width, header.height]).toEqual([language, width, 52]);
    }
  }
  await expectNothingSeriousInAnyLook(page, "lobby");
});
