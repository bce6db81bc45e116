// Accounts: created by a guest who keeps everything, used on several devices, recovered, deleted.

import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectNothingSeriousInAnyLook } from "./axe";
import { ask, test, type GameOnServer } from "./people";
import { FINGER, MOUSE, NO_PAGE } from "./play";

const PASSWORD = "a long walk in the rain";
/** A name unique to this run. */
const named = (start: string): string => `${start}-${Math.random().toString(36).slice(2, 9)}`;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
/** Visible text, excluding texts for screen readers. */
const shown = (page: Page, text: string | RegExp) => page.locator("main").getByText(text).first();
const open = (page: Page, title: string) => page.getByRole("heading", { name: title, exact: true }).tap();

/** The password field of a confirmation form. */
const passwordIn = (page: Page, form: string) =>
  page.getByRole("form", { name: form, exact: true }).getByRole("textbox", { name: "Current password", exact: true });

async function register(page: Page, name: string): Promise<void> {
  await page.goto("/account");
  await field(page, "Name").first().fill(name);
  await field(page, "Password").fill(PASSWORD);
  await button(page, "Create account").tap();
  await expect(shown(page, `Logged in as ${name}`)).toBeVisible();
}

async function logIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.goto("/account#log-in");
  await field(page, "Name").first().fill(name);
  await field(page, "Password").fill(password);
  await button(page, "Log in").tap();
}

/** A guest waiting for an opponent. */
async function playAsGuest(page: Page): Promise<GameOnServer> {
  await page.goto("/squadro?online");
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await expect(shown(page, "Share this link to invite players.")).toBeVisible();
  return ask<GameOnServer>(page, "GET", `/games/${page.url().split("/g/")[1]!}`);
}

test(
  "a guest creates an account, keeps the game, and finds it on another device",
  FINGER,
  async ({ page, another }) => {
    const name = named("Ada");
    const { id } = await playAsGuest(page);
    await page.goto("/online");
    await page.getByRole("link", { name: /^You: Guest/ }).tap();
    await expect(shown(page, "You keep all your games.")).toBeVisible();
    // The error is beside its field, which has the focus.
    await button(page, "Create account").tap();
    await expect(field(page, "Name").first()).toBeFocused();
    await expect(field(page, "Name").first()).toHaveAccessibleDescription(/Please fill this in/);
    await field(page, "Name").first().fill("x y");
    await field(page, "Password").fill("short");
    await button(page, "Create account").tap();
    await expect(shown(page, "Use only letters, digits, - and _")).toBeVisible();
    await field(page, "Name").first().fill(name);
    await button(page, "Create account").tap();
    await expect(shown(page, "Use at least 12 characters.")).toBeVisible();
    await expect(field(page, "Password")).toBeFocused();
    await field(page, "Password").fill(PASSWORD);
    await button(page, "Show: Password").tap();
    await expect(field(page, "Password")).toHaveAttribute("type", "text");
    await button(page, "Create account").tap();
    await expect(shown(page, "Account created.")).toBeVisible();

    const elsewhere = await another();
    await logIn(elsewhere, name, "something else");
    await expect(shown(elsewhere, "Wrong name or password.")).toBeVisible();
    await expect(field(elsewhere, "Password")).toBeFocused();
    await field(elsewhere, "Password").fill(PASSWORD);
    await button(elsewhere, "Log in").tap();
    await expect(shown(elsewhere, `Logged in as ${name}`)).toBeVisible();
    await elsewhere.getByRole("link", { name: "My games" }).tap();
    await expect(shown(elsewhere, `You’ll play as ${name}.`)).toBeVisible();
    await expect(elsewhere.locator(`a[href="/g/${id}"]`).first()).toBeVisible();

    // Logging out the other device takes effect there without a reload.
    await page.getByRole("link", { name: /^You: / }).tap();
    await open(page, "Your devices");
    await expect(shown(page, "this device")).toBeVisible();
    await button(page, /^Log out ./).tap();
    await expect(shown(page, "Logged out on that device.")).toBeVisible();
    await expect(shown(elsewhere, `You’ll play as ${name}.`)).toBeHidden();
    await expect(elsewhere.locator(`a[href="/g/${id}"]`)).toHaveCount(0);

    // So does logging out in another tab.
    const tab = await page.context().newPage();
    await tab.goto("/games");
    await expect(tab.locator(`a[href="/g/${id}"]`).first()).toBeVisible();
    await page.bringToFront();
    await button(page, "Log out").tap();
    await expect(shown(page, "You’re logged out.")).toBeVisible();
    await expect(tab.locator(`a[href="/g/${id}"]`)).toHaveCount(0);
    await expect(tab.getByRole("link", { name: "Log in" })).toBeVisible();
  },
);

