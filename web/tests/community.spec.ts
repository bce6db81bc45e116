// Ratings, profiles, leaderboards, archive and explorer, after a rated game between two accounts, which the
// server rates shortly after its end.

import { expect, type Locator, type Page } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { ask, gameOf, playAny, test, type GameOnServer, type Person } from "./people";
import { FINGER, MOUSE, NO_PAGE } from "./play";

/** A valid account name, unique to this run. */
const called = (name: string): string => `${name}-${Math.random().toString(36).slice(2, 9)}`;

async function register(page: Page, name: string): Promise<Person> {
  await page.goto(NO_PAGE);
  const { user } = await ask<{ user: Person }>(page, "POST", "/accounts", { name, password: `${name} by the sea` });
  await page.evaluate((user) => localStorage.setItem("ludoteca.online", JSON.stringify(user)), user);
  return user;
}
const resign = async (page: Page, id: string): Promise<void> => {
  const { seq } = await ask<GameOnServer>(page, "GET", `/games/${id}`);
  await ask(page, "POST", `/games/${id}/actions`, { id: `test-resign-${seq}`, seq, do: "resign" });
};

interface Rated {
  game: string;
  moves: string[];
  winner: Person;
  loser: Person;
}
/** A rated game of Squadro: four moves, then the second seat resigns; resolves once it is rated. */
async function playRated(one: Page, other: Page): Promise<Rated> {
  const winner = await register(one, called("Ada"));
  const loser = await register(other, called("Bob"));
  const { id } = await gameOf(one, other, {
    game: "squadro",
    rated: true,
    listed: true,
    clock: { system: "increment", initial: 300_000, increment: 3000 },
  });
  for (const player of [one, other, one, other]) await playAny(player, id);
  const { moves } = await ask<GameOnServer>(one, "GET", `/games/${id}`);
  await resign(other, id);
  await expect
    .poll(async () => {
      const { games } = await ask<{ games: unknown[] }>(one, "GET", `/archive?player=${winner.name}`);
      const { ratings } = await ask<{ ratings: unknown[] }>(one, "GET", `/users/${winner.id}/ratings`);
      return [games.length, ratings.length];
    })
    .toEqual([1, 1]);
  return { game: id, moves, winner, loser };
}
const expectNoSidewaysScrolling = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** Opens the explorer; on small screens it is behind a tab. */
async function openPlayed(page: Page, press: (what: Locator) => Promise<void>): Promise<void> {
  await expect(page.getByRole("grid")).toBeVisible();
  const tab = page.getByRole("button", { name: "Values", exact: true });
  if (await tab.isVisible()) await press(tab);
  await press(page.getByText("Position explorer"));
}

