// The text of the rules and of endings compared with the board. SQ-1 holds from either seat: own pieces in
// front, the opponent's beside, both counted from the corner where the start edges meet.

import { expect, type Page } from "@playwright/test";
import { begin, setUp, outcomeOf, test } from "./play";

/** The centre of a track's start. */
async function start(page: Page, track: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-cell="${track} start"]`).boundingBox();
  if (!box) throw new Error(`${track} has no start`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The tracks of both sides, from the seat of one of them. */
async function seen(page: Page, own: "Y" | "R", other: "Y" | "R") {
  const at = (side: string) => Promise.all([1, 2, 3, 4, 5].map((track) => start(page, `${side}${track}`)));
  return { own: await at(own), other: await at(other) };
}

const rises = (numbers: number[]) => numbers.every((number, i) => i === 0 || number > numbers[i - 1]!);

test("the board of Squadro matches the rules, from Yellow's seat and from Red's", async ({ page }) => {
  await begin(page, "squadro", { company: "Pass and play" });
  await expect(page.locator('[data-cell="Y1 start"]')).toBeVisible();
  const yellow = await seen(page, "Y", "R");
  expect(rises(yellow.own.map(({ x }) => x)), "Yellow counts from the left").toBe(true);
  expect(rises(yellow.other.map(({ y }) => -y)), "Red counts from the corner in front of Yellow").toBe(true);
  expect(yellow.own[0]!.y, "Yellow's pieces are in front").toBeGreaterThan(yellow.other[0]!.y);
  expect(yellow.other[0]!.x, "Red's come from the left").toBeLessThan(yellow.own[0]!.x);

  await page.keyboard.press("f");
  await expect.poll(async () => (await start(page, "R1")).y).toBeGreaterThan((await start(page, "Y1")).y);
  const red = await seen(page, "R", "Y");
  expect(rises(red.own.map(({ x }) => -x)), "Red counts from the right").toBe(true);
  expect(rises(red.other.map(({ y }) => -y)), "Yellow counts from the corner in front of Red").toBe(true);
  expect(red.other[0]!.x, "Yellow's come from the right").toBeGreaterThan(red.own[0]!.x);

  // As the rules say.
  await page.goto("/squadro/rules#SQ-1");
  const ruling = page.locator("#SQ-1");
  await expect(ruling).toContainText("from your left when you are Yellow, from your right when you are Red");
  await expect(ruling).toContainText("Yellow counts from the left, Y1 to Y5, and Red from the right, R1 to R5");
});

test("the end of a game of Peak says who cannot jump, though the other still could", async ({ page }) => {
  await page.goto(`/peak?position=${encodeURIComponent("....../....../....../....../....../l2l.... l -")}`);
  await setUp(page, { company: "Pass and play" });
  const typed = page.getByLabel("Type a move");
  for (const move of ["a1-c1", "c1-a1"]) {
    await typed.fill(move);
    await expect(page.getByText(`Press Enter to play ${move}`)).toBeVisible();
    await typed.press("Enter");
    await expect(typed).toHaveValue("");
  }
  await expect(outcomeOf(page)).toContainText("Dark can’t jump, so the game is over: Light has more points, 2 to 0");
});
