// Playing alone on one device: lessons that demonstrate and explain, rules that link back, and labelled
// values.

import { expect, type Page } from "@playwright/test";
import { wordsOf } from "./languages";
import { begin, FINGER, follow, keepGame, MOUSE, test } from "./play";
import { speak } from "./saved";

const says = (page: Page) => page.locator(".says");

test("a lesson demonstrates the move any number of times, and continues from it", FINGER, async ({ page }) => {
  await page.goto("/squadro/learn/1");
  const showMe = page.getByRole("button", { name: "Show move" });
  for (let times = 0; times < 2; times++) {
    await showMe.click();
    await expect(says(page)).toContainText("The move is Y1.");
    await expect(page.getByRole("gridcell", { name: /^Y1\/R3, Yellow piece/ })).toBeAttached();
    await page.getByRole("button", { name: "Try it yourself" }).click();
    await expect(page.getByRole("gridcell", { name: /^Y1 start, Yellow piece/ })).toBeAttached();
  }
  await showMe.click();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("link", { name: "Next" })).toBeVisible();
});

const german = await wordsOf("de");
test("a jumped piece and a lost race are explained, in another language", FINGER, async ({ page }) => {
  await speak(page, "de");
  await page.goto("/squadro/learn/10");
  const named = (name: string) => page.getByRole("button", { name, exact: true });
  const [showMe, again] = [named(german["learn.show"]), named(german["ui.again"])];
  // The right piece, which the computer jumps over.
  await showMe.click();
  await named(german["learn.accept"]).click();
  await expect(showMe).toBeVisible();
  await expect(says(page)).toContainText(german["cell.turn"].replace("{0}", "Y4"));
  await page.reload();
  // The wrong piece, until it is too late.
  for (let moves = 0; moves < 3 && !(await again.isVisible()); moves++) {
    await expect(showMe).toBeVisible();
    await page.locator("[role=gridcell][tabindex='0']").focus();
    await page.keyboard.press("1");
    await expect(showMe).toBeHidden();
    await expect(again.or(showMe)).toBeVisible();
  }
  await expect(again).toBeVisible();
  const message = await says(page).innerText();
  expect([german["learn.missed.lost"], german["learn.missed.late"]].some((one) => message.includes(one))).toBe(true);
  expect(message).not.toContain(german["learn.missed"]);
});