test("logging in as another user offers to claim the guest's games", FINGER, async ({ page, another }) => {
  const name = named("Bea");
  await register(await another(), name);
  const { id } = await playAsGuest(page);
  await logIn(page, name);
  await expect(shown(page, /^Add 1 game you played as guest Guest \d+ to your account\?$/)).toBeVisible();
  await button(page, "No thanks").tap();
  await expect(shown(page, /^Add 1 game/)).toHaveCount(0);
  await page.getByRole("link", { name: "My games" }).tap();
  await expect(shown(page, `You’ll play as ${name}.`)).toBeVisible();
  await expect(page.locator(`a[href="/g/${id}"]`)).toHaveCount(0);
  // Another guest, whose game is claimed.
  await page.goto("/account");
  await button(page, "Log out").tap();
  await expect(shown(page, "You’re logged out.")).toBeVisible();
  const other = await playAsGuest(page);
  await logIn(page, name);
  await button(page, "Add").tap();
  await expect(shown(page, "1 game added to your account.")).toBeVisible();
  await page.getByRole("link", { name: "My games" }).tap();
  await expect(page.locator(`a[href="/g/${other.id}"]`).first()).toBeVisible();
});

test("logging out takes effect even if the page is closed at once", FINGER, async ({ page }) => {
  await register(page, named("Dora"));
  await button(page, "Log out").evaluate((element: HTMLElement) => {
    element.click();
    location.assign("/games");
  });
  await page.waitForURL("/games");
  await expect
    .poll(async () => (await page.request.get("/api/v1/me")).json() as Promise<unknown>)
    .toMatchObject({ user: null });
  await page.reload();
  await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();
});

test("a lost password: recovery codes, and a server without mail", FINGER, async ({ page, another }) => {
  const name = named("Cleo");
  await register(page, name);
  await open(page, "Account recovery");
  await expect(shown(page, "No recovery codes yet.")).toBeVisible();
  const codes = page.getByRole("form", { name: "Create 10 new codes" });
  await codes.getByRole("textbox", { name: "Current password" }).fill("wrong password");
  await button(page, "Create 10 new codes").tap();
  await expect(shown(page, "Wrong password.")).toBeVisible();
  await codes.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await button(page, "Create 10 new codes").tap();
  await expect(page.locator("code")).toHaveCount(10);
  await expectNothingSeriousInAnyLook(page, "recovery codes");
  const code = await page.locator("code").first().innerText();
  await button(page, "I’ve saved it").tap();
  await expect(shown(page, "10 recovery codes left")).toBeVisible();

  const elsewhere = await another();
  await elsewhere.goto("/account#log-in");
  await elsewhere.getByRole("link", { name: "Forgot your password?" }).tap();
  const mail = elsewhere.getByRole("form", { name: "Get a code by email" });
  await mail.getByRole("textbox", { name: "Name" }).fill(name);
  await button(elsewhere, "Send email").tap();
  await expect(shown(elsewhere, "This server can’t send email. Use a recovery code.")).toBeVisible();
  // As with a mailed link; the code is removed from the address.
  await elsewhere.goto(`/recover?name=${name}&code=abcd-efgh`);
  await expect(field(elsewhere, "Code")).toHaveValue("abcd-efgh");
  expect(new URL(elsewhere.url()).search).toBe("");
  await field(elsewhere, "New password").fill("violet anchors hum softly");
  await button(elsewhere, "Change password and log in").tap();
  await expect(shown(elsewhere, "Wrong name or code, or the code was already used.")).toBeVisible();
  await expect(field(elsewhere, "Code")).toBeFocused();
  await expectNothingSeriousInAnyLook(elsewhere, "recover");
  await field(elsewhere, "Code").fill(code.toUpperCase());
  await button(elsewhere, "Change password and log in").tap();
  await expect(shown(elsewhere, `Logged in as ${name}`)).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/account$/);
  // All other sessions are logged out.
  await expect(shown(page, `Logged in as ${name}`)).toBeHidden();
});

