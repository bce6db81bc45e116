// Passkeys, with a virtual authenticator. They need a host name, so these tests use the server through the
// name of this machine.

import { type CDPSession, expect, type Page } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { TestServer } from "./test-server";
import { ask, become, test, type GameOnServer } from "./people";
import { FINGER, MOUSE } from "./play";

/** A name unique to this run. */
const named = (start: string): string => `${start}-${Math.random().toString(36).slice(2, 9)}`;
const PASSWORD = "a long walk in the rain";
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const shown = (page: Page, text: string | RegExp) => page.locator("main").getByText(text).first();
const open = (page: Page, title: string) => page.getByRole("heading", { name: title, exact: true }).click();

/** The server's address by a host name that browsers trust. */
const at = (baseURL: string | undefined, path: string, name = "localhost"): string =>
  `http://${name}:${new URL(baseURL ?? "").port}${path}`;

/** A device that creates and uses passkeys, and always verifies its owner. */
async function authenticator(session: CDPSession, transport: "internal" | "usb"): Promise<string> {
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

async function withPasskeys(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  return session;
}

async function registerByPasskey(page: Page, name: string): Promise<void> {
  await field(page, "Name").first().fill(name);
  await page.getByText("Passkey", { exact: true }).click();
  await expect(field(page, "Password")).toHaveCount(0);
  await button(page, "Create account").click();
  await expect(shown(page, `Logged in as ${name}`)).toBeVisible();
}

test("an account with passkeys only, from creation to deletion", FINGER, async ({ page, baseURL }) => {
  const session = await withPasskeys(page);
  const phone = await authenticator(session, "internal");
  const name = named("Pia");
  await page.goto(at(baseURL, "/account"));
  await registerByPasskey(page, name);
  const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId: phone });
  expect(credentials.map((one) => [one.rpId, one.isResidentCredential])).toEqual([["localhost", true]]);

  // Log out, and in again without typing; then with the name.
  await button(page, "Log out").click();
  await expect(shown(page, "You’re logged out.")).toBeVisible();
  await page.goto(at(baseURL, "/account#log-in"));
  await expectNothingSeriousInAnyLook(page, "log in with a passkey");
  await button(page, "Log in with a passkey").click();
  await expect(shown(page, `Logged in as ${name}`)).toBeVisible();
  await button(page, "Log out").click();
  await expect(shown(page, "You’re logged out.")).toBeVisible();
  await page.goto(at(baseURL, "/account#log-in"));
  await field(page, "Name").fill(name.toUpperCase());
  await button(page, "Log in with a passkey").click();
  await expect(shown(page, `Logged in as ${name}`)).toBeVisible();

  // The only passkey cannot be removed; a second one can be added, once.
  await open(page, "Passkeys");
  await button(page, /^Remove “/).click();
  await button(page, /^Remove “/)
    .last()
    .click();
  await expect(shown(page, "This is your only way to log in.")).toBeVisible();
  await button(page, "Back").click();
  await field(page, "Name").fill("again");
  await button(page, "Add passkey").click();
  await expect(shown(page, "You’ve already added this passkey.")).toBeVisible();
  // The phone confirms the account, then the new key is touched.
  const key = await authenticator(session, "usb");
  const touch = async (touched: string) => {
    for (const authenticatorId of [phone, key])
      await session.send("WebAuthn.setAutomaticPresenceSimulation", {
        authenticatorId,
        enabled: authenticatorId === touched,
      });
  };
  await touch(phone);
  await page.route("**/api/v1/passkeys/challenges", async (route) => {
    const asked = route.request().postDataJSON() as { for: string };
    await touch(asked.for === "key" ? key : phone);
    await route.continue();
  });
  await field(page, "Name").fill("my key");
  await button(page, "Add passkey").click();
  await expect(shown(page, "Passkey added.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(2);
  await expectNothingSeriousInAnyLook(page, "passkeys");
  await button(page, "Rename “my key”").click();
  await field(page, "Name").fill("my other key");
  await button(page, "Change").last().click();
  await expect(shown(page, "Passkey renamed.")).toBeVisible();
  await button(page, "Remove “my other key”").click();
  await button(page, "Remove “my other key”").last().click();
  await expect(shown(page, "Passkey removed.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(1);
  await open(page, "Passkeys");

  // A passkey replaces the password for confirmation.
  await open(page, "Account recovery");
  await expect(shown(page, "We’ll ask for one of your passkeys.")).toBeVisible();
  await button(page, "Create 10 new codes").click();
  await expect(page.locator("code")).toHaveCount(10);
  await button(page, "I’ve saved it").click();
  await field(page, "Email address").fill("pia@example.org");
  await button(page, "Save address").click();
  await expect(shown(page, "Password resets go to pia@example.org.")).toBeVisible();
  await open(page, "Account recovery");
  await open(page, "Choose a password");
  await field(page, "New password").fill(PASSWORD);
  await button(page, "Choose a password").click();
  await expect(shown(page, "Password changed.")).toBeVisible();
  // From now on there is a choice.
  await open(page, "Your data");
  // The open password form asks the same.
  const leaving = page.locator("details", { has: page.getByRole("heading", { name: "Your data", exact: true }) });
  await expect(leaving.getByRole("group", { name: "Confirm it’s you" })).toBeVisible();
  await leaving.getByRole("radio", { name: "Passkey" }).check({ force: true });
  await page.getByText("Yes, delete everything").click();
  await button(page, "Delete my account").click();
  await expect(shown(page, "Everything about you has been deleted.")).toBeVisible();
  await page.goto(at(baseURL, "/account#log-in"));
  await button(page, "Log in with a passkey").click();
  await expect(shown(page, "We don’t know this passkey")).toBeVisible();
});

test(
  "a passkey works for one site only, and if it cannot work the page says why",
  MOUSE,
  async ({ page, baseURL, request }) => {
    await page.goto("/account");
    await expect(shown(page, `Open ${at(baseURL, "")} instead.`)).toBeVisible();
    await expect(page.getByText("Passkey", { exact: true })).toHaveCount(0);
    await page.goto("/account#log-in");
    await expect(button(page, "Log in")).toBeVisible();
    await expect(button(page, "Log in with a passkey")).toHaveCount(0);
    await page.goto(at(baseURL, "/account", "ludoteca.test"));
    await expect(shown(page, "Passkeys need a domain name, and this server doesn’t have one")).toBeVisible();

    // Another site requests a challenge from this server, gets the passkey's answer, and forwards it.
    const session = await withPasskeys(page);
    await authenticator(session, "internal");
    await page.goto(at(baseURL, "/account"));
    await registerByPasskey(page, named("Quin"));
    const evil = at(baseURL, "/api/v1", "evil.localhost");
    const headers = { host: new URL(evil).host };
    const asked = await request.post(at(baseURL, "/api/v1/passkeys/challenges"), { headers, data: { for: "log-in" } });
    expect(asked.status(), await asked.text()).toBe(201);
    const { challenge, options } = (await asked.json()) as { challenge: string; options: { challenge: string } };
    const credential = await page.evaluate(async (challenge) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
      const publicKey = { challenge: bytes(challenge), rpId: "localhost", userVerification: "required" as const };
      const got = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      return got.toJSON() as object;
    }, options.challenge);
    const passed = await request.post(at(baseURL, "/api/v1/sessions/passkey"), {
      headers,
      data: { challenge, credential },
    });
    expect(passed.status()).toBe(401);
    expect(((await passed.json()) as { key: string }).key).toBe("wrong-passkey");
    // The browser offers none there.
    await page.goto(at(baseURL, "/account", "evil.localhost"));
    expect(await page.evaluate(() => location.hostname)).toBe("evil.localhost");
    await expect(page.getByText("Passkey", { exact: true })).toBeVisible();
  },
);

test("a guest invited to a rated game logs in, claims the games, and returns", FINGER, async ({ page, another }) => {
  const name = named("Rosa");
  const host = await another();
  await host.goto("/account");
  const account = (name: string) => ask<{ token: string }>(host, "POST", "/accounts", { name, password: PASSWORD });
  await account(name);
  await ask(host, "DELETE", "/sessions");
  await account(named("Host"));
  const rated = { game: "squadro", rated: true, clock: { system: "sudden-death", initial: 600_000 } };
  const { id, invitation } = await ask<GameOnServer>(host, "POST", "/games", rated);

  await page.goto("/");
  await become(page, "Gus");
  const own = await ask<GameOnServer>(page, "POST", "/games", { game: "peak" });
  await page.goto(
    new URL(invitation ?? "").pathname + new URL(invitation ?? "").search + new URL(invitation ?? "").hash,
  );
  await expect(shown(page, "This is a rated game. Log in or create an account to join.")).toBeVisible();
  await expect(button(page, "Join game")).toHaveCount(0);
  await expectNothingSeriousInAnyLook(page, "a rated game, for a guest");
  await page.getByRole("link", { name: "Log in or create account" }).tap();
  await page.getByText("Log in", { exact: true }).tap();
  await field(page, "Name").first().fill(name);
  await field(page, "Password").fill(PASSWORD);
  await button(page, "Log in").tap();
  await expect(shown(page, "Add 1 game you played as guest Gus to your account?")).toBeVisible();
  await expectNothingSeriousInAnyLook(page, "a guest's games");
  await button(page, "Add").tap();
  await expect(page).toHaveURL(new RegExp(`/g/${id}\\?invitation=`));
  await button(page, "Join game").tap();
  await expect.poll(async () => (await ask<GameOnServer>(page, "GET", `/games/${id}`)).you).toBe(1);
  const mine = await ask<{ games: { id: string }[] }>(page, "GET", "/me/games");
  expect(mine.games.map((game) => game.id).sort()).toEqual([id, own.id].sort());
});

test("a moderator must use a passkey first", MOUSE, async ({ page }) => {
  const server = await TestServer.open(true);
  try {
    await server.promote("Anna", "admin");
    const session = await withPasskeys(page);
    await authenticator(session, "internal");
    await page.goto(`${server.address}/account#log-in`);
    await field(page, "Name").fill("Anna");
    await field(page, "Password").fill("Anna by the sea");
    await button(page, "Log in").click();
    await expect(shown(page, "Logged in as Anna")).toBeVisible();
    // Without a passkey, the page says what to do.
    await page.goto(`${server.address}/moderation`);
    await expect(shown(page, "Moderators and admins need a passkey.")).toBeVisible();
    await page.getByRole("link", { name: "Go to my account" }).click();
    await open(page, "Passkeys");
    await field(page, "Current password").fill("Anna by the sea");
    await button(page, "Add passkey").click();
    await expect(shown(page, "Passkey added.")).toBeVisible();
    // The session was started with a password.
    await page.goto(`${server.address}/moderation`);
    await button(page, "Use passkey").click();
    await expect(page.getByRole("heading", { name: "Reports" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Reports" })).toBeVisible();
  } finally {
    await server.close();
  }
});