test(
  "a rated game is on the profiles, in the archive, in the explorer, and at the seats",
  FINGER,
  async ({ page, another, hasTouch }) => {
    const press = (what: Locator) => (hasTouch ? what.tap() : what.click());
    const other = await another();
    const { game, moves, winner, loser } = await playRated(page, other);

    // The own profile, from the lobby.
    await page.goto("/online");
    await press(page.getByRole("link", { name: "My profile" }));
    await expect(page.getByRole("heading", { level: 1, name: winner.name })).toBeVisible();
    const rating = page.getByRole("row", { name: /Squadro · Blitz/ });
    await expect(rating).toContainText(/1\d\d\d\?/);
    await expect(rating).toContainText(/± \d+/);
    await expect(page.getByRole("img", { name: /From 1500 to 1\d\d\d in 1 game/ })).toBeVisible();
    await press(page.getByText("Show as table"));
    await expect(page.getByRole("row", { name: /\+\d+$/ })).toBeVisible();
    await expect(page.getByRole("row", { name: "Squadro 1 1 0 0" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Favourite openings" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: `${moves[0]} Squadro, as Yellow` })).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectNothingSeriousInAnyLook(page, "profile");

    // The opponent's profile, from the list of games.
    await press(page.getByRole("link", { name: loser.name }));
    await expect(page.getByRole("heading", { level: 1, name: loser.name })).toBeVisible();
    await expect(page.getByRole("row", { name: "Squadro 1 0 0 1" })).toBeVisible();

    // Their games in the archive.
    await press(page.getByRole("link", { name: `All games by ${loser.name}` }));
    await expect(page.getByRole("heading", { level: 1, name: "Archive" })).toBeVisible();
    await expect(page.getByLabel("Player", { exact: true })).toHaveValue(loser.name);
    const found = page.getByRole("link", { name: new RegExp(`Squadro ${winner.name} wins.*Resignation.*4 moves`) });
    await expect(found).toHaveAttribute("href", `/g/${game}`);
    await page.getByLabel("Result").selectOption("Player won");
    await press(page.getByRole("button", { name: "Search" }));
    await expect(page.getByText("No games found.").first()).toBeVisible();
    await page.getByLabel("Result").selectOption("Player lost");
    await press(page.getByText("More filters"));
    await page.getByLabel("Moves, at most").fill("4");
    await page.getByLabel("Ended by").selectOption("Resignation");
    await press(page.getByRole("button", { name: "Search" }));
    await expect(found).toBeVisible();
    expect(page.url()).toContain("result=loss");
    // The download has the same games.
    const records = page.getByRole("link", { name: "Games (text)", exact: true });
    const [download] = await Promise.all([page.waitForEvent("download"), press(records)]);
    expect(await (await import("node:fs/promises")).readFile(await download.path(), "utf8")).toContain(moves[0]!);
    await expectNoSidewaysScrolling(page);
    await expectNothingSeriousInAnyLook(page, "archive");

    // The game itself: ratings at the seats.
    await press(found);
    await expect(page.getByText(/^1500\? \+\d+$/)).toBeVisible();
    await expect(page.getByText(/^1500\? -\d+$/)).toBeVisible();

    // The explorer at the start.
    await page.goto("/squadro/analysis");
    await openPlayed(page, press);
    const first = page.getByRole("button", { name: new RegExp(`^${moves[0]} .*won.*lost`) });
    await expect(first).toBeVisible();
    await expectNothingSeriousInAnyLook(page, "explorer");
    await press(first);
    await expect(page.getByText("Red to move").first()).toBeVisible();
    await expect(page.getByRole("button", { name: new RegExp(`^${moves[1]} .*won.*lost`) })).toBeVisible();
  },
);

test(
  "during a rated game the explorer of that game is closed and says why; offline it says so",
  MOUSE,
  async ({ page, another, context }) => {
    const other = await another();
    await register(page, called("Cyd"));
    await register(other, called("Dan"));
    const { id } = await gameOf(page, other, {
      game: "squadro",
      rated: true,
      clock: { system: "increment", initial: 300_000, increment: 3000 },
    });
    // The current position of the game itself is closed altogether; this tests the others.
    for (const player of [page, other]) await playAny(player, id);
    const open = () => openPlayed(page, (what) => what.click());
    await page.goto("/squadro/analysis");
    await open();
    await expect(
      page.getByText("The explorer is closed while you’re playing a rated game of this kind."),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to your game" })).toHaveAttribute("href", `/g/${id}`);
    // Other games stay open.
    await page.goto("/peak/analysis");
    await open();
    await expect(page.getByText(/from this position\.?$/)).toBeVisible();
    await context.setOffline(true);
    await page.getByLabel("Speed").selectOption("Rapid");
    await expect(page.getByText(/^The explorer needs a connection/)).toBeVisible();
  },
);

test("leaderboards say that no rating is certain yet, and every filter works", FINGER, async ({ page }) => {
  await page.goto("/leaderboards");
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboards" })).toBeVisible();
  await page.getByLabel("Game", { exact: true }).selectOption("Number One");
  await page.getByLabel("Players", { exact: true }).selectOption("4");
  await page.getByLabel("Speed").selectOption("Correspondence");
  await page.getByLabel("Opponents").selectOption("Bots");
  await expect(page.getByText(/^No one here yet/)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingSeriousInAnyLook(page, "leaderboards");
});

test("an unknown user", MOUSE, async ({ page }) => {
  await page.goto("/@missing-player");
  await expect(page.getByText("No player called missing-player.")).toBeVisible();
  await page.goto("/archive?player=missing-player");
  await expect(page.getByText("No player called missing-player.")).toBeVisible();
});

test("a game with a bot is marked wherever it is listed", MOUSE, async ({ page, baseURL }) => {
  const { name, id: owner } = await register(page, called("Ada"));
  const bot = await ask<{ token: string; user: Person }>(page, "POST", "/accounts/bot", {
    name: called("Robo"),
    password: `${name} by the sea`,
  });
  const made = await ask<GameOnServer>(page, "POST", "/games", { game: "squadro", listed: true, clock: null });
  const asBot = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${baseURL}/api/v1/games/${made.id}${path}`, {
      ...{ method, headers: { authorization: `Bearer ${bot.token}` } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as GameOnServer;
  };
  await asBot("POST", "/join", { invitation: made.invitation });
  await playAny(page, made.id);
  // Until both have moved, resigning aborts the game (TB-3).
  const { seq, legal_moves: moves } = await asBot("GET", "");
  await asBot("POST", "/actions", { id: "first", seq, do: { move: moves[0] } });
  await resign(page, made.id);
  await page.goto(`/archive?player=${name}`);
  const shown = `${bot.user.name} (bot)`;
  await expect
    .poll(async () => (await ask<{ games: unknown[] }>(page, "GET", `/archive?player=${owner}`)).games.length)
    .toBe(1);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("link", { name: shown, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: `Squadro ${shown} wins` })).toBeVisible();
  await page.goto(`/@${bot.user.name}`);
  await expect(page.getByRole("heading", { level: 1, name: shown })).toBeVisible();
  await expect(page.getByRole("link", { name: shown, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
});