test("tokens and bots", FINGER, async ({ page, request }) => {
  const name = named("Dora");
  await register(page, name);
  await open(page, "Bots and API");
  await field(page, "What’s it for?").fill("my program");
  await page.getByText("Read and play", { exact: true }).tap();
  await button(page, "Create token").tap();
  await expect(passwordIn(page, "Create token")).toBeFocused();
  await passwordIn(page, "Create token").fill(PASSWORD);
  await button(page, "Create token").tap();
  await expect(shown(page, "Copy this token now. You won’t see it again.")).toBeVisible();
  const token = await page.locator("code").innerText();
  const mine = await request.get("/api/v1/me", { headers: { authorization: `Bearer ${token}` } });
  expect(((await mine.json()) as { user: { name: string } }).user.name).toBe(name);
  await expect(shown(page, / · expires /)).toBeVisible();
  await button(page, "I’ve saved it").tap();
  await button(page, "Remove token “my program”").tap();
  await button(page, "Yes").tap();
  await expect(shown(page, "Token removed.")).toBeVisible();
  const gone = await request.get("/api/v1/me", { headers: { authorization: `Bearer ${token}` } });
  expect(gone.status()).toBe(401);

  const bot = named("Robot");
  await field(page, "Bot name").fill(bot);
  await passwordIn(page, "Create bot").fill(PASSWORD);
  await button(page, "Create bot").tap();
  await expect(shown(page, `${bot} (bot)`)).toBeVisible();
  await button(page, "I’ve saved it").tap();
  // Its token expires by itself; a new one revokes it.
  await button(page, `New token for ${bot}`).tap();
  await passwordIn(page, `New token for ${bot}`).fill(PASSWORD);
  await page
    .getByRole("form", { name: `New token for ${bot}` })
    .getByRole("button", { name: "New token" })
    .tap();
  const its = await page.locator("code").innerText();
  // Opponents see that it is a bot.
  const sought = await request.post("/api/v1/seeks", {
    headers: { authorization: `Bearer ${its}` },
    data: { game: "peak", players: 2, clock: { system: "increment", initial: 660_000, increment: 7000 }, rated: false },
  });
  expect(sought.status()).toBe(201);
  await expectNothingSeriousInAnyLook(page, "programs");
  await page.getByRole("link", { name: "Online" }).tap();
  await expect(shown(page, `${bot} (bot)`)).toBeVisible();
  await page.getByRole("link", { name: /^You: / }).tap();
  await open(page, "Bots and API");
  await button(page, `Delete ${bot}`).tap();
  await button(page, "Yes").tap();
  await expect(shown(page, "Bot deleted.")).toBeVisible();
  await expect(page.getByText(`${bot} (bot)`)).toHaveCount(0);
});

test("webhooks: add, test, inspect and remove", FINGER, async ({ page }) => {
  await register(page, named("Hanna"));
  await open(page, "Webhooks");
  await passwordIn(page, "Add webhook").fill(PASSWORD);
  await field(page, "URL").fill("https://192.168.1.1/hook");
  await button(page, "Add webhook").tap();
  await expect(field(page, "URL")).toBeFocused();
  await expect(field(page, "URL")).toHaveAccessibleDescription(/Enter a public address/);
  // An unresolvable name: the server stores it, and deliveries fail.
  await field(page, "URL").fill("https://nowhere.example/hook");
  await page.getByLabel("Game started").check();
  await button(page, "Add webhook").tap();
  await expect(shown(page, "Copy it now. You won’t see it again.")).toBeVisible();
  await expect(page.locator("code")).toHaveText(/^whsec_/);
  await expectNothingSeriousInAnyLook(page, "webhooks");
  await button(page, "I’ve saved it").tap();
  await button(page, "Send test to https://nowhere.example/hook").tap();
  await expect(shown(page, "Test sent.")).toBeVisible();
  await shown(page, "Recent deliveries").tap();
  await expect(shown(page, /Failed \d+ times? \(no response\)\. Next attempt/)).toBeVisible();
  await expect(shown(page, "No successful delivery since")).toBeVisible();
  await button(page, "Remove https://nowhere.example/hook").tap();
  await button(page, "Yes").tap();
  await expect(shown(page, "Webhook removed.")).toBeVisible();
  await expect(page.getByText("https://nowhere.example/hook")).toHaveCount(0);
});

