// Online games, each player in a separate browser.

import { expect, test } from "@playwright/test";
import { openTalk, Person, playOut } from "./online";
import { FINGER, MOUSE, NEAR_END } from "./play";

const LIVE = { system: "increment", initial: 300_000, increment: 3000 };

test("two people play a live game to the end, and a second one", FINGER, async ({ browser }) => {
  const ada = await Person.come(browser, "Ada");
  const { id, invitation } = await ada.make({ game: "peak", position: NEAR_END.peak, clock: LIVE });
  await ada.say("Waiting for 1 more player");
  await expect(ada.page.getByLabel("Invitation link")).toHaveValue(invitation);
  await expect(ada.page.getByRole("img", { name: "QR code for the link" })).toBeVisible();

  // A guest joins by the link alone, with only a name.
  const bob = await Person.come(browser, "Bob");
  await bob.join(invitation);
  for (const { page } of [ada, bob]) await expect(page.getByRole("grid")).toBeVisible();
  await expect(ada.page.locator(".far")).toContainText("Bob");
  await expect(bob.page.locator(".far")).toContainText("Ada");
  await expect(ada.page.getByRole("img", { name: "connected" })).toBeVisible();
  await playOut([ada, bob], id);
  const ends = await Promise.all([ada, bob].map(({ page }) => page.locator("section.outcome h2").innerText()));
  expect(ends.sort()).toEqual(ends.includes("Draw") ? ["Draw", "Draw"] : ["You lost", "You won"]);

  await ada.press("Rematch");
  await ada.say("Waiting for Bob to accept");
  await bob.press("Play rematch");
  for (const { page } of [ada, bob]) await expect(page.locator("section td button")).toHaveCount(0);
  // The other player starts (TB-9).
  await bob.move();
  await ada.played(1);
  await ada.move();
  await bob.played(2);
});

test("three and then four play Number One, and one resigns out of turn", MOUSE, async ({ browser }) => {
  for (const names of [
    ["Ada", "Bob", "Cleo"],
    ["Ada", "Bob", "Cleo", "Dan"],
  ]) {
    const people = await Promise.all(names.map((name) => Person.come(browser, name)));
    const [ada, ...others] = people as [Person, ...Person[]];
    const seats = names.map((_, seat) => (seat === 0 ? "you" : "open"));
    const { id, invitation } = await ada.make({ game: "number-one", seats });
    for (const one of others) await one.join(invitation);
    for (const { page } of people) await expect(page.getByRole("grid")).toBeVisible();
    const acting = async () => (await ada.ask<{ to_act: number }>("GET", `/games/${id}`)).to_act;
    // All set up their pegs, so all are in; a player who resigns is out while the others play on.
    const move = async () => people[await acting()]!.move();
    for (const _ of names) await move();
    const still = new Set(people);
    while (still.size > 1) {
      const acts = await acting();
      const leaver = [...still].find((one) => one !== people[acts])!;
      await leaver.press("Resign");
      await leaver.press("Yes, resign");
      still.delete(leaver);
      const left = names.length - still.size;
      if (still.size === 1) break;
      for (const { page } of people) await expect(page.locator(".player.out")).toHaveCount(left);
      for (let moves = 0; moves < 4; moves++) await move();
    }
    const winner = [...still][0]!;
    for (const { page } of people) {
      const won = page === winner.page;
      await expect(page.locator("section.outcome h2")).toHaveText(won ? "You won" : /^You finished/);
      // No shared places (TB-10).
      for (const place of names.keys())
        await expect(page.locator(".player").filter({ hasText: `place ${place + 1}` })).toHaveCount(1);
      await page.context().close();
    }
  }
});

test(
  "the selection for the next move of a turn survives the confirmation of the move before",
  MOUSE,
  async ({ browser }) => {
    const ada = await Person.come(browser, "Ada");
    const { invitation } = await ada.make({ game: "number-one" });
    const bob = await Person.come(browser, "Bob");
    await bob.join(invitation);
    // Both set up their pegs; then each moves three pegs per turn.
    await ada.move();
    await bob.played(1);
    await bob.move();
    await ada.played(2);
    await ada.wire.cut();
    await ada.say("You’re offline");
    await ada.move();
    const [peg] = (await ada.ready()).offered;
    await ada.pointAt(peg!.cell);
    const chosen = ada.page.locator(`[data-cell="${peg!.cell}"]`);
    await expect(chosen).toHaveAttribute("aria-selected", "true");
    ada.wire.mend();
    await bob.played(3);
    await expect(ada.page.getByText("Sending …")).toBeHidden();
    await expect(chosen).toHaveAttribute("aria-selected", "true");
    await ada.move();
    await bob.played(4);
  },
);

