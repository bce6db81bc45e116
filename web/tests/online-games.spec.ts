// Online games in the user's list, and their notices on other pages.

import { expect, type Page } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { LANGUAGES } from "./languages";
import { ask, become, gameOf, named, playAny, test, type GameOnServer, type Person } from "./people";
import { FINGER, follow, MOUSE, NO_PAGE, OFFLINE } from "./play";
import { computer, keepGames, person, speak } from "./saved";
import { tooHigh, tooWide } from "./sizes";

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const DAYS = { system: "correspondence", perTurn: 172_800_000, bank: 0 };

/** Two players with a game of Squadro in which the first is to move. */
async function twoPlay(
  page: Page,
  other: Page,
  more: Record<string, unknown> = {},
): Promise<{ game: GameOnServer; ada: Person; bob: Person }> {
  await page.goto(NO_PAGE);
  await other.goto(NO_PAGE);
  const ada = await become(page, named("Ada"));
  const bob = await become(other, named("Bob"));
  const game = await gameOf(page, other, {
    game: "squadro",
    clock: DAYS,
    seats: ["you", "open"],
    listed: false,
    ...more,
  });
  return { game, ada, bob };
}
const resign = async (page: Page, id: string) => {
  const { seq } = await ask<GameOnServer>(page, "GET", `/games/${id}`);
  await ask(page, "POST", `/games/${id}/actions`, { id: `end-${seq}`, seq, do: "resign" });
};

test("online games are in the same list, waiting ones first", FINGER, async ({ page, another }) => {
  await keepGames(page, [
    { id: "here", game: "peak", seats: [person(), computer(3)], toAct: 1, created: 1_900_000_000_000 },
    { id: "older", game: "peak", seats: [person(), computer(3)], toAct: 1 },
  ]);
  const other = await another();
  const { game, ada, bob } = await twoPlay(page, other);
  await ask(page, "POST", "/games", { game: "peak", clock: DAYS, seats: ["you", "open"] });
  await page.goto("/games");
  await expect(rows(page)).toHaveCount(4);
  const row = rows(page).first();
  for (const text of ["Squadro", "your turn", "online", ada.name, bob.name, /1 day 23 h left|2 days left/])
    await expect(row).toContainText(text);
  await expect(row.locator(".miniature svg").first()).toBeVisible();
  await expect(rows(page).filter({ hasText: "waiting for players" })).toContainText("Dark: open");
  await page.getByLabel("Opponent", { exact: true }).selectOption("Online");
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel("Opponent", { exact: true }).selectOption(bob.name);
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel("Opponent", { exact: true }).selectOption("All");
  // The first page links to it too.
  await follow(page, "/");
  const goOn = page.getByRole("region", { name: "Continue" });
  await expect(goOn.getByRole("link").first()).toContainText("online · your turn");
  await expect(goOn.getByRole("link").first()).toHaveAttribute("href", `/g/${game.id}`);
});

test("the key n opens the next waiting game, local or online", MOUSE, async ({ page, another }) => {
  await keepGames(page, [{ id: "here", game: "peak", seats: [person(), computer(3)] }]);
  const { game } = await twoPlay(page, await another());
  await page.goto("/games");
  await expect(rows(page)).toHaveCount(2);
  const visited = [];
  for (let times = 0; times < 2; times++) {
    const before = page.url();
    await page.keyboard.press("n");
    await expect(page).not.toHaveURL(before);
    visited.push(new URL(page.url()).pathname);
  }
  expect(visited.sort()).toEqual([`/g/${game.id}`, "/g/here"].sort());
});

test("a challenge can be declined, and the challenger is notified", FINGER, async ({ page, another }) => {
  const other = await another();
  await page.goto(NO_PAGE);
  await other.goto(NO_PAGE);
  const [ada, bob] = [await become(page, named("Ada")), await become(other, named("Bob"))];
  const request = { game: "peak", clock: DAYS, seats: ["you", { user: ada.id }] };
  const made = await ask<GameOnServer>(other, "POST", "/games", request);
  await page.goto("/games");
  await page.getByRole("button", { name: `Decline Peak from ${bob.name}` }).tap();
  await expect(rows(page)).toHaveCount(0);
  await other.goto(`/g/${made.id}`);
  await expect(other.getByRole("main")).toContainText("Aborted");
});