test("vacation, changing the password, data export, and deleting the account", FINGER, async ({ page }) => {
  const name = named("Eva");
  const { id } = await playAsGuest(page);
  await register(page, name);

  await open(page, "Vacation");
  await expect(shown(page, "30 days left this year")).toBeVisible();
  const day = new Date(Date.now() + 5 * 24 * 3_600_000).toLocaleDateString("sv-SE");
  await page.getByLabel("Until").fill(day);
  await button(page, "Start vacation").tap();
  await expect(shown(page, /You’re on vacation until/)).toBeVisible();
  await button(page, "I’m back").tap();
  await expect(shown(page, "Welcome back!")).toBeVisible();
  await open(page, "Vacation");

  await open(page, "Change password");
  await field(page, "Current password").fill(PASSWORD);
  await field(page, "New password").fill("violet anchors hum softly");
  await button(page, "Change password").tap();
  await expect(shown(page, "Password changed. You’re logged out on all other devices.")).toBeVisible();
  await open(page, "Change password");

  await open(page, "Your data");
  const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download my data").tap()]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\n");
  const message = lines.map((line) => JSON.parse(line) as { type: string; id?: string });
  expect(message[0]!.type).toBe("profile");
  expect(message.some((one) => one.type === "game" && one.id === id)).toBe(true);

  await field(page, "Current password").fill("violet anchors hum softly");
  await button(page, "Delete my account").tap();
  await expect(shown(page, "Tick the box to confirm.")).toBeVisible();
  await page.getByText("Yes, delete everything").tap();
  await button(page, "Delete my account").tap();
  await expect(shown(page, "Everything about you has been deleted.")).toBeVisible();
  await logIn(page, name, "violet anchors hum softly");
  await expect(shown(page, "Wrong name or password.")).toBeVisible();
});

test("everything by keyboard, in a wide window", MOUSE, async ({ page }) => {
  const name = named("Flora");
  await page.goto("/");
  await page.getByRole("link", { name: "You", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeFocused();
  await expectNothingSeriousInAnyLook(page, "account of a stranger");
  await field(page, "Name").focus();
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  // Password managers recognise the fields.
  await expect(field(page, "Name")).toHaveAttribute("autocomplete", "username");
  await expect(field(page, "Password")).toHaveAttribute("autocomplete", "new-password");
  await page.keyboard.press("Enter");
  await expect(shown(page, "Account created.")).toBeVisible();
  await expect(page.getByRole("link", { name: `You: ${name}` })).toHaveText(name);
  const fold = page.locator("summary", { hasText: "Your devices" });
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(shown(page, "You’re only logged in on this device.")).toBeVisible();
  for (const title of ["Change name", "Vacation", "Your data"]) {
    await page.locator("summary", { hasText: title }).focus();
    await page.keyboard.press("Enter");
  }
  await expect(shown(page, "30 days left this year")).toBeVisible();
  await expectNothingSeriousInAnyLook(page, "account");
});

test("a rated game needs accounts, and has no computer help", MOUSE, async ({ page, another }) => {
  // A guest reads why not.
  await page.goto("/squadro?online");
  await page.locator("summary").first().click();
  await expect(shown(page, "You need an account to play rated games.")).toBeVisible();
  const [name, other] = [named("Gina"), named("Hilde")];
  await ask(page, "POST", "/accounts", { name, password: PASSWORD });
  await page.reload();
  await page.locator("summary").first().click();
  await page.getByRole("checkbox", { name: "Rated" }).check();
  await expect(shown(page, "Counts towards your rating.")).toBeVisible();
  await button(page, "Play").click();
  await expect(shown(page, "Share this link to invite players.")).toBeVisible();
  const id = page.url().split("/g/")[1]!;
  const made = await ask<GameOnServer & { rated: boolean; invitation: string }>(page, "GET", `/games/${id}`);
  expect(made.rated).toBe(true);

  const opponent = await another();
  await opponent.goto(NO_PAGE);
  await ask(opponent, "POST", "/accounts", { name: other, password: PASSWORD });
  await ask(opponent, "POST", `/games/${id}/join`, { invitation: made.invitation });
  await expect(button(page, "More")).toBeVisible();
  // The list of commands leaves out what is unavailable.
  await expect(shown(page, /resign, draw, abort, undo, flip/)).toBeVisible();
  const fair = "No computer help while your game is on.";
  await button(page, "More").click();
  await expect(page.getByRole("dialog").getByText(fair)).toBeVisible();
  await expect(button(page, "Analysis")).toHaveCount(0);

  const { position } = await ask<{ position: string }>(page, "GET", `/games/${id}`);
  const address = `/squadro/analysis/${position.replaceAll(" ", "_")}`;
  await page.goto(address);
  await expect(shown(page, fair)).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Engine" })).toHaveCount(0);
  await page.goto(`/g/${id}/report`);
  await expect(shown(page, fair)).toBeVisible();

  await page.goto(address);
  await expect(shown(page, fair)).toBeVisible();
  const { seq } = await ask<{ seq: number }>(opponent, "GET", `/games/${id}`);
  await ask(opponent, "POST", `/games/${id}/actions`, { id: "over", seq, do: "abort" });
  // Allowed again at once.
  await expect(page.getByRole("checkbox", { name: "Engine" })).toBeVisible();
});
