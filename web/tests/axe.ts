// What axe-core finds in a page. It is run there directly: its package for Playwright, from which it comes,
// opens another page for each run and tells all that is in order too, which takes ten times as long.

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
/** What depends on colours; all else is the same in every look. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Runs it on the page as it is now, by all rules or only by these. */
async function violations(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const { violations, passes } = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: Axe };
    // Colours that are changing are not yet those that are read.
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
    const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
    const { violations, passes } = await axe.run(document, { resultTypes: ["violations"], ...only });
    return { violations, passes: passes.length };
  }, rules);
  // It has looked.
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

/** In each look, as the setting chooses it. */
export async function expectNothingSeriousInAnyLook(page: Page, where: string): Promise<void> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    const all = await violations(page, theme === "light" ? undefined : COLOURS);
    found.push(...named(serious(all)).map((fault) => `${where}, ${theme}: ${fault}`));
  }
  expect(found).toEqual([]);
}
