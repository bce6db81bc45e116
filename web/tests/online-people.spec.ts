// What the two players of an online game see of each other: absence, vacation, chat, challenges, first moves,
// rematches.

import { expect, type Page } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { ask, become, gameOf, type GameOnServer, named, type Person as Known, playAny, test } from "./people";
import { openTalk } from "./online";
import { FINGER, MOUSE, NO_PAGE } from "./play";
import { tooWide } from "./sizes";

const DAYS = { system: "correspondence", perTurn: 259_200_000, bank: 0 };
const LIVE = { system: "increment", initial: 300_000, increment: 3000 };
/** Timing depends on the server and on the machine's load. */
const SOON = { timeout: 60_000 };

async function register(page: Page, name: string): Promise<Known> {
  const { user } = await ask<{ user: Known }>(page, "POST", "/accounts", { name, password: `${name} by the sea` });
  await page.evaluate((user) => localStorage.setItem("ludoteca.online", JSON.stringify(user)), user);
  return user;
}
const called = (name: string): string => `${name}-${Math.random().toString(36).slice(2, 8)}`;
const main = (page: Page) => page.getByRole("main");

/** Two users known to the server. */
async function two(page: Page, other: Page): Promise<[Known, Known]> {
  await page.goto(NO_PAGE);
  await other.goto(NO_PAGE);
  return [await become(page, named("Ada")), await become(other, named("Bob"))];
}

test("a player may claim the game when the opponent has left", MOUSE, async ({ page, another }) => {
  const other = await another();
  const [, bob] = await two(page, other);
  // A third of the remaining minute is the shortest absence that counts after a move or two.
  const { id } = await gameOf(page, other, { game: "squadro", clock: { system: "sudden-death", initial: 58_000 } });
  await playAny(page, id);
  await playAny(other, id);
  for (const one of [page, other]) await one.goto(`/g/${id}`);
  await expect(page.getByRole("img", { name: "connected" })).toBeVisible();
  await playAny(page, id);
  await expect(main(page)).toContainText(`${bob.name} to move`);
  await other.close();
  await expect(page.getByRole("img", { name: "away" })).toBeVisible();
  await expect(main(page)).toContainText(`${bob.name} has been away for a while.`, SOON);
  await page.getByRole("button", { name: "Claim win" }).click();
  await expect(page.locator("section.outcome h2")).toHaveText("You won");
});

test("a vacation and the stopped clock are shown to the opponent", FINGER, async ({ page, another }) => {
  const other = await another();
  await two(page, other);
  const { id } = await gameOf(page, other, { game: "squadro", clock: DAYS });
  await playAny(page, id);
  await page.goto(`/g/${id}`);
  await expect(page.getByRole("grid")).toBeVisible();
  const until = Date.now() + 4 * 86_400_000;
  await ask(other, "PUT", "/me/vacation", { until });
  const day = new Date(until).toLocaleDateString("en", { day: "numeric", month: "short" });
  await expect(page.locator(".far")).toContainText(`on vacation until ${day}`);
  await expect(main(page)).toContainText(/On vacation until .*\. The clock is paused\./);
  await expect(page.locator(".far .clock.running")).toHaveCount(0);
  // Also visible when the game is opened later.
  await page.reload();
  await expect(page.locator(".far")).toContainText(`on vacation until ${day}`);
  await ask(other, "PUT", "/me/vacation", { until: null });
  await expect(page.locator(".far")).not.toContainText("on vacation");
});

test("a visitor becomes a guest by writing to spectators", MOUSE, async ({ page, another }) => {
  const other = await another();
  await two(page, other);
  const { id } = await gameOf(page, other, { game: "peak", clock: DAYS });
  const [eve, dan] = [await another(), await another()];
  for (const one of [eve, dan]) await one.goto(`/g/${id}`);
  await openTalk(dan);
  await openTalk(eve);
  await expect(eve.getByText("Spectators can read this now, and the players after the game.")).toBeVisible();
  await eve.getByLabel("Message").fill("What a game!");
  await eve.getByRole("button", { name: "Send" }).click();
  for (const one of [eve, dan]) await expect(one.getByRole("log")).toContainText("What a game!");
  expect(await ask<{ user: Known | null }>(eve, "GET", "/me").then(({ user }) => user)).not.toBeNull();
  // After the game the players can read it too.
  const { seq } = await playAny(page, id);
  await ask(other, "POST", `/games/${id}/actions`, { id: "resigns", seq, do: "resign" });
  await expect(eve.getByText("Everyone who can see this game can read this.")).toBeVisible();
});

