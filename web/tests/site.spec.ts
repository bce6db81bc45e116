// Site settings by admins, and their effect on visitors.

import { expect, type Page } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { TestServer } from "./test-server";
import { ask, become, gameOf, type Person, test as base } from "./people";
import { openTalk } from "./online";
import { tooWide } from "./sizes";
import { MOUSE, NO_PAGE } from "./play";

const test = base.extend<{ come: () => Promise<Page> }, { server: TestServer }>({
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
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async () => {
      const context = await browser.newContext({
        ...{ viewport, hasTouch, isMobile },
        baseURL: server.address,
        reducedMotion: "reduce",
      });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(NO_PAGE);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

test(
  "an admin restricts registration to invite codes, disables guests and chat, and visitors are informed",
  MOUSE,
  async ({ come }) => {
    const mo = await come();
    const { user } = await ask<{ user: Person }>(mo, "POST", "/sessions", { name: "Mo", password: "Mo by the sea" });
    await mo.evaluate((user) => localStorage.setItem("ludoteca.online", JSON.stringify(user)), user);
    // Before: two guests play.
    const [ada, bob] = [await come(), await come()];
    await become(ada, "Ada");
    await become(bob, "Bob");
    const { id } = await gameOf(ada, bob, { game: "squadro", clock: null });

    await mo.goto("/moderation");
    await mo.getByRole("link", { name: "Site", exact: true }).click();
    await expect(mo.getByRole("heading", { level: 1, name: "Site" })).toBeVisible();
    const choose = async (group: string, label: string) => {
      await mo.getByRole("group", { name: group, exact: true }).getByText(label, { exact: true }).click();
      await expect(
        mo.getByRole("group", { name: group, exact: true }).getByRole("radio", { name: label }),
      ).toBeChecked();
    };
    await choose("Registration", "Invitation only");
    await choose("Guests", "Off");
    await choose("Chat", "Players only");
    await expect
      .poll(() => ask(mo, "GET", "/site"))
      .toMatchObject({ registration: "invite", guests: false, chat: "players" });
    await mo.getByLabel("Label").fill("Class 5b");
    await mo.getByLabel("Number of accounts").fill("1");
    await mo.getByRole("button", { name: "Create code" }).click();
    const row = mo.getByRole("listitem").filter({ hasText: "Class 5b" });
    await expect(row).toContainText("0 of 1 used");
    const link = await row.getByRole("textbox").inputValue();
    await expectNothingSeriousInAnyLook(mo, "site");
    expect(await tooWide(mo)).toEqual([]);

    // Visitors with a wrong code, with a valid one, and with one already used.
    const [cleo, dan] = [await come(), await come()];
    await cleo.goto("/online");
    await expect(cleo.getByText("You need an account to play")).toBeVisible();
    await cleo.goto(new URL(link).pathname);
    const form = cleo.getByRole("main").locator("form");
    await form.getByLabel("Name", { exact: true }).fill("Cleo");
    await form.getByLabel("Password", { exact: true }).fill("Cleo by the sea");
    await form.getByLabel("Invite code").fill("nonsense");
    await form.getByRole("button", { name: "Create account" }).click();
    await expect(cleo.getByRole("main").getByText("This code is wrong, used up or expired.")).toBeVisible();
    for (const [page, name] of [
      [cleo, "Cleo"],
      [dan, "Dan"],
    ] as const) {
      await page.goto(new URL(link).pathname + new URL(link).search);
      const form = page.getByRole("main").locator("form");
      await expect(form.getByLabel("Invite code")).not.toHaveValue("");
      await form.getByLabel("Name", { exact: true }).fill(name);
      await form.getByLabel("Password", { exact: true }).fill(`${name} by the sea`);
      await form.getByRole("button", { name: "Create account" }).click();
      if (name === "Cleo") await expect(page.getByRole("main").getByText("Account created.")).toBeVisible();
      else await expect(page.getByRole("main").getByText("This code is wrong, used up or expired.")).toBeVisible();
    }
    // Only players may chat.
    await dan.goto(`/g/${id}`);
    await openTalk(dan);
    await expect(dan.getByText("Only players can write here.")).toBeVisible();
    await expect(dan.getByLabel("Message")).toHaveCount(0);
    // A visitor sees that guests are not allowed before clicking anything.
    const { invitation } = await ask<{ invitation: string }>(ada, "POST", "/games", { game: "peak", clock: null });
    await dan.goto(invitation);
    await expect(dan.getByText("You need an account to play")).toBeVisible();

    await mo.reload();
    await expect(row).toContainText("1 of 1 used");
    await row.getByRole("button", { name: /^Revoke/ }).click();
    await expect(row).toHaveCount(0);
    await choose("Registration", "Closed");
    await dan.goto("/account");
    await expect(dan.getByText("Registration is closed for now.")).toBeVisible();
    // Others cannot see the page, and are not sent to log in.
    await cleo.goto("/moderation/site");
    await expect(cleo.getByText("You need to be a moderator to see this page.")).toBeVisible();
    await expect(cleo.getByRole("main").getByRole("link", { name: "Log in" })).toHaveCount(0);
    for (const [group, label] of [
      ["Registration", "Open"],
      ["Guests", "On"],
      ["Chat", "Everyone"],
    ] as const)
      await choose(group, label);
  },
);
