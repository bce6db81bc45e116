// Making moves by finger and by mouse, on every board: only the target plays, and a line beside the board
// describes the next tap.

import { expect, type Page } from "@playwright/test";
import { LANGUAGES } from "./languages";
import { begin, FINGER, GAMES, MOUSE, outcomeOf, test, type GameId, type Point } from "./play";
import { centre, swipe } from "./touch";

const line = (page: Page) => page.locator(".next .words");
const cell = (page: Page, name: string): Promise<Point> => centre(page.locator(`[data-cell="${name}"]`));
/** Where the selected piece would land. */
const ghost = (page: Page): Promise<Point> => centre(page.locator(".stop.lands"));
const together = { company: "Pass and play" } as const;
const place = (page: Page) => page.getByRole("button", { name: "Place" });

/** The cells of a carried piece's preview, from the centre of its drawing. */
async function shownAt(page: Page): Promise<string> {
  const { x, y } = await centre(page.locator(".ghost"));
  return page.evaluate(
    ([x, y]) =>
      [...document.querySelectorAll("[data-cell]")]
        .filter((one) => {
          const box = one.getBoundingClientRect();
          const [dx, dy] = [Math.abs(box.x + box.width / 2 - x!), Math.abs(box.y + box.height / 2 - y!)];
          return Math.min(dx, dy) < box.width * 0.3 && Math.max(dx, dy) < box.width * 0.8;
        })
        .map((one) => one.getAttribute("data-cell"))
        .sort()
        .join(" "),
    [x, y],
  );
}