test(
  "a challenge can be accepted from the list, and former opponents can be challenged",
  FINGER,
  async ({ page, another }) => {
    const other = await another();
    const { game, ada, bob } = await twoPlay(page, other);
    await playAny(page, game.id);
    await playAny(other, game.id);
    await resign(other, game.id);
    const made = await ask<GameOnServer>(other, "POST", "/games", { game: "peak", seats: ["you", { user: ada.id }] });
    await page.goto("/games");
    const over = rows(page).filter({ hasText: "You won" });
    await expect(over.getByRole("link", { name: /^Game report/ })).toHaveAttribute("href", `/g/${game.id}/report`);
    await over.getByRole("link", { name: `Challenge ${bob.name} to Squadro` }).tap();
    await expect(page).toHaveURL(/\/squadro\?challenge=/);
    await expect(page.getByText(`We’ll let ${bob.name} know`)).toBeVisible();
    await page.goBack();
    const challenge = rows(page).filter({ hasText: `${bob.name} challenges you` });
    await challenge.getByRole("button", { name: `Accept Peak from ${bob.name}` }).tap();
    await expect(page).toHaveURL(`/g/${made.id}`);
    expect((await ask<GameOnServer>(page, "GET", `/games/${made.id}`)).you).toBe(1);
  },
);

test.describe("with the service worker", () => {
  test.use(OFFLINE);

  test("offline the list shows its last state, and says so", FINGER, async ({ page, context, another }) => {
    const { bob } = await twoPlay(page, await another());
    await page.goto("/games");
    await expect(rows(page)).toContainText(bob.name);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await page.reload();
    await expect(rows(page)).toContainText(bob.name);
    await expect(page.getByText("Online games were last updated")).toBeVisible();
    await context.setOffline(false);
    await page.reload();
    await expect(rows(page)).toContainText(bob.name);
    await expect(page.getByText("Online games were last updated")).toHaveCount(0);
  });
});

const news = (page: Page, text: string | RegExp) => page.locator("#app > .line").filter({ hasText: text });

test("a notice on other pages links to a game that waits for the user", FINGER, async ({ page, another, hasTouch }) => {
  const other = await another();
  const { game, bob } = await twoPlay(page, other);
  await playAny(page, game.id);
  await page.goto("/settings");
  await expect(page).toHaveTitle(/^Settings/);
  await playAny(other, game.id);
  const line = news(page, `Your turn: Squadro, ${bob.name}`);
  await expect(line).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) Settings/);
  await expect(page.locator("[role=status][aria-live]")).toContainText("Your turn: Squadro");
  // It stays on every page until it is closed or followed.
  await follow(page, "/peak");
  await expect(line).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) Peak/);
  const link = line.getByRole("link");
  await (hasTouch ? link.tap() : link.click());
  await expect(page).toHaveURL(`/g/${game.id}`);
  await expect(line).toHaveCount(0);
});

test("a notice covers no part of the header, and moves nothing", async ({ page, another }) => {
  const other = await another();
  const { game } = await twoPlay(page, other);
  await playAny(page, game.id);
  await page.goto("/squadro");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await expect(play).toBeEnabled();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Rules", exact: true })).toBeVisible();
  const parts = page.locator("#app > header a, main h1, main nav a, main .start .button");
  /** The boxes of these parts, rounded. */
  const boxes = () =>
    parts.evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(" ");
      }),
    );
  const before = await boxes();
  await playAny(other, game.id);
  const line = news(page, "Your turn: Squadro");
  await expect(line).toBeVisible();
  expect(await boxes()).toEqual(before);
  for (const path of ["/squadro", "/settings", "/squadro/rules"]) {
    if (path !== "/squadro") await follow(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const [width, height] of [
      [320, 568],
      [360, 740],
      [740, 360],
      [820, 1180],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      /** The links of the header, and the Play button, that lie under the notice. */
      const covered = () =>
        line.evaluate((line) => {
          const bar = line.getBoundingClientRect();
          return [...document.querySelectorAll("#app > header a, main .start .button")]
            .filter((part) => {
              const { left, right, top, bottom } = part.getBoundingClientRect();
              return right > bar.left + 1 && left < bar.right - 1 && bottom > bar.top + 1 && top < bar.bottom - 1;
            })
            .map((part) => part.textContent);
        });
      await expect.poll(covered, `${path}, ${width}x${height}`).toEqual([]);
      await expect(line).toBeInViewport({ ratio: 0.99 });
      expect([path, width, await tooWide(page)]).toEqual([path, width, []]);
    }
  }
});

