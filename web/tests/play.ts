// How a person plays, as far as all tests need it: a game is set up and played by pointing at what the page
// offers.

import { expect, test as base, type Locator, type Page } from "@playwright/test";

export type GameId = "squadro" | "number-one" | "peak" | "one-piece-for-two";
export const GAMES: readonly GameId[] = ["squadro", "number-one", "peak", "one-piece-for-two"];

/** Where a test runs that is the same with both, or makes sense with one only (playwright.config.ts). */
export const FINGER = { tag: "@finger" };
export const MOUSE = { tag: "@mouse" };

/** Numbers from 0 up to 1 that look like chance and are the same in every run (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Names new games the same in every run: the computer's chance depends on the name, so that the games are the
 * same too.
 */
export async function nameGames(page: Page, seed: number): Promise<void> {
  await page.addInitScript((seed) => {
    let state = seed;
    try {
      // What is kept already counts in, as after a reload no name may come again.
      state += 1000 * localStorage.length;
    } catch {
      // Storage is forbidden.
    }
    crypto.getRandomValues = <T extends ArrayBufferView | null>(numbers: T): T => {
      if (numbers instanceof Uint8Array)
        numbers.forEach((_, at) => (numbers[at] = (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16));
      return numbers;
    };
  }, seed);
}

/** The computer answers at once, as nobody has to follow it. What a test chooses in the settings stays. */
export async function withoutPauses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    try {
      if (!localStorage.getItem("ludoteca.settings"))
        localStorage.setItem("ludoteca.settings", JSON.stringify({ pause: "none" }));
    } catch {
      // Storage is forbidden.
    }
  });
}

/**
 * Puts a game into the page's storage before the page is opened, unless it is there already: a person against
 * the computer, or as `more` says.
 */
export async function keepGame(page: Page, id: string, more: Record<string, unknown>): Promise<void> {
  const seats = (more.seats as unknown[] | undefined)?.length ?? 2;
  const saved = {
    version: 1,
    id,
    revision: 1,
    moves: [],
    seats: [
      { kind: "person", name: "" },
      { kind: "computer", level: 3 },
    ],
    clock: null,
    left: [],
    readings: [],
    offBoard: null,
    toAct: 0,
    places: null,
    series: { previous: null, next: null, number: 1, score: Array.from({ length: seats }, () => 0) },
    takeBackAllowed: true,
    turnBoard: false,
    thinkingTime: 1000,
    created: 1,
    changed: 2,
    ...more,
  };
  await page.addInitScript(
    ([key, text]) => {
      if (!localStorage.getItem(key)) localStorage.setItem(key, text);
    },
    [`ludoteca.game.${id}`, JSON.stringify(saved)] as const,
  );
}

/** Positions a few moves before the end, whatever is played: for tests of the end and of what follows. */
export const NEAR_END = {
  peak: ".d.3d2ld/l2l.2d../2l2l.2d2l./2d.3l.l./.2d2d..3d/2d...l. l -",
  /** All three are still in, and each moves once more. */
  three: "...oo/....../.o.B1.../.B2.A3.C1../o.o..b3.../A1..ooC2o./..o.o.o/.oo.oo/..oA2. a - -",
  /** The first seat has all its pegs. */
  four:
    "B3.A2C3../.o..B2../.B1o....C1/.....o.../...C2....../...o.ooo.../..o......./.o.A1oo.D1o/..o.oo.o/..o.A3o./" +
    "..D2o.o a - -",
  /** The third seat is to move, and each moves once more. */
  green:
    "o.oo../oa3oo.o./.B3....o./B1.oo.o.../...o.oC2.C1./...ooC3oD1.o./..D3.o.oo../o..ooooo./.A1B2.oA2oo/..ooooo/" +
    "..o.oo c - -",
} as const;

/** Puts a game of Peak into the storage that ends soon, against the computer. */
export const keepEnding = (page: Page): Promise<void> =>
  keepGame(page, "near", {
    opening: { game: "peak", position: NEAR_END.peak },
    seats: [
      { kind: "person", name: "" },
      { kind: "computer", level: 1 },
    ],
  });

/** Goes to another page of ours as a link does, in half the time of loading it. */
export async function follow(page: Page, path: string): Promise<void> {
  const left = await page.evaluateHandle((path) => {
    const shown = document.querySelector("main")!.lastElementChild;
    const link = document.createElement("a");
    link.href = path;
    document.body.append(link);
    link.click();
    link.remove();
    return shown;
  }, path);
  await page.waitForFunction((left) => !left?.isConnected, left);
}

/** What is chosen before a game; all else as the page proposes it. */
export interface Choices {
  players?: number;
  /** Where the game begins, if not at the beginning. */
  position?: string;
  company?: "Computer" | "Pass and play" | "People and computer";
  side?: string;
  /** Lists under "Clock and options": label and what is chosen there. */
  terms?: Record<string, string>;
  /** Switches there that are pressed. */
  switches?: string[];
}

/** Sets a game up and begins it, against level 1 where it is against the computer. */
export async function begin(page: Page, game: GameId, wishes: Choices = {}): Promise<void> {
  const { position } = wishes;
  await page.goto(position ? `/${game}?position=${encodeURIComponent(position)}` : `/${game}`);
  await setUp(page, wishes);
}

