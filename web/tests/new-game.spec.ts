// The new-game page: everything is visible, people can enter names, and the record is shown.

import { expect, type Page } from "@playwright/test";
import { LANGUAGES } from "./languages";
import { begin, FINGER, follow, GAMES, MOUSE, outcomeOf, test } from "./play";
import { computer, keepGames, person, speak } from "./saved";

/** Form elements wholly or partly under the button, in the current window. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bar = document.querySelector(".start")!.getBoundingClientRect();
    const controls = [...document.querySelectorAll(".fields fieldset, .fields .level, .fields details")];
    return controls
      .filter((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        return bottom > bar.top + 0.5 && top < bar.bottom && right > bar.left && left < bar.right;
      })
      .map((element) => element.textContent?.trim().slice(0, 40) ?? "");
  });

test.describe("on a phone", FINGER, () => {
  for (const language of LANGUAGES)
    test(`opponent, strength, side and options are above the button, in ${language}`, async ({ page }) => {
      await speak(page, language);
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      for (const game of GAMES) {
        await follow(page, `/${game}`);
        await expect(page.locator("details")).toBeAttached();
        for (const [width, height] of [
          [320, 568],
          [345, 740],
          [360, 740],
        ] as const) {
          await page.setViewportSize({ width, height });
          // Number One also asks for the number of players, which does not fit the smallest window at once.
          const most = game === "number-one" && height < 600;
          if (!most) expect([game, width, await covered(page)]).toEqual([game, width, []]);
          await expect(page.locator(".start button")).toBeInViewport({ ratio: 1 });
        }
      }
    });

  test("whatever is expanded can be scrolled out from behind the button", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto("/number-one");
    await page.getByRole("group", { name: "Players" }).getByText("4", { exact: true }).tap();
    await page.getByRole("group", { name: "Opponents" }).getByText("People and computer", { exact: true }).tap();
    await page.getByText("Clock and options").tap();
    const controls = page.locator(".fields input, .fields select, .fields summary, .fields a");
    const bar = (await page.locator(".start").boundingBox())!;
    for (const control of await controls.all()) {
      // By keyboard.
      await control.focus();
      const { y, height } = (await control.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(bar.y);
      expect(y).toBeGreaterThanOrEqual(0);
    }
  });
});

test("in a low window the button is beside the choices, never over them", MOUSE, async ({ page }) => {
  await page.goto("/");
  for (const game of GAMES) {
    await follow(page, `/${game}`);
    await page.setViewportSize({ width: 740, height: 360 });
    await page.locator("summary").click();
    for (const [width, height] of [
      [740, 360],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect([game, await covered(page)]).toEqual([game, []]);
      await expect(page.locator(".start button")).toBeInViewport({ ratio: 1 });
    }
  }
});

test("two taps start a game from the first page", FINGER, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Squadro", exact: true }).tap();
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await expect(page.getByRole("grid", { name: "Board of Squadro" })).toBeVisible();
});

test("local players enter their names, and are called by them", FINGER, async ({ page, hand }) => {
  await page.goto("/squadro");
  await page.getByRole("group", { name: "Opponent" }).getByText("Pass and play").click();
  await page.getByLabel("Yellow’s name").fill("  Anna ");
  await page.getByLabel("Red’s name").fill("Bert");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await hand.ready();
  await expect(page.locator(".near")).toContainText("Anna");
  await expect(page.locator(".near")).toContainText("Yellow");
  for (let moves = 0; moves < 2; moves++) await hand.move();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator(".says").getByRole("button", { name: "Anna" }).click();
  const result = outcomeOf(page);
  await expect(result.getByRole("heading")).toHaveText("Bert wins");
  await expect(result).toContainText("Anna resigned");

  // My games names them with their colours; the next game remembers the names.
  await page.goto("/games");
  const row = page.getByRole("main").getByRole("listitem");
  await expect(row).toContainText("Anna");
  await expect(row).toContainText("Bert");
  await page.goto("/peak");
  await page.getByRole("group", { name: "Opponent" }).getByText("Pass and play").click();
  await expect(page.getByLabel("Light’s name")).toHaveValue("Anna");
  await expect(page.getByLabel("Dark’s name")).toHaveValue("Bert");
});

test("in a mix every seat shows its player, and people have names", FINGER, async ({ page, hand }) => {
  await page.goto("/number-one");
  await page.getByRole("group", { name: "Players" }).getByText("3", { exact: true }).click();
  await page.getByRole("group", { name: "Opponents" }).getByText("People and computer", { exact: true }).click();
  const seats = page.getByRole("group", { name: "Who’s playing" });
  await expect(seats.getByRole("combobox")).toHaveCount(3);
  await expect(seats.getByRole("textbox")).toHaveCount(2);
  await seats.getByRole("combobox").nth(2).selectOption("person");
  await expect(seats.getByRole("textbox")).toHaveCount(3);
  await seats.getByRole("combobox").nth(1).selectOption("2");
  await seats.getByRole("textbox").first().fill("Anna");
  await seats.getByRole("textbox").nth(1).fill("Cleo");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await hand.ready();
  for (const name of ["Anna", "Computer, level 2", "Cleo"]) await expect(page.getByRole("main")).toContainText(name);
});

test("against several computers each seat's level is shown", FINGER, async ({ page }) => {
  await page.goto("/number-one");
  await page.getByRole("group", { name: "Players" }).getByText("4", { exact: true }).click();
  await page.getByLabel("Level").fill("6");
  const players = page.locator(".fields .players");
  await expect(players).toContainText("You");
  expect((await players.innerText()).match(/Computer, level 6/g)).toHaveLength(3);
});

const beaten = (id: string, created: number) => ({
  ...{ id, game: "squadro" as const, seats: [person(), computer(3)], places: [1, 2], created },
});

test(
  "the record against a level is beside the slider, and three wins in a row suggest the next",
  FINGER,
  async ({ page }) => {
    await keepGames(page, [
      { ...beaten("a", 1), places: [2, 1] },
      beaten("b", 2),
      beaten("c", 3),
      beaten("d", 4),
      { id: "e", game: "squadro", seats: [person(), computer(4)], places: [1, 1] },
      { id: "f", game: "peak", seats: [person(), computer(3)], places: [1, 2] },
    ]);
    await page.goto("/squadro");
    const fields = page.locator(".fields");
    await expect(fields).toContainText("At this level: 3 won and 1 lost");
    await expect(fields).toContainText("3 wins in a row against level 3!");
    await page.getByRole("button", { name: "Try level 4" }).click();
    await expect(page.getByLabel("Level")).toHaveValue("4");
    await expect(fields).toContainText("At this level: 0 won and 1 drawn");
    await expect(fields).not.toContainText("in a row");
    await page.getByLabel("Level").fill("7");
    await expect(fields).not.toContainText("At this level");
    await page.goto("/peak");
    await expect(page.locator(".fields")).toContainText("At this level: 1 won");
  },
);

test("a typed text that is no move is answered with an example", MOUSE, async ({ page, hand }) => {
  const says = page.locator("form p");
  const type = async (text: string) => {
    await page.getByLabel("Type a move").fill(text);
    return says;
  };
  await begin(page, "squadro");
  await hand.ready();
  await expect(await type("pizza")).toContainText("Not a move. Type a piece, for example Y1");
  await expect(await type("R2")).toContainText("That’s your opponent’s piece");
  await begin(page, "number-one");
  await hand.ready();
  await expect(await type("e4")).toContainText("Not a move. Type the three pegs in order, for example");
  await begin(page, "peak");
  await hand.ready();
  const example = /start and end spaces, for example (\w\d-\w\d)/;
  await expect(await type("?")).toContainText(example);
  // The suggested move can be played.
  const move = example.exec(await says.innerText())![1]!;
  await expect(await type(move)).toContainText(`Press Enter to play ${move}`);
  await expect(await type("")).toContainText(`a move like ${move}, or`);
});

test("with forced colours the selection is still visible", MOUSE, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/squadro");
  const colour = (label: string) =>
    page
      .getByRole("group", { name: "You play" })
      .locator("label", { hasText: label })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(page.getByRole("radio", { name: "Yellow" })).toBeChecked();
  expect(await colour("Yellow")).not.toBe(await colour("Red"));
  expect(await colour("Red")).toBe(await colour("Random"));
  // The filled part of the slider has the accent colour.
  const slider = page.getByLabel("Level");
  expect(await slider.evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe("none");
});
