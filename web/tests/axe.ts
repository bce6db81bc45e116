// axe-core's findings in a page. It runs in the page directly, because its Playwright package opens another
// page for each run and reports passes too, which takes ten times as long.

import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const own = createRequire(import.meta.url);
const source = readFileSync(createRequire(own.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  impact: "minor" | "moderate" | "serious" | "critical" | null;
  help: string;
  nodes: { html: string }[];
}
interface Axe {
  run(context: Document, options: object): Promise<{ violations: Violation[]; passes: unknown[] }>;
}

const THEMES = ["light", "dark", "contrast"] as const;
/** Rules about colours; all others are the same in every theme. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Runs all rules, or only these, on the current page. */
async function violations(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const { violations, passes } = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: Axe };
    // Colours in transition are not the final ones.
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
    const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
    const { violations, passes } = await axe.run(document, { resultTypes: ["violations"], ...only });
    return { violations, passes: passes.length };
  }, rules);
  // The rules did run.
  if (!rules) expect(passes).toBeGreaterThan(10);
  return violations;
}

const named = (found: Violation[]): string[] =>
  found.map(({ id, help, nodes }) => `${id}, ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`);
const serious = (found: Violation[]): Violation[] =>
  found.filter(({ impact }) => impact === "serious" || impact === "critical");

export async function expectNothing(page: Page): Promise<void> {
  expect(named(await violations(page))).toEqual([]);
}

export async function expectNothingSerious(page: Page, where = ""): Promise<void> {
  expect(named(serious(await violations(page))), where).toEqual([]);
}

/** In each theme, as selected by the setting. */
export async function expectNothingSeriousInAnyLook(page: Page, where: string): Promise<void> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    const all = await violations(page, theme === "light" ? undefined : COLOURS);
    found.push(...named(serious(all)).map((fault) => `${where}, ${theme}: ${fault}`));
  }
  expect(found).toEqual([]);
}
