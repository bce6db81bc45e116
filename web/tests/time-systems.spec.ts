// The time systems of TB-6: chosen on the new-game page, explained in a sentence, shown by the clocks.

import { expect, type Page } from "@playwright/test";
import { LANGUAGES } from "./languages";
import { FINGER, MOUSE, test } from "./play";
import { speak } from "./saved";
import { WINDOWS } from "./sizes";

const SYSTEMS = ["none", "sudden-death", "increment", "delay", "byo-yomi", "per-turn", "correspondence"];

const unfold = async (page: Page): Promise<void> => {
  const details = page.locator("details");
  await expect(details).toBeAttached();
  if (!(await details.evaluate((element) => (element as HTMLDetailsElement).open)))
    await page.locator("summary").click();
};
const meaning = (page: Page) => page.locator(".clock p");

test("a system is chosen by touch and explained, and the clocks show it", FINGER, async ({ page, hand }) => {
  await page.goto("/squadro");
  await page.getByText("Pass and play").tap();
  await page.getByText("Clock and options").tap();
  const clock = page.getByLabel("Clock", { exact: true });
  await clock.tap();
  await clock.selectOption({ label: "Time + delay" });
  await expect(clock).toHaveAccessibleDescription(
    "Each player has 10 minutes. The clock waits 5 seconds at the start of every turn.",
  );
  await page.getByLabel("Minutes per player").selectOption("20");
  await page.getByLabel("Delay per turn (seconds)").selectOption("10");
  await expect(meaning(page)).toContainText("Each player has 20 minutes. The clock waits 10 seconds");

  // Reading the ruling keeps the choices.
  await meaning(page).getByRole("link", { name: "Rule TB-6" }).tap();
  await expect(page).toHaveURL(/\/rules\/table#TB-6$/);
  await expect(page.locator("#TB-6")).toBeInViewport();
  await page.goBack();
  await expect(page.getByLabel("Delay per turn (seconds)")).toHaveValue("10");

  // The collapsed form shows the choice.
  await page.locator("summary").tap();
  await expect(page.locator("summary")).toContainText("20 min, 10 s delay");
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await hand.ready();
  for (const face of await page.locator(".player .clock").all()) {
    await expect(face).toContainText("20:00");
    await expect(face).toContainText(/^Clock, (Yellow|Red): 20 minutes/);
  }
});

test("days are shown in words", FINGER, async ({ page, hand }) => {
  await page.goto("/number-one");
  await page.getByRole("group", { name: "Players" }).getByText("4", { exact: true }).click();
  await page.getByText("Pass and play").click();
  await unfold(page);
  await page.getByLabel("Clock", { exact: true }).selectOption({ label: "Days per turn" });
  await page.getByLabel("Reserve (days)").selectOption("0");
  await expect(meaning(page)).toContainText("You have 3 days for each turn. Unused time doesn’t carry over.");
  // Number One has no draws.
  await expect(page.getByLabel("Draw offers")).toHaveCount(0);
  await page.getByLabel("Reserve (days)").selectOption("2");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await hand.ready();
  const clocks = page.locator(".player .clock");
  await expect(clocks).toHaveCount(4);
  // A running clock is just below a whole number of days. Side by side there is no room for whole words.
  for (const [size, words] of [
    [{ width: 360, height: 740 }, /^(5\sd|4\sd( 23 h)?)$/],
    [{ width: 1280, height: 800 }, /^(5 days|4 days 23 h)$/],
  ] as const) {
    await page.setViewportSize(size);
    for (const face of await clocks.all()) {
      await expect(face.locator("[aria-hidden]:visible")).toHaveText(words);
      await expect(face).toContainText(/^Clock, \w+: (5 days|4 days 23 hours)/);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

test("choices stored under the old names are kept", MOUSE, async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem("ludoteca.setup.peak", JSON.stringify({ clock: "perMove", seconds: 45 })),
  );
  await page.goto("/peak");
  await expect(page.getByLabel("Clock", { exact: true })).toHaveValue("per-turn");
  await expect(page.getByLabel("Seconds per turn")).toHaveValue("45");
});

test("draw offers can be delayed, and the choice is stored", MOUSE, async ({ page }) => {
  await page.goto("/peak");
  await unfold(page);
  await page.getByLabel("Draw offers").selectOption({ label: "From turn 10" });
  await page.getByRole("link", { name: "TB-4" }).click();
  await expect(page.locator("#TB-4")).toBeInViewport();
  await page.goBack();
  await expect(page.getByLabel("Draw offers").locator("option:checked")).toHaveText("From turn 10");
});

/** Selects each system in turn; returns their explanations, and what overflows. */
const chooseAll = (page: Page): Promise<{ shown: string; wide: boolean; out: string[] }[]> =>
  page.evaluate(async (systems) => {
    const list = document.querySelector<HTMLSelectElement>(".clock select")!;
    const found = [];
    for (const system of systems) {
      list.value = system;
      list.dispatchEvent(new Event("input", { bubbles: true }));
      list.dispatchEvent(new Event("change", { bubbles: true }));
      // Wait for the next frame.
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      const box = document.querySelector("details")!.getBoundingClientRect();
      const inside = [...document.querySelectorAll(".terms select, .terms p, .terms a, .terms label")];
      const out = inside.filter((element) => element.getBoundingClientRect().right > box.right);
      found.push({
        shown: document.querySelector<HTMLElement>(".clock p")!.innerText,
        wide: document.documentElement.scrollWidth > innerWidth,
        out: out.map(({ outerHTML }) => outerHTML),
      });
    }
    return found;
  }, SYSTEMS);

// This test sets its own window sizes.
for (const language of LANGUAGES)
  test(`every system fits every window, in ${language}`, MOUSE, async ({ page }) => {
    await speak(page, language);
    await page.goto("/squadro");
    await unfold(page);
    for (const { width, height } of WINDOWS) {
      await page.setViewportSize({ width, height });
      const found = await chooseAll(page);
      const faults = found.filter(({ wide, out }) => wide || out.length > 0);
      expect(faults, `${width}x${height}`).toEqual([]);
      // All explanations differ, so each was selected.
      expect(new Set(found.map(({ shown }) => shown)).size).toBe(SYSTEMS.length);
    }
  });
