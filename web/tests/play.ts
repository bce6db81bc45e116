// Helpers that play like a person: games are set up and played with what the page offers.

import { expect, test as base, type Locator, type Page } from "@playwright/test";

export type GameId = "squadro" | "number-one" | "peak" | "one-piece-for-two";
export const GAMES: readonly GameId[] = ["squadro", "number-one", "peak", "one-piece-for-two"];

/** For tests that are the same with both pointers, or make sense with only one (playwright.config.ts). */
export const FINGER = { tag: "@finger" };
export const MOUSE = { tag: "@mouse" };

/** An answer of the server without the page, where requests and storage work: half a second less to load. */
export const NO_PAGE = "/health";

/**
 * For tests of the page offline. Elsewhere there is no service worker: each test would download the whole
 * page, with all languages and modules (playwright.config.ts).
 */
export const OFFLINE = { serviceWorkers: "allow" } as const;

/** A seeded pseudo-random generator of numbers from 0 to 1 (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes game ids reproducible: the computer's seed depends on the id, so the games are reproducible too. */
export async function nameGames(page: Page, seed: number): Promise<void> {
  await page.addInitScript((seed) => {
    let state = seed;
    try {
      // Includes existing entries, because ids must not repeat after a reload.
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

/** Removes the computer's pauses. Settings changed by a test stay. */
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
 * Stores a game before the page is opened, unless it exists already: a person against the computer, or as
 * `more` says.
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

/** Positions that end within a few moves, whatever is played: for tests of the end and what follows. */
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

/** Stores a game of Peak against the computer that ends soon. */
export const keepEnding = (page: Page): Promise<void> =>
  keepGame(page, "near", {
    opening: { game: "peak", position: NEAR_END.peak },
    seats: [
      { kind: "person", name: "" },
      { kind: "computer", level: 1 },
    ],
  });

/** Navigates within the page like a link, in half the time of loading it. */
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

/** Choices on the new-game page; the rest keeps its default. */
export interface Choices {
  players?: number;
  /** A custom starting position. */
  position?: string;
  company?: "Computer" | "Pass and play" | "People and computer";
  side?: string;
  /** Selects under "Clock and options": label and option. */
  terms?: Record<string, string>;
  /** Switches there that are toggled. */
  switches?: string[];
}

/** Sets up and starts a game, against level 1 if against the computer. */
export async function begin(page: Page, game: GameId, choices: Choices = {}): Promise<void> {
  const { position } = choices;
  await page.goto(position ? `/${game}?position=${encodeURIComponent(position)}` : `/${game}`);
  await setUp(page, choices);
}

/** The same on an open new-game page. */
export async function setUp(page: Page, choices: Choices): Promise<void> {
  const { players, company = "Computer", side, terms = {}, switches = [] } = choices;
  const touch = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  const press = (what: Locator) => (touch ? what.tap() : what.click());
  const choose = (group: string | RegExp, label: string) =>
    press(page.getByRole("group", { name: group }).getByText(label, { exact: true }));
  if (players) await choose("Players", String(players));
  await choose(/^Opponents?$/, company);
  if (company === "Computer") await page.getByLabel("Level").fill("1");
  if (side) await choose("You play", side);
  const clock = page.getByLabel("Clock", { exact: true });
  if ((choices.terms || choices.switches) && !(await clock.isVisible()))
    await press(page.getByText("Clock and options"));
  for (const [label, value] of Object.entries(terms)) await page.getByLabel(label, { exact: true }).selectOption(value);
  for (const label of switches) await press(page.getByLabel(label));
  await press(page.getByRole("button", { name: "Play", exact: true }));
  await expect(page.getByRole("grid")).toBeVisible();
}

export interface Point {
  x: number;
  y: number;
}
/** The visible state of a game. */
interface Sight {
  plies: number;
  /** The cells marked as selectable. */
  offered: (Point & { cell: string })[];
  chosen: number;
  /** The button that places a carried piece, once previewed. */
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

/** A player who points at the board with a finger or a mouse. */
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

  /** Clicks the cell with this name. */
  async pointAt(cell: string): Promise<void> {
    const box = await this.page.locator(`[data-cell="${cell}"]`).boundingBox();
    if (!box) throw new Error(`${cell} is not in sight`);
    await this.point({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }

  /** Waits until a person can move, or the game has ended. */
  async ready(): Promise<Sight> {
    await this.page.waitForFunction(
      () =>
        document.querySelector(".outcome") !== null ||
        document.querySelector('[role=gridcell][aria-label$="available"]') !== null,
    );
    return this.sight();
  }

  /** Plays a random legal move. */
  async move(): Promise<void> {
    const { plies } = await this.ready();
    let last: Point | null = null;
    for (;;) {
      const { place, chosen, offered } = await this.sight();
      // A carried piece is previewed before it is placed; a one-tap piece is tapped again to play it.
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

  /** The entries of the move list; on a phone it is in a drawer that may be closed. */
  async moves(): Promise<string[]> {
    return (await this.page.locator("section td button").allTextContents()).map((move) => move.trim());
  }

  /** Waits until this many plies are in the move list. */
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

/** Tests with one player: `hand` is theirs. */
export const test = base.extend<{ hand: Hand }>({
  hand: async ({ page, hasTouch }, use) => {
    await nameGames(page, 1);
    await withoutPauses(page);
    await use(new Hand(page, hasTouch));
  },
});

/** The result beside the board. */
export const outcomeOf = (page: Page): Locator => page.locator("section.outcome");

/** Expects a result with its reason, whose ruling can be read in the rules. */
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
