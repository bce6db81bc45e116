// Moderation: reports from users to moderators, actions and their log, and blocks.

import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { TestServer } from "./test-server";
import { openTalk } from "./online";
import { ask, become, gameOf, playAny, test as base, type Person } from "./people";
import { FINGER, MOUSE, NO_PAGE } from "./play";

/** A server with an admin called Mo, and users on devices like the test's. */
const test = base.extend<
  { come: (name: string) => Promise<Page>; press: (what: Locator) => Promise<void> },
  { server: TestServer }
>({
  server: [
    async ({}, use) => {
      const server = await TestServer.open();
      await server.promote("Mo", "admin");
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  come: async ({ browser, server, viewport, hasTouch, isMobile }, use) => {
    const contexts: Awaited<ReturnType<Browser["newContext"]>>[] = [];
    await use(async (name) => {
      const context = await browser.newContext({
        ...{ viewport, hasTouch, isMobile },
        baseURL: server.address,
        reducedMotion: "reduce",
      });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(NO_PAGE);
      if (name === "Mo") await logIn(page, name);
      else if (name) await become(page, name);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  press: async ({ hasTouch }, use) => use((what) => (hasTouch ? what.tap() : what.click())),
});

async function logIn(page: Page, name: string): Promise<void> {
  const { user } = await ask<{ user: Person }>(page, "POST", "/sessions", { name, password: `${name} by the sea` });
  await page.evaluate((user) => localStorage.setItem("ludoteca.online", JSON.stringify(user)), user);
}
async function register(page: Page, name: string): Promise<Person> {
  const { user } = await ask<{ user: Person }>(page, "POST", "/accounts", { name, password: `${name} by the sea` });
  await page.evaluate((user) => localStorage.setItem("ludoteca.online", JSON.stringify(user)), user);
  return user;
}
const called = (name: string): string => `${name}-${Math.random().toString(36).slice(2, 8)}`;
const expectNoSidewaysScrolling = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
const say = (page: Page, game: string, text: string) =>
  ask(page, "POST", `/games/${game}/messages`, { room: "players", text });

test("a report reaches a moderator, who decides it; everything is logged", FINGER, async ({ come, press }) => {
  const [ada, eve, mo] = [await come("Ada"), await come(called("Eve")), await come("Mo")];
  const { id, seats } = await gameOf(ada, eve, { game: "squadro", listed: false, clock: null });
  const villain = seats[1]!.user!;
  await playAny(ada, id);
  await say(eve, id, "YOU CHEAT");

  // From the game: the message and its author.
  await ada.goto(`/g/${id}`);
  await openTalk(ada);
  await expect(ada.getByRole("log").getByText("YOU CHEAT")).toBeVisible();
  await press(ada.getByRole("button", { name: "Block or report …" }));
  const people = ada.getByRole("dialog", { name: "Block or report …" });
  await press(people.getByRole("button", { name: `Report ${villain.name} …` }));
  await people.getByLabel("What’s wrong?").selectOption("Something else");
  await press(people.getByRole("button", { name: "Send" }));
  await expect(people.getByRole("alert")).toHaveText("Tell us what happened.");
  await people.getByLabel("What’s wrong?").selectOption("Insults or threats");
  await people.getByLabel("What happened? (optional)").fill("again and again");
  await expectNothingSeriousInAnyLook(ada, "report");
  await press(people.getByRole("button", { name: "Send" }));
  await expect(people.getByText("Thanks! A moderator will look at your report.").first()).toBeVisible();

  // The link is visible to moderators only.
  await ada.goto("/account");
  await expect(
    ada
      .getByRole("link", { name: "Leaderboards" })
      .or(ada.getByRole("heading", { level: 1 }))
      .first(),
  ).toBeVisible();
  await expect(ada.getByRole("link", { name: "Moderation" })).toHaveCount(0);
  await ada.goto("/moderation");
  await expect(ada.getByText(/^You need to be a moderator/)).toBeVisible();
  await mo.goto("/account");
  await press(mo.getByRole("link", { name: "Moderation" }));
  await expect(mo.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  await expectNoSidewaysScrolling(mo);
  await expectNothingSeriousInAnyLook(mo, "queue");
  await press(mo.getByRole("link", { name: new RegExp(`${villain.name}: Insults or threats`) }));
  await expect(mo.getByRole("heading", { level: 1, name: `Report about ${villain.name}` })).toBeVisible();
  await expect(mo.getByText("again and again")).toBeVisible();
  await expect(mo.getByText("YOU CHEAT")).toBeVisible();
  await expect(mo.getByText("(private)")).toBeVisible();
  await expectNoSidewaysScrolling(mo);
  await expectNothingSeriousInAnyLook(mo, "report for moderators");
  await press(mo.getByRole("button", { name: "Assign to me" }));
  await expect(mo.getByText(/^Assigned to Mo since/)).toBeVisible();

  // Mute for some days, with a reason.
  await press(mo.getByRole("button", { name: "Mute", exact: true }));
  const form = mo.getByRole("form", { name: `Mute: ${villain.name}` });
  await form.getByLabel("Duration").selectOption("7 days");
  await press(form.getByRole("button", { name: "Mute", exact: true }));
  await expect(form.getByRole("alert")).toHaveText("Enter a reason.");
  await form.getByLabel("Reason (for other moderators)").fill("shouts");
  await expectNothingSeriousInAnyLook(mo, "mute");
  await press(form.getByRole("button", { name: "Mute", exact: true }));
  await expect(mo.getByText(/^Muted until/)).toBeVisible();
  await expect(say(eve, id, "what?")).rejects.toThrow(/muted/);
  // The chat shows the mute, and the message is not lost.
  await eve.goto(`/g/${id}`);
  await openTalk(eve);
  await eve.getByLabel("Message").fill("Sorry!");
  await press(eve.getByRole("button", { name: "Send" }));
  await expect(eve.getByRole("alert").filter({ hasText: /./ })).toHaveText(
    "You’ve been muted and can’t write messages.",
  );
  await expect(eve.getByLabel("Message")).toHaveValue("Sorry!");
  await expect(eve.getByRole("log")).not.toContainText("Sorry!");
  await press(mo.getByRole("button", { name: "Close report" }));
  await expect(mo.getByText(/^Closed by Mo/)).toBeVisible();

  // The moderator can open the private game.
  const [game] = await Promise.all([mo.waitForURL(/\/g\//), press(mo.getByRole("link", { name: "Open game" }))]);
  void game;
  await expect(mo.getByRole("grid")).toBeVisible();

  // The log, and the queue by state.
  await mo.goto("/moderation/log");
  const lines = mo.getByRole("main").getByRole("listitem");
  await expect(lines.filter({ hasText: "Closed a report" }).filter({ hasText: villain.name }).first()).toBeVisible();
  await expect(lines.filter({ hasText: "for 7 days: shouts" }).filter({ hasText: villain.name })).toHaveCount(1);
  await expectNoSidewaysScrolling(mo);
  await expectNothingSeriousInAnyLook(mo, "log");
  await mo.goto("/moderation");
  await press(mo.getByText("Closed", { exact: true }));
  await expect(mo.getByRole("link", { name: new RegExp(`${villain.name}: Insults`) })).toBeVisible();
});

test("serious actions need a confirmation, and all can be done by keyboard", MOUSE, async ({ come }) => {
  const [eve, mo] = [await come(""), await come("Mo")];
  const { name } = await register(eve, called("Eve"));
  await mo.goto("/moderation");
  await mo.getByLabel("Name or ID").fill(name);
  await mo.keyboard.press("Enter");
  await expect(mo.getByRole("heading", { level: 1, name })).toBeFocused();
  await expect(mo.getByText("None.")).toBeVisible();
  await expectNoSidewaysScrolling(mo);
  await expectNothingSeriousInAnyLook(mo, "user page");

  const ban = mo.getByRole("button", { name: "Ban", exact: true });
  await ban.first().focus();
  await mo.keyboard.press("Enter");
  await expect(mo.getByLabel("Duration")).toBeFocused();
  await mo.getByLabel("Reason (for other moderators)").fill("cheats");
  const form = mo.getByRole("form", { name: `Ban: ${name}` });
  await form.getByRole("button", { name: "Ban", exact: true }).press("Enter");
  await expect(form.getByText("Ban: 3 days. Are you sure?")).toBeVisible();
  await expect(form.getByRole("button", { name: "Yes" })).toBeFocused();
  await expectNothingSeriousInAnyLook(mo, "asked once more");
  // Nothing has happened yet.
  expect(await ask<{ user: unknown }>(eve, "GET", "/me")).toMatchObject({ user: { name } });
  await mo.keyboard.press("Enter");
  await expect(mo.getByText(/^Banned until/)).toBeVisible();
  await expect(mo.getByRole("main").getByRole("listitem").filter({ hasText: "for 3 days: cheats" })).toBeVisible();
  expect(await ask<{ user: unknown }>(eve, "GET", "/me")).toMatchObject({ user: null });

  // The banned user reads until when.
  await eve.evaluate(() => localStorage.clear());
  await eve.goto("/account#log-in");
  await eve.getByLabel("Name", { exact: true }).fill(name);
  await eve.getByLabel("Password", { exact: true }).fill(`${name} by the sea`);
  await eve.getByRole("button", { name: "Log in", exact: true }).press("Enter");
  await expect(eve.getByText(/^This account is banned until/)).toBeVisible();

  await mo.getByRole("button", { name: "Unban" }).press("Enter");
  await mo.getByLabel("Reason (for other moderators)").fill("is sorry");
  await mo
    .getByRole("form", { name: `Unban: ${name}` })
    .getByRole("button", { name: "Unban" })
    .press("Enter");
  await expect(mo.getByText("None.")).toBeVisible();

  // Admins can change roles, with a confirmation.
  await mo.getByRole("button", { name: "Change role" }).press("Enter");
  await mo.getByLabel("Reason (for other moderators)").fill("helps");
  const role = mo.getByRole("form", { name: `Change role: ${name}` });
  await role.getByRole("button", { name: "Change role" }).press("Enter");
  await expect(role.getByText("Change role: moderator. Are you sure?")).toBeVisible();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const acts = /\/api\/v1\/moderation\/users\//;
  await mo.route(
    acts,
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  await mo.keyboard.press("Enter");

  // Moving on before the server has answered loses nothing.
  const other = called("Eva");
  await mo.getByRole("button", { name: "Rename" }).press("Enter");
  await expect(mo.getByLabel("Reason (for other moderators)")).toHaveValue("");
  await mo.getByLabel("New name").fill(other);
  answer();
  await expect(mo.getByText("Role: moderator", { exact: true })).toBeVisible();
  await expect(mo.getByText(`Done: Change role, ${name}.`).first()).toBeVisible();
  await expect(mo.getByLabel("New name")).toHaveValue(other);

  // Renamed: the page continues under the new name.
  await mo.getByLabel("Reason (for other moderators)").fill("insulting");
  await mo
    .getByRole("form", { name: `Rename: ${name}` })
    .getByRole("button", { name: "Rename" })
    .press("Enter");
  await expect(mo.getByRole("heading", { level: 1, name: other })).toBeVisible();
});

test("one switch blocks a user; the account page lists and removes blocks", FINGER, async ({ come, press }) => {
  const [ada, eve] = [await come("Ada"), await come("")];
  const { id, name } = await register(eve, called("Eve"));
  await ada.goto(`/@${name}`);
  const block = ada.getByRole("switch", { name: `Block ${name}` });
  await expect(block).not.toBeChecked();
  await expect(block).toHaveAccessibleDescription(/won’t be paired.*challenge.*notifications.*messages/);
  await expectNothingSeriousInAnyLook(ada, "profile of a user");
  await expectNoSidewaysScrolling(ada);
  await block.focus();
  await ada.keyboard.press("Space");
  await expect(block).toBeChecked();
  expect(await ask<{ blocks: { user: Person }[] }>(ada, "GET", "/blocks")).toMatchObject({
    blocks: [{ user: { id } }],
  });
  await ada.reload();
  await expect(block).toBeChecked();
  await ada.goto("/account");
  await press(ada.getByText("Blocked players"));
  await expect(ada.getByRole("link", { name })).toBeVisible();
  await expectNothingSeriousInAnyLook(ada, "blocks");
  await press(ada.getByRole("button", { name: `Unblock ${name}` }));
  await expect(ada.getByText(/^You haven’t blocked anyone/)).toBeVisible();
  expect(await ask(ada, "GET", "/blocks")).toEqual({ blocks: [] });
  // Users cannot block or report themselves.
  await eve.goto(`/@${name}`);
  await expect(eve.getByText("This is you.")).toBeVisible();
  await expect(eve.getByRole("switch")).toHaveCount(0);
});
