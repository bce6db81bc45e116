// The report and "learn from your mistakes" at all sizes: no early verdict, the answer beside the board, move
// numbers as in the move list, and marks in the graph that do not overlap.

import { expect, type Page, test } from "@playwright/test";
import { FINGER, MOUSE } from "./play";
import { DEVICES } from "./sizes";

const TWO = [
  { kind: "person", name: "" },
  { kind: "computer", level: 3 },
];
/** A fully provable game: Yellow could win at once by Y4, plays Y5, and Red comes home first. */
const ENDING = {
  opening: { game: "squadro", position: "cccb0/cccb0 y" },
  moves: ["Y5", "R4"],
  places: [2, 1],
  seats: TWO,
};
const LONG = {
  opening: { game: "squadro" },
  moves: "Y1 R1 Y2 R2 Y3 R3 Y4 R4 Y5 R5 Y1 R1 Y2 R2 Y3 R3 Y4 R4 Y5 R5".split(" "),
  places: null,
  seats: TWO,
};

/** What the engine would have found: the value of each position for the seat to move. */
type Found = { line: string[]; value: unknown; source: "engine"; millis: number };
const judged = (line: string, share: number): Found => ({
  line: [line],
  value: { kind: "estimate", value: Math.log(share / (1 - share)) },
  source: "engine",
  millis: 10_000,
});

async function keep(
  page: Page,
  id: string,
  game: typeof ENDING | typeof LONG,
  judgements?: (Found | null)[],
): Promise<void> {
  const saved = {
    version: 1,
    id,
    revision: 1,
    clock: null,
    left: [],
    readings: [],
    offBoard: null,
    toAct: null,
    series: { previous: null, next: null, number: 1, score: [0, 0] },
    takeBackAllowed: true,
    turnBoard: false,
    thinkingTime: 1000,
    created: 1,
    changed: 2,
    ...game,
  };
  const kept = { version: 1, moves: saved.moves, judgements };
  await page.addInitScript(
    ([id, game, report]) => {
      localStorage.setItem(`ludoteca.game.${id}`, game);
      if (report) localStorage.setItem(`ludoteca.report.${id}`, report);
    },
    [id, JSON.stringify(saved), judgements ? JSON.stringify(kept) : ""] as const,
  );
}
/** A long game with a mistake at every second ply, from stored judgements. */
const manyMistakes = [
  ...LONG.moves.map((move, ply) => (ply % 2 === 0 ? judged("Y9", 0.9) : judged(move, 0.9))),
  judged("Y1", 0.5),
];

test("no verdict until every position has been analysed", FINGER, async ({ page }) => {
  await keep(page, "long", LONG);
  await page.goto("/g/long/report");
  await expect(page.getByText(/^[1-9]\d? of 21 positions/)).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
  const accuracy = page.getByRole("table").getByRole("cell");
  await expect(page.getByText("Still analysing …").first()).toBeVisible();
  await expect(accuracy).toHaveText(Array.from({ length: 8 }, () => "–"));
  for (const verdict of ["No mistakes found. Well played!", "The lead never changed hands."]) {
    await expect(page.getByText(verdict)).toHaveCount(0);
  }
  await expect(page.getByText(/\d%/).and(page.getByRole("cell"))).toHaveCount(0);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: /^Deeper analysis/ })).toBeVisible({ timeout: 60_000 });
  await expect(accuracy.first()).toHaveText(/^\d+%$/);
  await expect(page.getByText("Still analysing …")).toHaveCount(0);
});

test(
  "mistakes and turning points are numbered as in the move list, and marks do not overlap",
  FINGER,
  async ({ page }) => {
    await keep(page, "many", LONG, manyMistakes);
    await page.goto("/g/many/report");
    await expect(page.getByRole("heading", { name: "Mistakes" })).toBeVisible();
    // The nineteenth ply is Yellow's tenth move.
    await expect(page.getByRole("button", { name: /^Move 10, Yellow: Y5 / }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Move 1, Yellow: Y1 / }).first()).toBeVisible();
    const circles = page.locator("figure circle.mark");
    await expect(circles).toHaveCount(10);
    for (const [width, height] of [
      [360, 740],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      const boxes = (await circles.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().toJSON()),
      )) as DOMRect[];
      for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(i + 1)) {
          const apart = Math.hypot(a.x - b.x, a.y - b.y);
          expect(apart).toBeGreaterThanOrEqual(a.width);
        }
    }
    // Steps are announced in the graph's words.
    await page.getByRole("button", { name: "Go to start" }).click();
    const graph = page.getByRole("slider");
    await expect(page.locator("[role=status][aria-live]")).toContainText((await graph.getAttribute("aria-valuetext"))!);
  },
);

for (const [device, sizes] of Object.entries(DEVICES)) {
  test(
    `on a ${device} the better move is beside the board, and no button is hidden`,
    device === "phone" ? FINGER : MOUSE,
    async ({ page }) => {
      await keep(page, "ending", ENDING);
      for (const [width, height] of sizes)
        await test.step(`${width}x${height}`, async () => {
          await page.setViewportSize({ width, height });
          await page.goto("/g/ending/report");
          const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(await sideways()).toBe(0);
          const begin = page.getByRole("button", { name: "Learn from your mistakes (1)" });
          await expect(begin).toBeVisible();
          if (width > height) {
            // Board and buttons are fully visible without scrolling.
            await expect(page.getByRole("img", { name: /^Board/ })).toBeInViewport({ ratio: 0.99 });
            await expect(page.getByRole("button", { name: "Previous move" }).first()).toBeInViewport({ ratio: 1 });
          }
          await begin.click();
          const retry = page.getByRole("region", { name: "Learn from your mistakes" });
          await expect(retry).toContainText("Move 1: Yellow played Y5. Find a better move.");
          const board = retry.getByRole("grid");
          for (const part of [
            board,
            retry.getByRole("button", { name: "Show move" }),
            retry.getByRole("button", { name: "Skip" }),
          ])
            await expect(part).toBeInViewport({ ratio: 0.99 });
          await retry.getByRole("button", { name: "Show move" }).click();
          await expect(retry).toContainText("Y4 was better (proven: win in 1 move).");
          for (const part of [
            board,
            retry.getByText("Y4 was better"),
            retry.getByText("Played", { exact: true }),
            retry.getByText("Better", { exact: true }),
            retry.getByRole("button", { name: "Next" }),
          ])
            await expect(part).toBeInViewport({ ratio: 0.99 });
          const { width: side } = (await board.boundingBox())!;
          expect(side).toBeGreaterThanOrEqual(0.7 * Math.min(height - 54, width > height ? 0.6 * width : width));
          expect(await sideways()).toBe(0);
          await retry.getByRole("button", { name: "Next" }).click();
          await retry.getByRole("button", { name: "Back to report" }).last().click();
          await expect(begin).toBeFocused();
        });
    },
  );
}