test.describe("by finger", FINGER, () => {
  test("Squadro: a tap previews a piece's move; a tap on the landing cell or the piece plays it", async ({
    page,
    hand,
  }) => {
    await begin(page, "squadro", together);
    await expect(line(page)).toHaveText("Tap a piece to see where it lands.");
    await hand.pointAt("Y2 start");
    await expect(line(page)).toHaveText("Tap the piece again to move it.");
    // Another piece replaces the selection, and a tap elsewhere clears it.
    await hand.pointAt("Y4 start");
    await expect(line(page)).toHaveText("Tap the piece again to move it.");
    await hand.pointAt("Y1/R4");
    await expect(line(page)).toHaveText("Tap a piece to see where it lands.");
    expect(await hand.moves()).toEqual([]);
    await hand.pointAt("Y2 start");
    await hand.point(await ghost(page));
    await hand.played(1);
    await hand.pointAt("R3 start");
    await expect(line(page)).toHaveText("Tap the piece again to move it.");
    await hand.pointAt("R3 start");
    await hand.played(2);
    expect(await hand.moves()).toEqual(["Y2", "R3"]);
  });

  test("Squadro: a piece dropped on its landing cell is played, elsewhere it is not", async ({ page, hand }) => {
    await begin(page, "squadro", together);
    await hand.ready();
    await swipe(page, await cell(page, "Y3 start"), await cell(page, "Y5/R2"));
    // It is selected and shows where it lands.
    await expect(line(page)).toHaveText("Tap the piece again to move it.");
    const target = await ghost(page);
    await swipe(page, await cell(page, "Y3 start"), target);
    await hand.played(1);
    expect(await hand.moves()).toEqual(["Y3"]);
  });

  test("Peak: tapping a piece and its target plays, and so does dragging", async ({ page, hand }) => {
    await begin(page, "peak", together);
    await expect(line(page)).toHaveText("Tap a piece to see its moves.");
    await hand.pointAt("a1");
    await expect(line(page)).toHaveText("Tap a dot or ring to land there.");
    await hand.pointAt("d4");
    await hand.played(1);
    await swipe(page, await cell(page, "a4"), await cell(page, "d1"));
    await hand.played(2);
    expect(await hand.moves()).toEqual(["a1-d4", "a4-d1"]);
  });

  for (const size of [
    { width: 320, height: 568 },
    { width: 360, height: 740 },
    { width: 740, height: 360 },
    { width: 640, height: 400 },
  ]) {
    test(`One Piece for Two at ${size.width}x${size.height}: previewed, shifted, slid and turned before it is placed`, async ({
      page,
      hand,
    }) => {
      await page.setViewportSize(size);
      await begin(page, "one-piece-for-two", together);
      await expect(line(page)).toHaveText("Tap a cell to position your piece.");
      const grid = page.getByRole("grid");
      const before = await grid.boundingBox();
      await expect(place(page)).toBeDisabled();

      await hand.pointAt("d4");
      await expect(line(page)).toHaveText("Drag to move, tap to rotate, then Place.");
      await expect.poll(() => shownAt(page)).toBe("d1 e1");
      // Adjacent cells shift it by one without committing it.
      await hand.pointAt("f1");
      await expect.poll(() => shownAt(page)).toBe("f1 g1");
      await hand.pointAt("e1");
      await expect.poll(() => shownAt(page)).toBe("e1 f1");
      // A finger slides it by the half it touches.
      await swipe(page, await cell(page, "f1"), await cell(page, "c1"));
      await expect.poll(() => shownAt(page)).toBe("b1 c1");
      // A tap turns it, and so do the buttons.
      await hand.pointAt("b1");
      await expect.poll(() => shownAt(page)).not.toBe("b1 c1");
      await hand.point(await centre(page.getByRole("button", { name: "Lying, red on the right" })));
      await expect(page.getByRole("button", { name: "Lying, red on the right" })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      expect(await hand.moves()).toEqual([]);

      // Everything can be hit, nothing covers the board, and nothing has moved or scrolled.
      const board = (await grid.boundingBox())!;
      expect(board).toEqual(before);
      for (const name of [/^(Lying|Standing), /, "Cancel", "Place"])
        for (const button of await page.getByRole("button", { name }).all()) {
          const box = (await button.boundingBox())!;
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
          await expect(button).toBeInViewport({ ratio: 1 });
          expect(box.y >= board.y + board.height || box.x >= board.x + board.width).toBe(true);
        }
      expect(
        await page.evaluate(() => {
          const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
          const over = [...document.querySelectorAll(".says, .message")].filter(
            (one) => one.scrollHeight > one.clientHeight,
          );
          return [scrollWidth - clientWidth, scrollHeight - clientHeight, over.length];
        }),
      ).toEqual([0, 0, 0]);

      await hand.point(await centre(page.getByRole("button", { name: "Cancel" })));
      await expect(place(page)).toBeDisabled();
      await expect(page.locator(".ghost")).toHaveCount(0);
      await hand.pointAt("d8");
      await hand.point(await centre(place(page)));
      await hand.played(1);
      expect(await hand.moves()).toEqual(["d1<"]);
    });
  }

  test("with an empty box a piece is lifted, exchanged, and previewed before it is placed", async ({ page, hand }) => {
    await begin(page, "one-piece-for-two", { ...together, terms: { Columns: "5", Rows: "5", Pieces: "2" } });
    for (const column of ["a5", "d5"]) {
      await hand.pointAt(column);
      await hand.point(await centre(place(page)));
      await hand.played(column === "a5" ? 1 : 2);
    }
    await expect(line(page)).toHaveText("Tap an uncovered piece to move it.");
    await hand.pointAt("a1");
    await expect(line(page)).toHaveText("Tap a cell to position the piece, or tap another piece.");
    await hand.pointAt("e1");
    await hand.pointAt("c3");
    await expect(line(page)).toContainText("then Place.");
    await hand.point(await centre(place(page)));
    await hand.played(3);
    expect((await hand.moves()).at(-1)).toMatch(/^[de]1.-c/);
  });

  for (const language of LANGUAGES.filter((code) => code !== "en")) {
    test(`the text about a previewed piece fits in ${language}, also beside the board of a phone in landscape`, async ({
      page,
      hand,
    }) => {
      await begin(page, "one-piece-for-two");
      await hand.ready();
      await page.evaluate((language) => localStorage.setItem("ludoteca.language", language), language);
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      for (const [width, height] of [
        [320, 568],
        [740, 360],
        [640, 400],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(line(page)).toBeVisible();
        // The second tap on a previewed piece would rotate it, but it stays previewed.
        await hand.pointAt("d4");
        await expect(page.locator(".ghost")).toBeVisible();
        const cut = await page
          .locator(".message, .says, .hold button")
          .evaluateAll((all) =>
            all
              .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
              .map((one) => `${one.className}: ${one.textContent}`),
          );
        expect(cut).toEqual([]);
      }
    });
  }

  test("One Piece for Two in board-only mode: the buttons that place a piece stay", async ({ page, hand }) => {
    await begin(page, "one-piece-for-two", together);
    await page.getByRole("button", { name: "More" }).tap();
    await page.getByRole("button", { name: "Focus mode" }).tap();
    await expect(page.getByRole("button", { name: "Resign" })).toBeHidden();
    await hand.pointAt("b1");
    await hand.point(await centre(place(page)));
    await hand.played(1);
    expect(await hand.moves()).toEqual(["b1>"]);
  });

  test("with confirmation on, moves are confirmed by buttons beside the board", async ({ page, hand }) => {
    await page.goto("/settings");
    const asks = page.getByRole("group", { name: "Confirm moves" });
    await asks.getByText("Always").tap();
    await expect(asks.getByLabel("Always")).toBeChecked();
    await begin(page, "peak", together);
    await hand.pointAt("a1");
    await hand.pointAt("d4");
    await expect(line(page)).toHaveText("Play a1-d4?");
    expect(await hand.moves()).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).tap();
    await expect(line(page)).toHaveText("Tap a piece to see its moves.");
    await hand.pointAt("a1");
    await hand.pointAt("d4");
    await page.getByRole("button", { name: "Play", exact: true }).tap();
    await hand.played(1);
    await hand.pointAt("a4");
    await hand.pointAt("d1");
    await hand.pointAt("d1");
    await hand.played(2);
  });

  test("a button that has just appeared under the finger does not resign", async ({ page, hand }) => {
    // With a frozen clock no time has passed since the page was shown, however slow the machine.
    await page.clock.install();
    await page.goto("/squadro");
    await page.getByRole("group", { name: "Opponent" }).getByText("Pass and play").tap();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("button", { name: "Play", exact: true }).tap();
    const resign = page.getByRole("button", { name: "Resign" });
    await expect(resign).toBeVisible();
    const question = page.getByText("Who resigns?");
    await hand.point(await centre(resign));
    await hand.pointAt("Y1 start");
    await expect(line(page)).toHaveText("Tap the piece again to move it.");
    await expect(question).toHaveCount(0);
    await page.clock.runFor(300);
    await hand.point(await centre(resign));
    await expect(question).toBeVisible();
    // The same holds for the answer.
    await hand.point(await centre(page.locator(".says").getByRole("button", { name: "Yellow" })));
    await hand.pointAt("Y1 start");
    await expect(outcomeOf(page)).toHaveCount(0);
    expect(await hand.moves()).toEqual([]);
  });

  test("arrows and circles are drawn on the analysis board in the selected colour", async ({ page, hand }) => {
    await page.goto("/peak/analysis");
    await expect(page.getByRole("grid")).toBeVisible();
    await page.getByRole("button", { name: "Annotate" }).tap();
    await expect(line(page)).toContainText("Drag for an arrow, tap for a circle.");
    await swipe(page, await cell(page, "a6"), await cell(page, "d6"));
    const take = async (colour: string) => {
      const pen = page.getByRole("button", { name: colour });
      await pen.tap();
      await expect(pen).toHaveAttribute("aria-pressed", "true");
    };
    await take("Red");
    await hand.pointAt("b5");
    await take("Blue");
    await hand.pointAt("c3");
    await expect(page.locator(".marks .selected.blue")).toHaveCount(1);
    // Repeating the shape removes it.
    await hand.pointAt("c3");
    await expect(page.locator(".marks .arrow.green")).toHaveCount(1);
    await expect(page.locator(".marks .selected.red")).not.toHaveCount(0);
    await expect(page.locator(".marks .selected.blue")).toHaveCount(0);
    await page.getByRole("button", { name: "Done" }).tap();
    await expect(line(page)).toHaveText("Tap a piece to see its moves.");
    // No move was made, and moves are possible again.
    await expect(page.locator("[aria-current=step]")).toHaveCount(0);
    await hand.pointAt("a1");
    await hand.pointAt("d4");
    await expect(page.locator("[aria-current=step]")).toHaveText("a1-d4");
  });
});

test.describe("by mouse", MOUSE, () => {
  test("Squadro: clicking the piece or its landing cell plays, and so does dragging", async ({ page, hand }) => {
    await begin(page, "squadro", together);
    await expect(line(page)).toHaveText("Hover over a piece to see where it lands. Click to play.");
    await hand.pointAt("Y2 start");
    await hand.played(1);
    const red = await cell(page, "R1 start");
    await page.mouse.move(red.x, red.y);
    await expect(line(page)).toHaveText("Click the piece again to play R1.");
    await hand.point(await ghost(page));
    await hand.played(2);
    const yellow = await cell(page, "Y5 start");
    await page.mouse.move(yellow.x, yellow.y);
    const target = await ghost(page);
    await page.mouse.down();
    await page.mouse.move(target.x, target.y, { steps: 5 });
    await page.mouse.up();
    await hand.played(3);
    expect(await hand.moves()).toEqual(["Y2", "R1", "Y5"]);
  });

  test("One Piece for Two: the orientation is shown, named and chosen before the first click", async ({
    page,
    hand,
  }) => {
    await begin(page, "one-piece-for-two", together);
    await expect(line(page)).toHaveText("Click a cell to place your piece. Rotate with R or the mouse wheel.");
    const way = (name: string) => page.getByRole("button", { name });
    await expect(way("Lying, red on the left")).toHaveAttribute("aria-pressed", "true");
    const over = async (name: string) => {
      const { x, y } = await cell(page, name);
      await page.mouse.move(x, y);
    };
    await over("d5");
    await expect.poll(() => shownAt(page)).toBe("d1 e1");
    await page.keyboard.press("r");
    await expect(way("Standing, red on top")).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => shownAt(page)).toBe("d1 d2");
    await page.mouse.wheel(0, 120);
    await expect(way("Lying, red on the right")).toHaveAttribute("aria-pressed", "true");
    await way("Standing, red at the bottom").click();
    // R turns it also while the mouse is elsewhere.
    await page.keyboard.press("Shift+R");
    await expect(way("Lying, red on the right")).toHaveAttribute("aria-pressed", "true");
    await way("Standing, red at the bottom").click();
    await hand.pointAt("d5");
    await hand.played(1);
    expect(await hand.moves()).toEqual(["d1^"]);

    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(help).toContainText("Rotate piece (Shift: other way, or use the mouse wheel)");
    await expect(help).not.toContainText("Rotate board");
  });
});

