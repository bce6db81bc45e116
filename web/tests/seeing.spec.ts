// Seeing what happens in a game: questions, the opponents' last turn, the end.

import { expect } from "@playwright/test";
import { begin, test, type Hand } from "./play";

test("a question stays until it is answered, whatever the computer plays", async ({ page }) => {
  await page.goto("/settings");
  await page.getByLabel("Thinking time at level 10").selectOption("3");
  await page.goto("/one-piece-for-two");
  await page.getByLabel("Strength").fill("10");
  await page.getByRole("group", { name: "Your side" }).getByText("Blue", { exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByText("is thinking")).toBeVisible();
  await page.getByRole("button", { name: "Resign" }).click();
  const question = page.getByText("Resign this game?");
  await expect(question).toBeVisible();
  await expect(page.locator("section td button")).toHaveCount(1);
  await expect(question).toBeVisible();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await expect(page.getByText("You resigned").first()).toBeVisible();
});

/** What is said beside the board, from now on, until it is read. */
async function watchMessages(hand: Hand): Promise<() => Promise<string[]>> {
  await hand.page.evaluate(() => {
    const heard: string[] = [];
    const says = document.querySelector(".says")!;
    new MutationObserver(() => heard.push((says as HTMLElement).innerText)).observe(says, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { heard });
  });
  return () => hand.page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test("three computers' turns are marked over the pieces, and can be seen again by a tap and by a key", async ({
  page,
  hand,
}) => {
  await begin(page, "number-one", { players: 4 });
  // The set-up, and a turn of three pegs.
  for (let ply = 0; ply < 4; ply++) await hand.move();
  await hand.ready();
  const ways = page.locator(".marks .over.way");
  const { plies } = await hand.sight();
  expect(plies).toBe(16);
  await expect(ways).toHaveCount(9);
  // Each has its number, and lies over all pieces.
  await expect(page.locator(".marks text").filter({ hasText: /^[1-9]$/ })).toHaveText([..."123456789"]);
  expect(
    await page.evaluate(() => {
      const [pieces, way] = [document.querySelector(".pieces"), document.querySelector(".marks .over.way")];
      return Boolean(pieces!.compareDocumentPosition(way!) & Node.DOCUMENT_POSITION_FOLLOWING);
    }),
  ).toBe(true);

  const heard = await watchMessages(hand);
  const again = page.getByRole("button", { name: "Show the last turn again" });
  const box = (await again.boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await hand.point({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  await expect(page.getByText("The last turn again: ")).toBeVisible();
  await expect(again).toBeVisible();
  const said = await heard();
  for (let at = 1; at <= 9; at++) expect(said.join()).toContain(`${at} of 9`);
  await expect(ways).toHaveCount(9);
  expect((await hand.ready()).plies).toBe(16);

  // A key does the same, and once more ends it.
  await page.keyboard.press("p");
  await expect(page.getByText("The last turn again: ")).toBeVisible();
  await expect(ways).toHaveCount(1);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("The last turn again: ")).toBeHidden();
  await hand.move();
});

test("the computer pauses before each of its moves, as the settings say, and moves at once when it is told to", async ({
  page,
  hand,
}) => {
  await page.goto("/settings");
  await page
    .getByRole("group", { name: "Pause before each move of the computer" })
    .getByText("Long", { exact: true })
    .click();
  await begin(page, "number-one", { players: 2 });
  // When each ply comes into the list.
  await page.evaluate(() => {
    const times: number[] = [];
    new MutationObserver(() => {
      const { length } = document.querySelectorAll("section td button");
      while (times.length < length) times.push(performance.now());
    }).observe(document.body, { subtree: true, childList: true });
    Object.assign(window, { times });
  });
  await hand.move();
  await hand.played(2);
  const [own = 0, answer = 0] = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  expect(answer - own).toBeGreaterThan(1000);
  // Nobody has to wait.
  for (let peg = 0; peg < 3; peg++) await hand.move();
  await page.getByRole("button", { name: "Move now" }).click();
  await hand.ready();
});