test("a disconnected player continues after the reconnect, and nothing is lost", MOUSE, async ({ browser }) => {
  const ada = await Person.come(browser, "Ada");
  const { invitation } = await ada.make({ game: "squadro", clock: LIVE });
  const bob = await Person.come(browser, "Bob");
  await bob.join(invitation);
  await ada.move();
  await bob.played(1);

  // The opponent's moves arrive after the reconnect.
  await ada.wire.cut();
  await ada.say("You’re offline");
  await expect(bob.page.getByRole("img", { name: "away" })).toBeVisible();
  await bob.move();
  ada.wire.mend();
  await ada.played(2);
  await expect(ada.page.getByText("You’re offline")).toBeHidden();
  await expect(bob.page.getByRole("img", { name: "connected" })).toBeVisible();

  // Own moves are shown at once, and sent after the reconnect.
  await ada.wire.cut();
  await ada.say("You’re offline");
  await ada.move();
  expect(await bob.moves()).toHaveLength(2);
  ada.wire.mend();
  await bob.played(3);
  expect(await bob.moves()).toEqual(await ada.moves());

  // A second device of the same user shows the same.
  const second = await ada.page.context().newPage();
  await second.goto(ada.page.url());
  await expect(second.locator("section td button")).toHaveCount(3);
  await bob.move();
  await ada.played(4);
  await expect(second.locator("section td button")).toHaveCount(4);
});

test("a spectator watches, and chats with other spectators", MOUSE, async ({ browser }) => {
  const ada = await Person.come(browser, "Ada");
  const { id, invitation } = await ada.make({ game: "one-piece-for-two" });
  const bob = await Person.come(browser, "Bob");
  await bob.join(invitation);
  const eve = await Person.come(browser, "Eve");
  await eve.ask("POST", "/guests", { name: "Eve" });
  await eve.page.goto(`/g/${id}`);
  await eve.say("You’re watching.");
  await ada.move();
  await eve.played(1);
  await expect(ada.page.getByRole("button", { name: "Resign" })).toBeVisible();
  for (const name of ["Resign", /^Take back/]) await expect(eve.page.getByRole("button", { name })).toHaveCount(0);

  const say = async (who: Person, text: string) => {
    await openTalk(who.page);
    await who.page.getByLabel("Message").fill(text);
    await who.page.keyboard.press("Enter");
    await expect(who.page.getByRole("log").getByText(text)).toBeVisible();
  };
  // A closed chat shows that there is something new.
  await bob.page.getByRole("button", { name: "Close chat" }).click();
  await say(ada, "Good luck, <b>Bob</b>");
  await say(eve, "Ada will win");
  await expect(bob.page.getByRole("button", { name: "Chat, 1 new message" })).toBeVisible();
  await openTalk(bob.page);
  await expect(bob.page.getByRole("log")).toContainText("Good luck, <b>Bob</b>");
  await expect(bob.page.getByRole("log")).not.toContainText("Ada will win");
  await expect(eve.page.getByRole("log")).not.toContainText("Good luck");
});

test("draws are offered, moves are taken back, time is given, by agreement", MOUSE, async ({ browser }) => {
  const ada = await Person.come(browser, "Ada");
  const { invitation } = await ada.make({ game: "squadro", clock: LIVE });
  const bob = await Person.come(browser, "Bob");
  await bob.join(invitation);
  await ada.move();
  await bob.move();
  await ada.played(2);
  await ada.press(/^Take back/);
  await ada.say("You asked for a takeback.");
  await bob.say("Ada asks for a takeback. Accept?");
  await bob.press("Accept");
  for (const { page } of [ada, bob]) await expect(page.locator("section td button")).toHaveCount(0);
  await ada.move();
  await bob.move();
  await ada.press("More");
  await ada.press("Offer draw");
  await bob.say("Ada offers a draw. Accept?");
  await bob.press("Decline");
  await ada.say("Bob declined the draw.");
  await bob.press("Ada: add 15 seconds");
  await ada.move();
  await bob.press("More");
  await bob.press("Offer draw");
  await ada.press("Accept");
  for (const { page } of [ada, bob]) await expect(page.locator("section.outcome h2")).toHaveText("Draw");
});

test("a correspondence game ends at its deadline by itself", MOUSE, async ({ browser }) => {
  const ada = await Person.come(browser, "Ada");
  // Days of eight seconds; the first moves are made by the API, to save time.
  const clock = { system: "correspondence", perTurn: 8000 };
  const { id, invitation } = await ada.make({ game: "squadro", clock });
  const bob = await Person.come(browser, "Bob");
  await bob.ask("POST", "/guests", { name: "Bob" });
  let { seq } = await bob.ask<{ seq: number }>("POST", `/games/${id}/join`, { invitation });
  for (const [who, move] of [
    [ada, "Y1"],
    [bob, "R1"],
  ] as const)
    ({ seq } = await who.ask<{ seq: number }>("POST", `/games/${id}/actions`, { id: move, seq, do: { move } }));
  await bob.page.goto(`/g/${id}`);
  for (const one of [ada, bob]) await one.played(2);
  await expect(bob.page.locator("section.outcome h2")).toHaveText("You won");
  await expect(ada.page.locator("section.outcome")).toContainText("time");
});