test("a rule opened from a lesson links back to it, and is visible below the header", async ({ page }) => {
  await page.goto("/squadro/learn/3");
  await page.locator("a.ruling").first().click();
  await expect(page).toHaveURL(/\/squadro\/rules#SQ-2$/);
  const back = page.getByRole("link", { name: "Back to lesson" });
  await expect(back).toBeInViewport();
  const header = page.getByRole("link", { name: "Ludoteca", exact: true });
  await expect(header).toBeInViewport();
  const ruling = page.locator("#SQ-2");
  await expect(ruling).toBeInViewport();
  const bottom = async () => {
    const box = await page.locator(".return").boundingBox();
    return box!.y + box!.height;
  };
  await expect.poll(async () => (await ruling.boundingBox())!.y - (await bottom())).toBeGreaterThanOrEqual(0);
  await back.click();
  await expect(page).toHaveURL(/\/squadro\/learn\/3$/);
  // Visitors from elsewhere get no link to a lesson.
  await page.goto("/squadro/rules#SQ-2");
  await expect(page.locator("#SQ-2")).toBeInViewport();
  await expect(back).toHaveCount(0);
});

test("the rules lead back to the same position of a game or an analysis", MOUSE, async ({ page }) => {
  await keepGame(page, "kept", { opening: { game: "squadro" }, moves: ["Y3", "R2", "Y1", "R5"] });
  const grid = page.getByRole("grid");
  const cells = () =>
    grid.getByRole("gridcell").evaluateAll((all) => all.map((cell) => cell.getAttribute("aria-label")));
  for (const [address, link] of [
    ["/g/kept#2", "Back to game"],
    ["/squadro/analysis#1._Y3_R2", "Back to analysis"],
  ] as const) {
    await page.goto(address);
    await expect(grid).toBeVisible();
    const before = await cells();
    await follow(page, "/squadro/rules");
    await page.getByRole("link", { name: link }).click();
    await expect(page).toHaveURL(address);
    await expect(grid).toBeVisible();
    await expect.poll(cells).toEqual(before);
  }
});

test("every game states its aim at the first step", MOUSE, async ({ page }) => {
  for (const [game, goal] of [
    ["squadro", "bring four of your five pieces"],
    ["number-one", "last player whose small peg can still move"],
    ["peak", "most points at the end"],
    ["one-piece-for-two", "four red halves in a row"],
  ]) {
    await page.goto(`/${game}/learn/1`);
    await expect(page.locator(".task strong")).toContainText(goal!);
    await expect(page.locator(".task strong")).toContainText("Goal:");
  }
});

test("Number One offers three holes for one small peg, not three small pegs", MOUSE, async ({ page }) => {
  await page.goto("/number-one/learn/1");
  await expect(page.getByRole("gridcell", { name: /available$/ })).toHaveCount(3);
  await expect(page.locator(".marks .dot")).toHaveCount(3);
  await expect(page.locator(".marks text").filter({ hasText: "S" })).toHaveCount(0);
});

test("a missing page looks like any other page, with links to continue", FINGER, async ({ page }) => {
  for (const [path, way, to] of [
    ["/squadro/puzzles/9999", "Puzzle of the day", "/squadro/puzzles/daily"],
    ["/g/nowhere", "My games", "/games"],
    ["/squadro/learn/99", "My games", "/games"],
  ] as const) {
    await page.goto(path);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(/ not found$/);
    await expect(main.getByRole("link", { name: way })).toHaveAttribute("href", to);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    // Stacked without gaps.
    const parts = await main
      .locator(".page > *")
      .evaluateAll((found) => found.map((one) => one.getBoundingClientRect()));
    for (const [at, { top }] of parts.entries()) if (at > 0) expect(top - parts[at - 1]!.bottom, path).toBeLessThan(40);
  }
  // The next page is a normal one again.
  await page.getByRole("main").getByRole("link", { name: "Play Squadro" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a proven loss is not shown as good, and the signs are explained", FINGER, async ({ page, hasTouch }) => {
  // Near its end, so that everything is proven at once: Yellow wins at once or loses.
  await page.goto("/squadro/analysis/5cc6c/6c7cc_y");
  // Where not all parts fit, one is shown at a time.
  const tab = page.getByRole("button", { name: "Values", exact: true });
  await (hasTouch ? tab.tap() : tab.click());
  const ask = page.getByRole("button", { name: /^Evaluat/ });
  await (hasTouch ? ask.tap() : ask.click());
  const values = page.getByRole("region", { name: /^Evaluat/ });
  await expect(values.locator(".badge").first()).toBeVisible();
  const badges = await values.locator(".badge").evaluateAll((found) =>
    found.map((badge) => ({
      text: badge.querySelector("[aria-hidden]")!.textContent.trim(),
      edge: getComputedStyle(badge).borderColor,
      proven: badge.classList.contains("proven"),
    })),
  );
  const losses = badges.filter(({ text, proven }) => proven && text.startsWith("L"));
  const wins = badges.filter(({ text, proven }) => proven && text.startsWith("W"));
  expect(losses.length + wins.length).toBeGreaterThan(0);
  for (const loss of losses) for (const win of wins) expect(loss.edge).not.toBe(win.edge);
  for (const { text } of badges) expect(text).not.toContain("✓");
  const legend = values.getByText("What the symbols mean");
  await (hasTouch ? legend.tap() : legend.click());
  await expect(values.getByText("proven win, draw or loss for the player to move")).toBeVisible();
});

test("the undo button says so", FINGER, async ({ page, hand }) => {
  await begin(page, "squadro");
  await hand.move();
  await expect(page.locator(".actions .button").first()).toHaveText(/Take back/);
});

test("the editor explains unreadable text in plain words", MOUSE, async ({ page }) => {
  await page.goto("/squadro/editor");
  const text = page.getByLabel("Position as text");
  await text.fill("zz000/00000 y");
  const verdict = page.locator(".verdict");
  await expect(verdict).toContainText("We couldn’t read this from “zz000");
  await expect(verdict).not.toContainText("should be");
});

/** A game for four in which Blue is eliminated first and the others play on for long. */
const OUT =
  "MSL LMS MSL SML Le4 Sb2 Mc4 Ld3 Sh3 Mg3 Mk8 Lg8 Sj10 Sh11 Mg10 Lb7 Mc6 Sa1* Le1* Ld6 Si4 Me2 Si9 Ld5 Mk6 Lb4 " +
  "Si11 Me8 Md8 Lh4";

test("an eliminated player can skip to the end, and the record has the place", MOUSE, async ({ page }) => {
  test.slow();
  await page.addInitScript(() =>
    localStorage.setItem("ludoteca.settings", JSON.stringify({ pause: "long", animation: "slow" })),
  );
  await keepGame(page, "out", {
    opening: { game: "number-one", players: 4 },
    moves: OUT.split(" "),
    seats: [{ kind: "person", name: "" }, ...[1, 2, 3].map(() => ({ kind: "computer", level: 2 }))],
    toAct: 1,
    series: { previous: null, next: null, number: 1, score: [0, 0, 0, 0] },
  });
  await page.goto("/g/out");
  await page.getByRole("button", { name: "Skip to end" }).click();
  // With pauses this many turns would take minutes.
  await expect(page.locator(".outcome")).toContainText("You finished 4 of 4", { timeout: 30_000 });
  await page.goto("/games");
  const record = page.getByRole("table").filter({ hasText: "Number One" });
  await expect(record).toContainText("place 4: 1 time");
  await expect(record).not.toContainText("lost");
});

/** Ends by repetition, and the last piece lies in a line of each colour. */
const REPEATED =
  "f1> d1> b1> b2> b3> b4> f2> f3> a2v d2> b5> d3> d4> b6> d5> f4> f5> b7> f6> f7> b7>-d6> d6>-h2v f7>-b7> f6>-b8> " +
  "b8>-a4v f5>-h4v f4>-h6v d5>-f4> a4v-f5> h6v-f6> b7>-a4v f6>-d5> b6>-d6> d6>-b6> f5>-d6> a4v-f5> d6>-b7> f5>-h6v " +
  "d5>-f5> f5>-d5> h6v-f5> d5>-f6> f6>-d5>";

test("the buttons that place a piece stand apart, and go when the game ends", async ({ page }) => {
  const game = { opening: { game: "one-piece-for-two" }, moves: REPEATED.split(" ") };
  await keepGame(page, "over", { ...game, toAct: null, places: [1, 1] });
  await keepGame(page, "running", { ...game, moves: game.moves.slice(0, -1) });
  await page.goto("/g/running");
  const hold = page.locator(".hold").first();
  await expect(hold).toBeVisible();
  // No button of one row touches one of the other.
  const [turn, undo] = [hold.locator("button").last(), page.locator(".do button").first()];
  const [above, below] = [(await turn.boundingBox())!, (await undo.boundingBox())!];
  expect(below.y - above.y - above.height).toBeGreaterThanOrEqual(6);
  await page.goto("/g/over");
  await expect(page.locator("section.outcome h2")).toHaveText("Draw");
  await expect(page.locator(".hold")).toHaveCount(0);
  await expect(page.locator(".board.rail")).not.toContainText("play goes on");
});