test("a challenge is announced, and its notice can be closed", MOUSE, async ({ page, another }) => {
  const other = await another();
  const { ada, bob } = await twoPlay(page, other);
  await page.goto("/squadro/rules");
  await expect(page).toHaveTitle(/^\(1\) /);
  await ask(other, "POST", "/games", { game: "peak", seats: ["you", { user: ada.id }] });
  const line = news(page, `${bob.name} challenges you: Peak`);
  await expect(line).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) /);
  await line.getByRole("button", { name: "Dismiss" }).click();
  await expect(line).toHaveCount(0);
});

test("beside a board the notice covers neither board nor players", FINGER, async ({ page, another }) => {
  await keepGames(page, [{ id: "here", game: "squadro", seats: [person(), computer(3)] }]);
  const other = await another();
  const { game } = await twoPlay(page, other);
  await playAny(page, game.id);
  await page.goto("/g/here");
  await expect(page.getByRole("grid")).toBeVisible();
  await playAny(other, game.id);
  const line = news(page, "Your turn: Squadro");
  await expect(line).toBeVisible();
  for (const [width, height] of [
    [320, 568],
    [360, 740],
    [740, 360],
    [1366, 650],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    const size = `${width}x${height}`;
    const apart = async () => {
      const [bar, ...others] = await Promise.all(
        [line, page.locator(".board").first(), page.locator(".near"), page.locator(".far")].map((one) =>
          one.boundingBox(),
        ),
      );
      return others.map(
        (box) =>
          bar!.x + bar!.width <= box!.x + 1 ||
          box!.x + box!.width <= bar!.x + 1 ||
          bar!.y + bar!.height <= box!.y + 1 ||
          box!.y + box!.height <= bar!.y + 1,
      );
    };
    await expect.poll(apart, size).toEqual([true, true, true]);
    await expect(line).toBeInViewport({ ratio: 0.99 });
    expect([size, await tooWide(page), await tooHigh(page)]).toEqual([size, [], false]);
  }
  await expectNothingSeriousInAnyLook(page, "line");
});

test("lists with online games fit small windows in every language", FINGER, async ({ page, another }) => {
  const other = await another();
  await page.goto(NO_PAGE);
  await other.goto(NO_PAGE);
  const own = await become(page, "Maximiliane Aurelia-Sofie");
  await become(other, "Wilhelmina Konstantina-Rosa");
  await gameOf(page, other, {
    game: "one-piece-for-two",
    clock: { ...DAYS, bank: 86_400_000 },
    seats: ["you", "open"],
  });
  await ask(other, "POST", "/games", { game: "number-one", seats: ["you", { user: own.id }, "open", { level: 10 }] });
  for (const language of LANGUAGES) {
    await speak(page, language);
    for (const path of ["/games", "/", "/squadro?online", "/number-one?online"]) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      if (path === "/games") await expect(rows(page)).toHaveCount(2);
      if (path.endsWith("online")) await expect(page.locator(".opponent p")).toBeVisible();
      for (const width of [320, 345]) {
        await page.setViewportSize({ width, height: 640 });
        expect([language, path, width, await tooWide(page)]).toEqual([language, path, width, []]);
      }
    }
  }
});
