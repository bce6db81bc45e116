// Players on different devices: each has a browser, with the server between them.

import { expect, type Browser, type Locator, type Page, type WebSocketRoute } from "@playwright/test";
import { type GameId, Hand, NO_PAGE } from "./play";
import { centre } from "./touch";

/** A request to create a game. */
export interface Choices {
  game: GameId;
  seats?: unknown[];
  clock?: Record<string, unknown> | null;
  position?: string;
  players?: number;
  listed?: boolean;
}
interface CreatedGame {
  id: string;
  invitation: string;
}

/** A connection that can be interrupted. */
class Wire {
  #cut = false;
  #sockets = new Set<WebSocketRoute>();

  async lay(page: Page): Promise<void> {
    await page.routeWebSocket(/\/api\/v1\/socket/, (socket) => {
      if (this.#cut) return void socket.close();
      this.#sockets.add(socket);
      socket.connectToServer();
    });
  }
  async cut(): Promise<void> {
    this.#cut = true;
    await Promise.all([...this.#sockets].map((socket) => socket.close()));
    this.#sockets.clear();
  }
  mend(): void {
    this.#cut = false;
  }
}

/** A player with a device. */
export class Person extends Hand {
  readonly wire = new Wire();

  private constructor(
    page: Page,
    touch: boolean,
    readonly name: string,
  ) {
    super(page, touch, name.length);
  }

  static async come(browser: Browser, name: string, path = NO_PAGE): Promise<Person> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript((name) => {
      localStorage.setItem("ludoteca.names", JSON.stringify({ names: { own: name } }));
    }, name);
    const touch = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
    const person = new Person(page, touch, name);
    await person.wire.lay(page);
    await page.goto(path);
    return person;
  }

  ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.page.evaluate(
      async ({ method, path, body }) => {
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        return (await (await fetch(`/api/v1${path}`, { method, ...sent })).json()) as never;
      },
      { method, path, body },
    );
  }

  /** Creates a game and opens it. */
  async make(request: Choices): Promise<CreatedGame> {
    await this.ask("POST", "/guests", { name: this.name });
    const made = await this.ask<CreatedGame>("POST", "/games", { clock: null, ...request });
    await this.page.goto(`/g/${made.id}`);
    return made;
  }

  async press(name: string | RegExp): Promise<void> {
    const button = this.page.getByRole("button", { name, exact: typeof name === "string" }).first();
    await (this.touch ? button.tap() : button.click());
  }

  /** Moves the piece on this cell, once it can move; with a finger it is previewed first. */
  async run(cell: string, within: Page | Locator = this.page): Promise<void> {
    const place = within.locator(`[data-cell="${cell}"]`);
    await expect(place).toHaveAttribute("aria-label", /available$/);
    await this.point(await centre(place));
    if (!this.touch) return;
    await expect(place).toHaveAttribute("aria-selected", "true");
    await this.point(await centre(place));
  }

  /** Opens a link and takes a seat. */
  async join(link: string): Promise<void> {
    await this.page.goto(link);
    await this.press("Join game");
    await expect(this.page.getByRole("button", { name: "Join game" })).toBeHidden();
  }

  say(words: string | RegExp) {
    return expect(this.page.getByText(words).first()).toBeVisible();
  }
}

/** Opens the chat of a game, unless it is shown beside the board. */
export async function openTalk(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Chat/ });
  await expect(button).toBeVisible();
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
  await expect(page.getByRole("log", { name: "Chat" })).toBeVisible();
}

/** All play in turn until the result is shown to everyone. */
export async function playOut(people: readonly Person[], id: string, most = 300): Promise<void> {
  for (let moves = 0; moves < most; moves++) {
    const { to_act: seat } = await people[0]!.ask<{ to_act: number | null }>("GET", `/games/${id}`);
    if (seat === null) break;
    await people[seat]!.move();
  }
  for (const { page } of people) await expect(page.locator("section.outcome")).toBeVisible();
}
