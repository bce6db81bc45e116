// Layout checks for every page and size: all texts and controls are inside the window and do not overlap.

import { expect, type Page } from "@playwright/test";

/** Common window sizes, with the minimum board size beside a task. */
export const WINDOWS = [
  { width: 320, height: 568, board: 240 },
  { width: 360, height: 740, board: 350 },
  { width: 740, height: 360, board: 340 },
  { width: 640, height: 400, board: 350 },
  { width: 1366, height: 650, board: 620 },
  { width: 1280, height: 720, board: 690 },
  { width: 1920, height: 1080, board: 1030 },
] as const;

/** Window sizes of common devices. */
export const DEVICES = {
  phone: [
    [320, 568],
    [360, 740],
    [740, 360],
    [640, 400],
  ],
  desktop: [
    [1366, 650],
    [1280, 720],
    [1920, 1080],
  ],
} as const;

export interface Part {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Part of it requires scrolling. */
  cut: boolean;
}

/** Elements that overflow the window to the right, named for debugging. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.querySelectorAll("main *, header *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !element.closest("svg, .unseen"),
    );
    return [`${scrollWidth} > ${clientWidth}`, ...out.slice(0, 5).map((element) => element.outerHTML.slice(0, 120))];
  });
export const tooHigh = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight);

/** The boxes of all elements matching these selectors, at one moment. */
const measure = (page: Page, selectors: Record<string, string>): Promise<{ parts: Part[]; sideways: boolean }> =>
  page.evaluate((selectors) => {
    const parts = Object.entries(selectors).flatMap(([name, selector]) =>
      [...document.querySelectorAll(selector)].map((element, at) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const cut = element instanceof HTMLElement && element.scrollHeight > element.clientHeight + 1;
        return { name: `${name} ${at + 1}`, x, y, width, height, cut };
      }),
    );
    return { parts, sideways: document.documentElement.scrollWidth > innerWidth };
  }, selectors);

const apart = (a: Part, b: Part): boolean =>
  a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1 || a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1;

/** All matching elements are fully visible and do not overlap, and the page does not scroll sideways. */
export async function expectApart(page: Page, selectors: Record<string, string>): Promise<Part[]> {
  const { width, height } = page.viewportSize()!;
  const { parts, sideways } = await measure(page, selectors);
  const faults: string[] = sideways ? ["the page scrolls sideways"] : [];
  for (const [at, part] of parts.entries()) {
    const { name, x, y } = part;
    if (x < -1 || y < -1 || x + part.width > width + 1 || y + part.height > height + 1)
      faults.push(`not within the window: ${JSON.stringify(part)}`);
    if (part.cut) faults.push(`cut off: ${name}`);
    for (const other of parts.slice(at + 1)) if (!apart(part, other)) faults.push(`${name} lies over ${other.name}`);
  }
  expect(faults, `${width}x${height}`).toEqual([]);
  return parts;
}