const STARTS: Record<GameId, string> = {
  squadro: "a piece to see where it lands",
  "number-one": "a hole for your small peg",
  peak: "a piece to see its moves",
  "one-piece-for-two": "a cell to",
};
for (const game of GAMES) {
  test(`${game}: the line is beside every board, and nothing moves when it changes`, async ({ page, hand }) => {
    await page.goto(`/${game}/puzzles`);
    const puzzle = await page.locator(`a[href^="/${game}/puzzles/"]`).last().getAttribute("href");
    for (const path of [`/${game}/learn/1`, `/${game}/analysis`, ...(puzzle ? [puzzle] : [])]) {
      await page.goto(path);
      const words = line(page);
      await expect(words).toContainText(path === puzzle ? /^(Tap|Click|Hover over) / : STARTS[game]);
      const { offered } = await hand.ready();
      const places = async () => {
        const boxes = await page.locator("[role=grid], .do, .says, .panel").all();
        return Promise.all(boxes.map((one) => one.boundingBox()));
      };
      const before = await places();
      const shown = await words.innerText();
      // Hovering shows what a finger sees after a tap; over One Piece for Two the text stays the same.
      if (hand.touch || game === "peak" || game === "number-one") await hand.point(offered[0]!);
      else await page.mouse.move(offered[0]!.x, offered[0]!.y);
      if (hand.touch || game !== "one-piece-for-two") await expect(words).not.toHaveText(shown);
      expect(await places()).toEqual(before);
    }
  });
}