/** The same on a set-up page that is open. */
export async function setUp(page: Page, wishes: Choices): Promise<void> {
  const { players, company = "Computer", side, terms = {}, switches = [] } = wishes;
  const touch = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  const press = (what: Locator) => (touch ? what.tap() : what.click());
  const choose = (group: string | RegExp, label: string) =>
    press(page.getByRole("group", { name: group }).getByText(label, { exact: true }));
  if (players) await choose("Players", String(players));
  await choose(/^Opponents?$/, company);
  if (company === "Computer") await page.getByLabel("Level").fill("1");
  if (side) await choose("You play", side);
  const clock = page.getByLabel("Clock", { exact: true });
  if ((wishes.terms || wishes.switches) && !(await clock.isVisible())) await press(page.getByText("Clock and options"));
  for (const [label, value] of Object.entries(terms)) await page.getByLabel(label, { exact: true }).selectOption(value);
  for (const label of switches) await press(page.getByLabel(label));
  await press(page.getByRole("button", { name: "Play", exact: true }));
  await expect(page.getByRole("grid")).toBeVisible();
}

export interface Point {
  x: number;
  y: number;
}
/** What can be seen of a game at one moment. */
interface Sight {
  plies: number;
  /** The cells that say they can be chosen. */
  offered: (Point & { cell: string })[];
  chosen: number;
  /** The button that puts a carried piece down, as soon as one is shown. */
  place: Point | null;
  /** The result is shown. */
  over: boolean;
}

function look(): Sight {
  const middle = (element: Element): Point => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const cells = [...document.querySelectorAll("[role=gridcell]")];
  const offered = cells.filter((cell) => cell.getAttribute("aria-label")?.endsWith("available"));
  const place = [...document.querySelectorAll("button:enabled")].find((one) => one.textContent?.trim() === "Place");
  return {
    plies: document.querySelectorAll("section td button").length,
    offered: offered.map((cell) => ({ ...middle(cell), cell: cell.getAttribute("data-cell") ?? "" })),
    chosen: cells.filter((cell) => cell.getAttribute("aria-selected") === "true").length,
    place: place ? middle(place) : null,
    over: document.querySelector(".outcome") !== null,
  };
}

/** Somebody at a table, who points at the board with what there is: a finger or a mouse. */
export class Hand {
  readonly #random: () => number;

  constructor(
    readonly page: Page,
    readonly touch: boolean,
    seed = 1,
  ) {
    this.#random = chance(seed);
  }

  sight(): Promise<Sight> {
    return this.page.evaluate(look);
  }

  async point({ x, y }: Point): Promise<void> {
    if (this.touch) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** Points at the cell with this name. */
  async pointAt(cell: string): Promise<void> {
    const box = await this.page.locator(`[data-cell="${cell}"]`).boundingBox();
    if (!box) throw new Error(`${cell} is not in sight`);
    await this.point({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }

  /** Until a person can move, or the game has ended. */
  async ready(): Promise<Sight> {
    await this.page.waitForFunction(
      () =>
        document.querySelector(".outcome") !== null ||
        document.querySelector('[role=gridcell][aria-label$="available"]') !== null,
    );
    return this.sight();
  }

  /** Plays one move, chosen by chance among all that is offered. */
  async move(): Promise<void> {
    const { plies } = await this.ready();
    let last: Point | null = null;
    for (;;) {
      const { place, chosen, offered } = await this.sight();
      // A carried piece is shown before it is placed; a piece that makes its move alone is tapped again to
      // play it.
      if (place) await this.point(place);
      else if (last && chosen === 0) break;
      else if (last && offered.length === 0) await this.point(last);
      else {
        last = offered[Math.floor(this.#random() * offered.length)] ?? null;
        if (!last) throw new Error("nothing can be chosen");
        await this.point(last);
      }
      if (place) break;
    }
    await this.played(plies + 1);
  }

  /** What the list of moves holds; on a phone it is in a drawer that may be closed. */
  async moves(): Promise<string[]> {
    return (await this.page.locator("section td button").allTextContents()).map((move) => move.trim());
  }

  /** Until so many plies are in the list of moves. */
  async played(plies: number): Promise<void> {
    await this.page.waitForFunction((plies) => document.querySelectorAll("section td button").length >= plies, plies);
  }

  /** Plays until the result is shown. */
  async toEnd(most = 300): Promise<void> {
    for (let moves = 0; !(await this.ready()).over; moves++) {
      if (moves >= most) throw new Error(`no end after ${most} moves`);
      await this.move();
    }
  }
}

/** Tests of a person at the page: `hand` is theirs. */
export const test = base.extend<{ hand: Hand }>({
  hand: async ({ page, hasTouch }, use) => {
    await nameGames(page, 1);
    await withoutPauses(page);
    await use(new Hand(page, hasTouch));
  },
});

/** How the game ended, beside the board. */
export const outcomeOf = (page: Page): Locator => page.locator("section.outcome");

/** The result is shown with its reason, and the ruling it names can be read in the rules. */
export async function expectResult(page: Page, game: GameId): Promise<Locator> {
  const outcome = outcomeOf(page);
  await expect(outcome.getByRole("heading")).toHaveText(/^You won$|^You lost$|^You finished|wins|Draw|share|tied/);
  const link = outcome.getByRole("link", { name: /^Rule / });
  const ruling = (await link.innerText()).replace("Rule ", "");
  await expect(link).toHaveAttribute("href", `/${game}/rules#${ruling}`);
  const reason = (await outcome.getByRole("paragraph").first().innerText()).replace(/Rule \S+$/, "").trim();
  expect(reason.length).toBeGreaterThan(10);
  return link;
}
