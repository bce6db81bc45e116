// What happens in a game: questions, the opponents' last turn, the end.

import { expect } from "@playwright/test";
import { begin, FINGER, keepGame, MOUSE, test, type Hand } from "./play";

test("a question stays open until it is answered, whatever the computer plays", FINGER, async ({ page, hand }) => {
  await page.goto("/settings");
  await page.getByLabel("Thinking time at level 10").selectOption("3");
  await page.goto("/one-piece-for-two");
  await page.getByLabel("Level").fill("10");
  await page.getByRole("group", { name: "You play" }).getByText("Blue", { exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  // Once both have moved, resigning loses.
  await hand.ready();
  await hand.move();
  await expect(page.getByText("is thinking")).toBeVisible();
  await page.getByRole("button", { name: "Resign" }).click();
  const question = page.getByText("Resign this game?");
  await expect(question).toBeVisible();
  await expect(page.locator("section td button")).toHaveCount(3);
  await expect(question).toBeVisible();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await expect(page.getByRole("region", { name: "You lost" })).toContainText("You resigned");
});

/** Records the messages beside the board until read. */
async function watchMessages(hand: Hand): Promise<() => Promise<string[]>> {
  await hand.page.evaluate(() => {
    const announced: string[] = [];
    const says = document.querySelector(".says")!;
    new MutationObserver(() => announced.push((says as HTMLElement).innerText)).observe(says, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { announced });
  });
  return () => hand.page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}

test(
  "the turns of three computers are marked over the pieces, and can be replayed by a tap and by a key",
  FINGER,
  async ({ page, hand }) => {
    await begin(page, "number-one", { players: 4 });
    // The set-up, and a turn of three pegs.
    for (let ply = 0; ply < 4; ply++) await hand.move();
    await hand.ready();
    const ways = page.locator(".marks .over.way");
    const { plies } = await hand.sight();
    expect(plies).toBe(16);
    await expect(ways).toHaveCount(9);
    // Each is numbered and drawn over all pieces.
    await expect(page.locator(".marks text").filter({ hasText: /^[1-9]$/ })).toHaveText([..."123456789"]);
    expect(
      await page.evaluate(() => {
        const [pieces, way] = [document.querySelector(".pieces"), document.querySelector(".marks .over.way")];
        return Boolean(pieces!.compareDocumentPosition(way!) & Node.DOCUMENT_POSITION_FOLLOWING);
      }),
    ).toBe(true);

    const announced = await watchMessages(hand);
    const again = page.getByRole("button", { name: "Replay last turn" });
    const box = (await again.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    await hand.point({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await expect(page.getByText("Replaying last turn: ")).toBeVisible();
    await expect(again).toBeVisible();
    const shown = await announced();
    for (let at = 1; at <= 9; at++) expect(shown.join()).toContain(`${at} of 9`);
    await expect(ways).toHaveCount(9);
    expect((await hand.ready()).plies).toBe(16);

    // A key does the same, and again stops it.
    await page.keyboard.press("p");
    await expect(page.getByText("Replaying last turn: ")).toBeVisible();
    await expect(ways).toHaveCount(1);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText("Replaying last turn: ")).toBeHidden();
    await hand.move();
  },
);

test("the computer pauses before each move as set, and moves at once on request", FINGER, async ({ page, hand }) => {
  await page.goto("/settings");
  await page.getByRole("group", { name: "Computer move delay" }).getByText("Long", { exact: true }).click();
  await begin(page, "number-one", { players: 2 });
  // Records when each ply appears in the list.
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
  // The pauses can be skipped.
  for (let peg = 0; peg < 3; peg++) await hand.move();
  await page.getByRole("button", { name: "Move now" }).click();
  await hand.ready();
});

/** Red brings home one more piece, Yellow none: the Red player wins at once. */
const NEAR_END = { game: "squadro", position: "00000/cccb0 r" };

for (const [width, height] of [
  [320, 568],
  [740, 360],
  [1366, 650],
] as const)
  test(
    `the result is shown beside the board, ${width}x${height}, also after a reload`,
    width < 1000 ? FINGER : MOUSE,
    async ({ page, hand }) => {
      await page.setViewportSize({ width, height });
      await keepGame(page, "ending", { opening: NEAR_END, toAct: 1 });
      await page.goto("/g/ending");
      const lost = page.getByRole("region", { name: "You lost" });
      await expect(lost).toContainText("Red has four pieces home");
      for (const again of [false, true]) {
        if (again) await page.reload();
        await expect(lost).toContainText("Rule SQ-9");
        // The board is not covered, and all actions are visible.
        await expect(page.getByRole("grid")).toBeInViewport({ ratio: 1 });
        const board = (await page.getByRole("grid").boundingBox())!;
        for (const one of [
          lost.getByRole("heading"),
          lost.getByRole("link", { name: "Rule SQ-9" }),
          lost.getByRole("link", { name: "Game report" }),
          lost.getByRole("button", { name: "Analysis" }),
          page.getByRole("button", { name: "Rematch" }),
        ]) {
          await expect(one).toBeInViewport({ ratio: 1 });
          const box = (await one.boundingBox())!;
          expect(box.y >= board.y + board.height || box.x >= board.x + board.width).toBe(true);
        }
      }
      // To an earlier position and back.
      await page.keyboard.press("ArrowLeft");
      await expect(lost).toBeHidden();
      await page.getByRole("button", { name: "Back to the game" }).click();
      const report = (await lost.getByRole("link", { name: "Game report" }).boundingBox())!;
      await hand.point({ x: report.x + report.width / 2, y: report.y + report.height / 2 });
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Game report");
    },
  );

test.describe("Number One on a small phone", FINGER, () => {
  test.use({ viewport: { width: 320, height: 568 } });

  test("names the seats, the task of the set-up, and the pegs that still have to move", async ({ page, hand }) => {
    await begin(page, "number-one", { players: 4 });
    await hand.ready();
    const far = page.locator(".far .player");
    for (const [at, name] of ["Orange", "Green", "Purple"].entries()) {
      await expect(far.nth(at)).toContainText(name);
      const level = far.nth(at).getByText("Level 1", { exact: true });
      await expect(level).toBeInViewport({ ratio: 1 });
    }
    const says = page.locator(".says");
    await expect(says).toContainText("Tap a hole for your small peg.");
    // A hole the player does not own.
    await hand.pointAt("f6");
    await expect(page.getByRole("alert")).toContainText(
      "Blue first chooses where the small, medium and large pegs start",
    );
    await expect(page.getByRole("alert").getByRole("link", { name: "Rule NO-3" })).toBeInViewport({ ratio: 1 });
    await hand.move();
    await hand.ready();
    await expect(says).toContainText("still to move: S, M, L");
    await hand.move();
    await expect(says).toContainText(/still to move: (S, M(?!,)|S, L|M, L)/);
    // Everything fits the window, and the buttons are visible.
    await expect(page.getByRole("button", { name: "More" })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // The legend is in the "More" dialog.
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Board symbols" }).click();
    const signs = page.getByRole("dialog", { name: "Board symbols" });
    await expect(signs).toContainText("Turned over: may only land on tokens");
    await expect(signs).toContainText("Blue (a), Orange (b), Green (c), and Purple (d)");
  });

  test("says why a seat is out, by which rule, and marks where it stood", async ({ page, hand }) => {
    const position = "B1..../....../......./......../........c1/......../......./oo..../a1o... a - -";
    await keepGame(page, "out", {
      opening: { game: "number-one", players: 3, position },
      seats: [
        { kind: "person", name: "" },
        { kind: "computer", level: 1 },
        { kind: "computer", level: 2 },
      ],
    });
    await page.goto("/g/out");
    await hand.move();
    await hand.ready();
    const says = page.locator(".says");
    await expect(says).toContainText("Orange is out in place 3: the small peg couldn’t move.");
    await expect(says.getByRole("link", { name: "Rule NO-10" })).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".far")).toContainText("out, place 3");
    await expect(page.locator(".marks .over.gone")).toHaveCount(1);
  });
});

test("local players are called by their names", FINGER, async ({ page, hand }) => {
  await keepGame(page, "named", {
    opening: { game: "squadro", position: "00000/cccb0 r" },
    toAct: 1,
    seats: [
      { kind: "person", name: "Ada" },
      { kind: "person", name: "Maximilian Wintergarten-Oberhausen" },
    ],
  });
  await page.goto("/g/named");
  await expect(page.locator(".says")).toContainText("Maximilian Wintergarten-Oberhausen to move");
  await expect(page.locator(".near")).toContainText("Ada");
  const name = page.locator(".far .name");
  await expect(name).toHaveText("Maximilian Wintergarten-Oberhausen");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await hand.ready();
  await page.keyboard.press("c");
  await page.keyboard.type("R4");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Maximilian Wintergarten-Oberhausen wins" })).toContainText(
    "Maximilian Wintergarten-Oberhausen has four pieces home",
  );
  await expect(page.getByRole("columnheader", { name: "Ada" })).toBeAttached();
});

test(
  "hints, takebacks and steps are announced, and an old refusal hides nothing new",
  FINGER,
  async ({ page, hand }) => {
    await begin(page, "peak");
    await hand.ready();
    const shown = page.getByRole("status");
    const says = page.locator(".says");
    // The other seat's piece is refused; the hint requested afterwards is shown and announced in the same
    // words.
    await page
      .getByRole("gridcell", { name: /Dark piece$/ })
      .first()
      .press("Enter");
    const refused = page.getByRole("alert");
    await expect(refused).toContainText("That’s your opponent’s piece");
    await page.keyboard.press("h");
    await expect(refused).toBeHidden();
    await expect(says).toContainText(/Look at [a-f][1-6]\. Tap Hint again to see the move\./);
    const piece = /Look at ([a-f][1-6])/.exec(await says.innerText())![0];
    await expect(shown).toContainText(piece);
    await page.keyboard.press("h");
    await expect(says).toContainText(/Hint: [a-f][1-6]-[a-f][1-6]/);
    const hint = /Hint: \S+/.exec(await says.innerText())![0];
    await expect(shown).toContainText(hint);

    await hand.move();
    await hand.ready();
    await page.keyboard.press("ArrowLeft");
    await expect(shown).toContainText("Viewing move 1 of 2.");
    await page.keyboard.press("ArrowRight");
    await expect(shown).toContainText(/Dark jumps from [a-f][1-6] to [a-f][1-6]\./);
    await page.keyboard.press("u");
    await expect(shown).toContainText("2 moves taken back. Your turn.");
  },
);
