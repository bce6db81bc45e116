// A new online game: with a friend, with any opponent, and as a challenge.

import { expect, type Page } from "@playwright/test";
import { ask, become, expectAtGame, gameAt, named, type Person, test } from "./people";
import { FINGER, MOUSE } from "./play";

const press = (page: Page, group: string | RegExp, label: string) =>
  page.getByRole("group", { name: group }).getByText(label, { exact: true }).click();
const play = (page: Page) => page.getByRole("button", { name: "Play", exact: true }).click();

test("a game with a friend has the chosen clock, side and rights", FINGER, async ({ page }) => {
  const name = named("Ada");
  await page.goto("/squadro");
  await press(page, "Opponent", "Online");
  await expect(page.getByText("You’ll get a link to share.")).toBeVisible();
  await page.getByLabel("Your name").fill(name);
  await press(page, "You play", "Red");
  // The clock required with strangers is shown even while collapsed.
  await expect(page.locator("summary")).toContainText("5 min + 3 s");
  await page.getByText("Clock and options").tap();
  await page.getByLabel("Clock", { exact: true }).selectOption("Days per turn");
  await page.getByLabel("Days per turn").selectOption("2");
  await page.getByLabel("Allow takebacks").tap();
  await page.getByLabel("Anyone can watch").tap();
  await expect(page.getByLabel("Draw offers")).toHaveCount(0);
  await play(page);
  await expectAtGame(page);
  const game = await gameAt(page);
  expect(game).toMatchObject({ game: "squadro", you: 1, listed: false, take_back: false });
  expect(game.seats.map(({ user }) => user?.name ?? null)).toEqual([null, name]);
  expect(game.clock).toMatchObject({ system: "correspondence", perTurn: 172_800_000 });
  expect(game.invitation).toContain(game.id);

  // The choices and the name are remembered.
  await page.goto("/squadro");
  await expect(page.getByText(`You’ll play as ${name}.`)).toBeVisible();
  await expect(page.getByRole("radio", { name: "Red" })).toBeChecked();
  await expect(page.getByLabel("Clock", { exact: true })).toHaveValue("correspondence");
  // Games against the computer still have no clock.
  await press(page, "Opponent", "Computer");
  await expect(page.getByLabel("Clock", { exact: true })).toHaveValue("none");
});

test("with three and four seats the others are open or computers", FINGER, async ({ page }) => {
  await page.goto("/number-one");
  await press(page, "Players", "4");
  await press(page, "Opponents", "Online");
  await press(page, "You play", "Green");
  const others = page.getByRole("group", { name: "Opponents" });
  await expect(others.getByRole("combobox")).toHaveCount(3);
  await others.getByLabel("Orange").selectOption("4");
  await play(page);
  await expectAtGame(page);
  const { seats, players } = await gameAt(page);
  expect(players).toBe(4);
  expect(seats.map(({ user, level }) => (user ? "you" : (level ?? "open")))).toEqual(["open", 4, "you", "open"]);
});

test(
  "a player looking for any opponent waits in the lobby, and is taken to the game",
  MOUSE,
  async ({ page, another }) => {
    const [ada, bob] = [named("Ada"), named("Bob")];
    await page.goto("/peak");
    await press(page, "Opponent", "Online");
    await press(page, "Play with", "Anyone");
    await page.getByLabel("Your name").fill(ada);
    // Other tests do not use these settings.
    await page.getByText("Clock and options").click();
    await page.getByLabel("Minutes per player").selectOption("45");
    await play(page);
    await expect(page).toHaveURL(/\/online$/);
    const own = page.getByRole("listitem").filter({ hasText: "Peak" }).filter({ hasText: "45 min + 3 s" });
    await expect(own).toContainText("Finding an opponent");

    // A player with the same choices is matched at once.
    const other = await another();
    await other.goto("/peak?online");
    await press(other, "Play with", "Anyone");
    await other.getByLabel("Your name").fill(bob);
    await other.getByText("Clock and options").click();
    await other.getByLabel("Minutes per player").selectOption("45");
    await play(other);
    await expectAtGame(other);
    await expectAtGame(page);
    expect(new URL(page.url()).pathname).toBe(new URL(other.url()).pathname);
    const { seats } = await gameAt(page);
    expect(seats.map(({ user }) => user?.name).sort()).toEqual([ada, bob].sort());
  },
);

test("a user is challenged by name, and notified", MOUSE, async ({ page, another }) => {
  const other = await another();
  await other.goto("/online");
  const bob = await become(other, named("Bob"));
  await other.goto("/online");
  await page.goto("/");
  await become(page, named("Ada"));
  await page.goto(`/squadro?challenge=${bob.id}&name=${encodeURIComponent(bob.name)}`);
  await expect(page.getByText(`We’ll let ${bob.name} know`)).toBeVisible();
  // The opponent is fixed.
  await expect(page.getByRole("group", { name: "Opponent" })).toHaveCount(0);
  await play(page);
  await expectAtGame(page);
  const { id, seats } = await gameAt(page);
  expect(seats.map(({ invited }) => invited ?? null)).toContain(bob.id);
  const challenge = other.getByRole("region", { name: "Challenges" }).getByRole("listitem");
  await expect(challenge).toContainText("challenges you");
  await challenge.getByRole("button", { name: /^Accept Squadro/ }).click();
  await expect(other).toHaveURL(`/g/${id}`);
  const joined = await ask<{ seats: { user: Person | null }[] }>(other, "GET", `/games/${id}`);
  expect(joined.seats.every(({ user }) => user !== null)).toBe(true);
});

test("without a server the page says so, and games against the computer work", FINGER, async ({ page }) => {
  await page.route("**/api/v1/**", (route) => route.abort());
  await page.goto("/squadro");
  await press(page, "Opponent", "Online");
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await expect(page.getByRole("alert")).toContainText("Can’t reach the server.");
  // It can be retried, or another game be played.
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
  await press(page, "Opponent", "Computer");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await expect(page.getByRole("grid", { name: "Board of Squadro" })).toBeVisible();
});