test("unread messages stay unread after a reload", FINGER, async ({ page, another }) => {
  const other = await another();
  await two(page, other);
  const { id } = await gameOf(page, other, { game: "squadro", clock: DAYS });
  await page.goto(`/g/${id}`);
  await ask(other, "POST", `/games/${id}/messages`, { room: "players", text: "Hello!" });
  const mark = page.getByRole("button", { name: "Chat, 1 new message" });
  await expect(mark).toBeVisible();
  await page.reload();
  await mark.tap();
  await expect(page.getByRole("log")).toContainText("Hello!");
  await expect(page.getByText("Only the players can read this, even after the game.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("button", { name: "Chat", exact: true })).toBeVisible();
  await ask(other, "POST", `/games/${id}/messages`, { room: "players", text: "And again!" });
  await expect(mark).toBeVisible();
});

test("the chat is beside the board if there is room, and covers nothing", MOUSE, async ({ page, another }) => {
  const other = await another();
  const [, bob] = await two(page, other);
  const { id } = await gameOf(page, other, { game: "squadro", clock: DAYS });
  await page.goto(`/g/${id}`);
  for (const [width, height] of [
    [1366, 650],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const log = page.getByRole("log", { name: "Chat" });
    await expect(log).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const boxes = await Promise.all(
      [page.locator(".board").first(), page.locator(".talk").first(), page.locator(".near"), page.locator(".do")].map(
        (one) => one.boundingBox(),
      ),
    );
    const apart = boxes.every((one, at) =>
      boxes
        .slice(at + 1)
        .every(
          (two) =>
            one!.x + one!.width <= two!.x + 1 ||
            two!.x + two!.width <= one!.x + 1 ||
            one!.y + one!.height <= two!.y + 1 ||
            two!.y + two!.height <= one!.y + 1,
        ),
    );
    expect([width, apart, await tooWide(page)]).toEqual([width, true, []]);
    await expect(page.getByLabel("Message")).toBeInViewport({ ratio: 0.99 });
  }
  await ask(other, "POST", `/games/${id}/messages`, { room: "players", text: "Good luck" });
  await expect(page.getByRole("log")).toContainText(bob.name);
  await expect(page.getByRole("button", { name: "Chat", exact: true })).toBeVisible();
  await expectNothingSeriousInAnyLook(page, "chat beside the board");
  await page.getByRole("button", { name: "Close chat" }).click();
  await expect(page.getByRole("log")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Chat", exact: true })).toBeVisible();
  await expect(page.getByRole("log")).toHaveCount(0);
});

test("the plain address of a waiting game says what is needed", FINGER, async ({ page, another }) => {
  const other = await another();
  await page.goto(NO_PAGE);
  const ada = await become(page, named("Ada"));
  const { id } = await ask<GameOnServer>(page, "POST", "/games", { game: "squadro", clock: LIVE });
  await other.goto(`/g/${id}`);
  await expect(main(other)).toContainText(`You need an invitation link to join. Ask ${ada.name} for it`);
  await expect(main(other).getByRole("link", { name: "Rules" })).toBeVisible();
  await expectNothingSeriousInAnyLook(other, "a game that waits");
  const unlisted = { game: "squadro", clock: LIVE, listed: false };
  const { id: hidden } = await ask<GameOnServer>(page, "POST", "/games", unlisted);
  await other.goto(`/g/${hidden}`);
  await expect(main(other)).toContainText("If you were invited, ask for the invitation link.");
});

test("an invitation is still open after a look at the rules and a lesson", MOUSE, async ({ page, another }) => {
  const other = await another();
  await page.goto(NO_PAGE);
  await become(page, named("Ada"));
  const { invitation } = await ask<GameOnServer>(page, "POST", "/games", { game: "squadro", clock: LIVE });
  const join = other.getByRole("button", { name: "Join game" });
  const back = other.getByRole("link", { name: "Back to game" });
  await other.goto(invitation!);
  await expect(join).toBeVisible();
  const address = other.url();
  await main(other).getByRole("link", { name: "Rules" }).click();
  await back.click();
  await expect(other).toHaveURL(address);
  await expect(join).toBeVisible();
  await main(other)
    .getByRole("link", { name: /^Learn/ })
    .click();
  await other.getByRole("link", { name: "Skip", exact: true }).click();
  await expect(other).toHaveURL(/\/squadro\/learn\/2$/);
  await other.locator("a.ruling").first().click();
  await other.getByRole("link", { name: "Back to lesson" }).click();
  await expect(other).toHaveURL(/\/squadro\/learn\/2$/);
  await back.click();
  await expect(other).toHaveURL(address);
  await expect(join).toBeVisible();
});

test("a challenge is answered where it opens, and shows its terms", FINGER, async ({ page, another }) => {
  const other = await another();
  const [ada, bob] = await two(page, other);
  const { id } = await ask<GameOnServer>(page, "POST", "/games", {
    ...{ game: "squadro", clock: LIVE, take_back: false },
    seats: ["you", { user: bob.id }],
  });
  await page.goto(`/g/${id}`);
  await expect(main(page).getByRole("status")).toHaveText(`Waiting for ${bob.name} to accept`);
  await expect(page.getByLabel("Invitation link")).toHaveCount(0);
  await other.goto(`/g/${id}`);
  await expect(main(other)).toContainText(`${ada.name} challenges you to Squadro.`);
  for (const text of ["5 min + 3 s", "unrated", "no takebacks"]) await expect(main(other)).toContainText(text);
  await expect(main(other).getByRole("link", { name: "Rules" })).toHaveAttribute("href", "/squadro/rules");
  await expect(main(other).getByRole("link", { name: /Learn|tutorial/i })).toBeVisible();
  await expect(other.getByRole("button", { name: "Accept" })).toBeVisible();
  await expectNothingSeriousInAnyLook(other, "a challenge");
  await other.getByRole("button", { name: "Decline" }).click();
  for (const one of [page, other]) {
    const outcome = one.locator("section.outcome");
    await expect(outcome).toContainText("The challenge was declined");
    // Nothing was played.
    await expect(outcome.getByRole("link", { name: "Game report" })).toHaveCount(0);
  }
});

test("a user can be challenged from their profile", MOUSE, async ({ page, another }) => {
  const other = await another();
  await page.goto(NO_PAGE);
  await other.goto(NO_PAGE);
  const bob = await register(other, called("Bob"));
  await become(page, named("Ada"));
  // Challenges do not use the last game's clock.
  await page.goto("/peak?online");
  await page.getByText("Clock and options").click();
  await page.getByLabel("Clock", { exact: true }).selectOption("Days per turn");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page).toHaveURL(/\/g\//);
  await page.goto(`/@${bob.name}`);
  await page
    .getByRole("navigation", { name: `Challenge ${bob.name}` })
    .getByRole("link", { name: "Peak" })
    .click();
  await expect(page.getByText(`We’ll let ${bob.name} know`)).toBeVisible();
  await expect(page.getByText("Clock and options")).toContainText("5 min + 3 s · unrated");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(main(page)).toContainText(`Waiting for ${bob.name} to accept`);
  const made = await ask<GameOnServer>(page, "GET", `/games/${new URL(page.url()).pathname.slice(3)}`);
  expect(made.seats.map(({ invited }) => invited ?? null)).toContain(bob.id);
  expect(made.clock).toMatchObject({ system: "increment", initial: 300_000, increment: 3000 });
  // Nor do they replace it.
  await page.goto("/peak?online");
  await expect(page.getByLabel("Clock", { exact: true })).toHaveValue("correspondence");
  await other.goto(`/@${bob.name}`);
  await expect(other.getByRole("heading", { level: 1, name: bob.name })).toBeVisible();
  await expect(other.getByRole("navigation", { name: `Challenge ${bob.name}` })).toHaveCount(0);
});

test("a bot can be challenged from its profile", MOUSE, async ({ page }) => {
  await page.goto(NO_PAGE);
  const { name: owner } = await register(page, called("Dora"));
  const robot = { name: called("Robot"), password: `${owner} by the sea` };
  const { user: bot } = await ask<{ user: Known }>(page, "POST", "/accounts/bot", robot);
  await page.goto(`/@${bot.name}`);
  const challenge = page.getByRole("navigation", { name: `Challenge ${bot.name} (bot)` });
  await challenge.getByRole("link", { name: "Squadro" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(main(page)).toContainText(`Waiting for ${bot.name} (bot) to accept`);
});

test("that a draw was declined is shown until a takeback", MOUSE, async ({ page, another }) => {
  const other = await another();
  const [, bob] = await two(page, other);
  const { id } = await gameOf(page, other, { game: "squadro", clock: DAYS });
  const act = async (who: Page, action: string) => {
    const { seq } = await ask<GameOnServer>(who, "GET", `/games/${id}`);
    await ask(who, "POST", `/games/${id}/actions`, { id: `${action}-${seq}`, seq, do: action });
  };
  await playAny(page, id);
  await playAny(other, id);
  await page.goto(`/g/${id}`);
  await expect(page.getByRole("grid")).toBeVisible();
  await act(page, "offer-draw");
  await act(other, "decline");
  const declined = page.getByText(`${bob.name} declined the draw.`);
  await expect(declined).toBeVisible();
  await act(page, "take-back");
  await act(other, "accept");
  await expect(page.locator("section td button")).toHaveCount(0);
  await expect(declined).toBeHidden();
});

test(
  "a first move has half a minute, and only the other player is offered a rematch",
  MOUSE,
  async ({ page, another }) => {
    const other = await another();
    const [, bob] = await two(page, other);
    const { id } = await gameOf(page, other, { game: "squadro", clock: LIVE });
    await playAny(page, id);
    for (const one of [page, other]) await one.goto(`/g/${id}`);
    await expect(main(other)).toContainText(/You have \d+ seconds? to move, or the game is aborted\./);
    await expect(main(page)).toContainText(new RegExp(`${bob.name} has \\d+ seconds? to move`));
    // The clock is stopped meanwhile.
    await expect(other.locator(".near .clock")).toContainText("5:00");
    await expect(main(page).locator("section.outcome")).toContainText(
      `${bob.name} didn’t make a first move in time`,
      SOON,
    );
    await expect(main(other).locator("section.outcome")).toContainText("You didn’t make your first move in time");
    await expect(other.getByRole("button", { name: "Rematch" })).toHaveCount(0);
    await page.getByRole("button", { name: "Rematch" }).click();
    await expect(main(page)).toContainText(`Waiting for ${bob.name} to accept`);
  },
);

test(
  "a player who asks for a rematch waits for the other, and finds the finished game",
  FINGER,
  async ({ page, another }) => {
    const other = await another();
    const [ada, bob] = await two(page, other);
    const { id } = await gameOf(page, other, { game: "squadro", clock: DAYS });
    await playAny(page, id);
    await playAny(other, id);
    const { seq } = await ask<GameOnServer>(other, "GET", `/games/${id}`);
    await ask(other, "POST", `/games/${id}/actions`, { id: "end", seq, do: "resign" });
    await page.goto(`/g/${id}`);
    await page.getByRole("button", { name: "Rematch" }).click();
    await expect(main(page).getByRole("status")).toHaveText(`Waiting for ${bob.name} to accept`);
    await expect(page.getByLabel("Invitation link")).toHaveCount(0);
    await expectNothingSeriousInAnyLook(page, "a rematch that waits");
    const next = new URL(page.url()).pathname;
    await page.getByRole("link", { name: "Back to finished game" }).click();
    await expect(page).toHaveURL(`/g/${id}`);
    await expect(page.locator("section.outcome h2")).toHaveText("You won");
    await other.goto(next);
    await expect(main(other)).toContainText(`${ada.name} wants a Squadro rematch.`);
    await other.getByRole("button", { name: "Accept" }).click();
    await expect(other.getByRole("grid")).toBeVisible();
    await page.goto(next);
    await expect(page.getByRole("grid")).toBeVisible();
  },
);

test("an illegal premove is named", MOUSE, async ({ page, another }) => {
  const other = await another();
  await two(page, other);
  const { id } = await gameOf(page, other, { game: "peak", clock: LIVE });
  await playAny(page, id);
  await playAny(other, id);
  await ask(other, "PUT", `/games/${id}/plan`, { premoves: ["a1-f1"] });
  await other.goto(`/g/${id}`);
  await expect(other.getByRole("button", { name: "Premoves" })).toBeVisible();
  await playAny(page, id);
  const words = other.locator(".message");
  await expect(words).toContainText("Premove a1-f1 was no longer legal.");
  await expect(words).toContainText("Your turn");
});

test(
  "a live game is analysed afterwards; a correspondence game at any time, with a link back",
  FINGER,
  async ({ page, another }) => {
    const other = await another();
    await two(page, other);
    const live = await gameOf(page, other, { game: "squadro", clock: LIVE });
    await playAny(page, live.id);
    await playAny(other, live.id);
    await page.goto(`/g/${live.id}`);
    await page.getByRole("button", { name: "More" }).click();
    await expect(page.getByText("No computer help while your game is on.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Analysis" })).toHaveCount(0);
    await page.goto(`/g/${live.id}/report`);
    await expect(main(page)).toContainText("No computer help while your game is on.");
    await expect(page.getByRole("button", { name: /^Deeper analysis/ })).toHaveCount(0);
    const slow = await gameOf(page, other, { game: "peak", clock: DAYS });
    await playAny(page, slow.id);
    await page.goto(`/g/${slow.id}`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Analysis" }).click();
    await expect(page).toHaveURL(/\/peak\/analysis/);
    await page.getByRole("link", { name: "Back to game" }).click();
    await expect(page).toHaveURL(`/g/${slow.id}`);
  },
);

test("the seats of a game for four can be chosen on a small phone", FINGER, async ({ page, another }) => {
  const other = await another();
  await page.goto(NO_PAGE);
  await become(page, named("Ada"));
  const { invitation } = await ask<GameOnServer>(page, "POST", "/games", {
    ...{ game: "number-one", clock: LIVE, seats: ["you", "open", "open", "open"] },
  });
  for (const width of [320, 360]) {
    await other.setViewportSize({ width, height: 740 });
    await other.goto(invitation!);
    const seats = other.getByRole("group", { name: "Your seat" });
    const whole = (await seats.boundingBox())!;
    expect(whole.width).toBeGreaterThan(width * 0.8);
    for (const label of await seats.locator("label").all()) {
      const box = (await label.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(whole.x);
      expect(box.x + box.width).toBeLessThanOrEqual(whole.x + whole.width + 1);
    }
    expect([width, await tooWide(other)]).toEqual([width, []]);
  }
  await expect(main(other)).toContainText("takebacks allowed");
  await expectNothingSeriousInAnyLook(other, "the seats of a game");
});

test(
  "quick pairing starts a rated game for two accounts, and tells guests that theirs is not",
  MOUSE,
  async ({ page, another }) => {
    const other = await another();
    for (const [one, name] of [
      [page, called("Ada")],
      [other, called("Bob")],
    ] as const) {
      await one.goto(NO_PAGE);
      await register(one, name);
      await one.goto("/online");
      await expect(one.getByRole("radio", { name: "Rated if possible" })).toBeChecked();
    }
    const quick = (one: Page) => one.getByRole("region", { name: "Quick play" });
    await quick(page).getByRole("button", { name: /^Peak/ }).click();
    const own = page.getByRole("region", { name: "Open games" }).getByRole("listitem").filter({ hasText: "Peak" });
    await expect(own).toContainText("rated if possible");
    await quick(other).getByRole("button", { name: /^Peak/ }).click();
    await expect(other).toHaveURL(/\/g\/[a-z0-9]+$/);
    const game = await ask<GameOnServer & { rated: boolean }>(
      other,
      "GET",
      `/games/${new URL(other.url()).pathname.slice(3)}`,
    );
    expect(game.rated).toBe(true);
    const guest = await another();
    await guest.goto("/online");
    await expect(quick(guest)).toContainText("Guest games are unrated.");
    // A rating range is sent and shown to others.
    await page.goto("/online");
    await page.getByLabel("Limit opponents’ rating").check();
    await page.getByLabel("from", { exact: true }).fill("1450");
    await page.getByLabel("to", { exact: true }).fill("1650");
    await page.getByLabel("to", { exact: true }).blur();
    await page.getByText("Rated only").click();
    await quick(page)
      .getByRole("button", { name: /^Squadro/ })
      .click();
    const shown = guest.getByRole("region", { name: "Open games" }).getByRole("listitem");
    await expect(shown.filter({ hasText: "rating 1,450 to 1,650" })).toContainText("rated");
    await quick(page).getByRole("button", { name: "Cancel: Squadro" }).click();
  },
);

test("a spectator is not offered moves, resigning or takebacks", MOUSE, async ({ page, another }) => {
  const other = await another();
  await two(page, other);
  const { id } = await gameOf(page, other, { game: "squadro", clock: DAYS });
  const eve = await another();
  await eve.goto(`/g/${id}`);
  const line = eve.getByRole("textbox", { name: "Type a command" });
  await expect(line).toBeVisible();
  await expect(eve.locator(".moves form")).not.toContainText("resign");
});
