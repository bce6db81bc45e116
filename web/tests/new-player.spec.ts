// A new player with a finger: every step of every tutorial, and a puzzle of each game. They read the page,
// tap what it names, and know nothing else.

import { expect, type Locator, type Page } from "@playwright/test";
import { GAMES, test, type GameId, type Hand } from "./play";

// A whole tutorial on a busy machine.
test.slow();

const line = (page: Page) => page.locator(".next .words");
const PEGS: Record<string, string> = { S: "small peg", M: "medium peg", L: "large peg" };
/** The arrows in the notation, from the red half to the blue half. */
const WAYS: Record<string, string> = {
  ">": "Lying, red on the left",
  "<": "Lying, red on the right",
  "^": "Standing, red at the bottom",
  v: "Standing, red on top",
};

async function tapButton(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.tap();
}
/** Taps the only selectable piece of this kind. */
async function tapPiece(page: Page, hand: Hand, words: RegExp): Promise<void> {
  const found = page.getByRole("gridcell", { name: words });
  await expect(found).toHaveCount(1);
  await hand.pointAt((await found.getAttribute("data-cell"))!);
}
/** A piece of One Piece for Two, `d1>`: previewed on its cell, turned to its orientation, placed. */
async function lay(page: Page, hand: Hand, piece: string): Promise<void> {
  await expect(line(page)).toContainText("Tap a cell to position");
  await hand.pointAt(piece.slice(0, -1));
  await expect(line(page)).toHaveText("Drag to move, tap to rotate, then Place.");
  const way = page.getByRole("button", { name: WAYS[piece.at(-1)!]! });
  if ((await way.getAttribute("aria-pressed")) !== "true") await tapButton(way);
  await expect(way).toHaveAttribute("aria-pressed", "true");
  await tapButton(page.getByRole("button", { name: "Place" }));
}

/** Makes a move named by the page, as the line beside the board describes. */
async function make(page: Page, hand: Hand, game: GameId, move: string): Promise<void> {
  const [from, to] = move.split("-");
  switch (game) {
    case "squadro": {
      await expect(line(page)).toHaveText("Tap a piece to see where it lands.");
      const track = new RegExp(`^(${move} (start|turn)|${move}/.*|.*/${move}), \\w+ piece, .*available$`);
      const piece = page.getByRole("gridcell", { name: track });
      await expect(piece).toHaveCount(1);
      const cell = (await piece.getAttribute("data-cell"))!;
      await hand.pointAt(cell);
      await expect(line(page)).toHaveText("Tap the piece again to move it.");
      return hand.pointAt(cell);
    }
    case "peak":
      await expect(line(page)).toHaveText("Tap a piece to see its moves.");
      await hand.pointAt(from!);
      await expect(line(page)).toHaveText("Tap a dot or ring to land there.");
      return hand.pointAt(to!);
    case "number-one":
      if (/^[SML]{3}$/.test(move)) return setUp(page, hand);
      await expect(line(page)).toHaveText("Tap a peg to see its moves.");
      await tapPiece(page, hand, new RegExp(`${PEGS[move[0]!]}, .*available$`));
      await expect(line(page)).toContainText("Tap a dot to land there.");
      return hand.pointAt(move.slice(1).replace("*", ""));
    case "one-piece-for-two":
      if (to === undefined) return lay(page, hand, move);
      await expect(line(page)).toHaveText("Tap an uncovered piece to move it.");
      await hand.pointAt(from!.slice(0, -1));
      return lay(page, hand, to);
  }
}
/** The pegs of Number One: the step's text names the hole of the small one; the others take what is left. */
async function setUp(page: Page, hand: Hand): Promise<void> {
  await expect(page.getByRole("main").getByText("Put the small peg on the corner hole, a1.")).toBeVisible();
  await expect(line(page)).toHaveText("Tap a hole for your small peg.");
  await hand.pointAt("a1");
  for (const words of ["Tap a hole for your medium peg.", "Tap the last hole for your large peg."]) {
    await expect(line(page)).toHaveText(words);
    await hand.point((await hand.ready()).offered[0]!);
  }
}

for (const game of GAMES) {
  test(`${game}: the whole tutorial by finger`, async ({ page, hand }) => {
    await page.goto(`/${game}`);
    await page.getByRole("link", { name: "Learn in 5 minutes" }).tap();
    const showMe = page.getByRole("button", { name: "Show move" });
    const next = page.getByRole("link", { name: "Next", exact: true });
    const finished = page.getByRole("main").getByText("That’s it! You’re ready to play.");
    const settled = showMe
      .or(next)
      .or(finished)
      .or(page.getByRole("button", { name: "Try again" }));
    for (let step = 1; ; step++) {
      const place = page.getByText(new RegExp(`Step ${step} of \\d+`));
      await expect(place).toBeVisible();
      const steps = Number((await place.innerText()).split(" of ").at(-1));
      await expect(settled.first()).toBeVisible();
      for (let moves = 0; await showMe.isVisible(); moves++) {
        expect(moves).toBeLessThan(5);
        await showMe.tap();
        // The move is demonstrated, and taken back to be played.
        await page.getByRole("button", { name: "Try it yourself" }).tap();
        const message = page.locator("p").filter({ hasText: /^Try \S+\.$/ });
        await expect(message).toBeVisible();
        const move = /^Try (\S+)\.$/.exec((await message.innerText()).trim())![1]!;
        await make(page, hand, game, move);
        await expect(message).toHaveCount(0);
        await expect(settled.first()).toBeVisible();
      }
      if (step === steps) break;
      await next.tap();
    }
    await expect(finished).toBeVisible();
  });

  test(`${game}: a puzzle by finger`, async ({ page, hand }) => {
    await page.goto(`/${game}/puzzles`);
    await page.getByRole("link", { name: "Puzzle 1", exact: true }).tap();
    const hint = page.getByRole("button", { name: "Hint" });
    const solved = page.getByRole("main").getByText(/^Solved\./);
    for (let moves = 0; ; moves++) {
      await expect(solved.or(hint.and(page.locator(":enabled")))).toBeVisible();
      if (await solved.isVisible()) break;
      expect(moves).toBeLessThan(8);
      await hint.tap();
      await expect(page.locator(".marks .hint").first()).toBeVisible();
      await hint.tap();
      const message = page
        .getByRole("main")
        .locator("p")
        .filter({ hasText: /^\s*Hint: \S+\s*$/ });
      await expect(message).toBeVisible();
      await make(page, hand, game, (await message.innerText()).trim().replace("Hint: ", ""));
      await expect(message).toHaveCount(0);
    }
  });
}
