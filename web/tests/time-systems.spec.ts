// The time systems of TB-6: chosen before a game, explained in a sentence, shown by the clocks.

import { expect, type Page } from "@playwright/test";
import { test } from "./play";
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

test("a system is chosen by touch, its meaning is read, and the clocks show it", async ({ page, isMobile, hand }) => {
  test.skip(!isMobile, "with a mouse it is the same");
  await page.goto("/squadro");
  await page.getByText("People at this table").tap();
  await page.getByText("Clock and options").tap();
  const clock = page.getByLabel("Clock", { exact: true });
  await clock.tap();
  await clock.selectOption({ label: "Time and delay" });
  await expect(clock).toHaveAccessibleDescription(
    "Everybody has 10 minutes, and the clock waits 5 seconds in each turn before it runs.",
  );
  await page.getByLabel("Minutes each").selectOption("20");
  await page.getByLabel("Seconds of delay per turn").selectOption("10");
  await expect(meaning(page)).toContainText("Everybody has 20 minutes, and the clock waits 10 seconds");

  // Whoever reads the ruling finds the choices again.
  await meaning(page).getByRole("link", { name: "Rule TB-6" }).tap();
  await expect(page).toHaveURL(/\/rules\/table#TB-6$/);
  await expect(page.locator("#TB-6")).toBeInViewport();
  await page.goBack();
  await expect(page.getByLabel("Seconds of delay per turn")).toHaveValue("10");

  // Folded, the form still says what was chosen.
  await page.locator("summary").tap();
  await expect(page.locator("summary")).toContainText("20 min, 10 s delay for each turn");
  await page.getByRole("button", { name: "Play", exact: true }).tap();
  await hand.ready();
  for (const face of await page.locator(".player .clock").all()) {
    await expect(face).toContainText("20:00");
    await expect(face).toContainText(/^Clock, (Yellow|Red): 20 minutes/);
  }
});

test("days are shown in words", async ({ page, isMobile, hand }) => {
  await page.goto("/number-one");
  await page.getByRole("group", { name: "Players" }).getByText("4", { exact: true }).click();
  await page.getByText("People at this table").click();
  await unfold(page);
  await page.getByLabel("Clock", { exact: true }).selectOption({ label: "Days per turn" });
  await page.getByLabel("Days in the bank").selectOption("0");
  await expect(meaning(page)).toContainText("Each turn has 3 days; what is left over is lost.");
  // Number One cannot be drawn.
  await expect(page.getByLabel("Draw offers")).toHaveCount(0);
  await page.getByLabel("Days in the bank").selectOption("2");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await hand.ready();
  const clocks = page.locator(".player .clock");
  await expect(clocks).toHaveCount(4);
  // One that runs has lost something of its days at once. Side by side there is no room for whole words.
  for (const face of await clocks.all()) {
    await expect(face.locator("[aria-hidden]")).toHaveText(isMobile ? /^(5 d|4 d.* 23 h)/ : /^(5 days|4 days 23 h)$/);
    await expect(face).toContainText(/^Clock, \w+: (5 days|4 days 23 hours)/);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("what was kept under the old names is chosen again", async ({ page, isMobile }) => {
  test.skip(isMobile, "it is the same everywhere");
  await page.addInitScript(() =>
    localStorage.setItem("ludoteca.setup.peak", JSON.stringify({ clock: "perMove", seconds: 45 })),
  );
  await page.goto("/peak");
  await expect(page.getByLabel("Clock", { exact: true })).toHaveValue("per-turn");
  await expect(page.getByLabel("Seconds per turn")).toHaveValue("45");
});

test("draw offers can be put off, and that is kept", async ({ page, isMobile }) => {
  test.skip(isMobile, "it is the same everywhere");
  await page.goto("/peak");
  await unfold(page);
  await page.getByLabel("Draw offers").selectOption({ label: "From turn 10 on" });
  await page.getByRole("link", { name: "TB-4" }).click();
  await expect(page.locator("#TB-4")).toBeInViewport();
  await page.goBack();
  await expect(page.getByLabel("Draw offers").locator("option:checked")).toHaveText("From turn 10 on");
});

for (const language of ["en", "de", "fr", "it"])
  test(`every system fits every window, in ${language}`, async ({ page, isMobile }) => {
    test.skip(isMobile, "the sizes are set here");
    await speak(page, language);
    await page.goto("/squadro");
    await unfold(page);
    const systems = page.locator(".clock select").first();
    const said = new Set<string>();
    for (const system of SYSTEMS) {
      await systems.selectOption(system);
      await expect(page.locator(".clock select")).not.toHaveCount(0);
      said.add(await meaning(page).innerText());
      for (const { width, height } of WINDOWS) {
        await page.setViewportSize({ width, height });
        const wide = await page.evaluate(() => {
          const box = document.querySelector("details")!.getBoundingClientRect();
          const inside = [...document.querySelectorAll(".terms select, .terms p, .terms a, .terms label")];
          const out = inside.filter((element) => element.getBoundingClientRect().right > box.right);
          return [document.documentElement.scrollWidth > innerWidth, ...out.map(({ outerHTML }) => outerHTML)];
        });
        expect([system, width, wide]).toEqual([system, width, [false]]);
      }
    }
    expect(said.size).toBe(SYSTEMS.length);
  });
