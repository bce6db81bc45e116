// Online games embedded in other sites: they follow the game, survive disconnects, and nothing else can be
// framed.

import { expect, type FrameLocator, type Page } from "@playwright/test";
import { createServer } from "node:http";
import { connect, createServer as listen, type AddressInfo, type Server, type Socket } from "node:net";
import { expectNothingSeriousInAnyLook } from "./axe";
import { ask, become, gameOf, named, playAny, test as base, type GameOnServer } from "./people";
import { FINGER, MOUSE, NO_PAGE } from "./play";

const CLOCK = { system: "increment", initial: 300_000, increment: 3000 };
const resign = async (page: Page, id: string): Promise<void> => {
  const { seq } = await ask<GameOnServer>(page, "GET", `/games/${id}`);
  await ask(page, "POST", `/games/${id}/actions`, { id: `test-resign-${seq}`, seq, do: "resign" });
};
/** Two players in one game. */
async function two(one: Page, other: Page, request: Record<string, unknown>): Promise<GameOnServer> {
  for (const [page, name] of [
    [one, "Ada"],
    [other, "Bob"],
  ] as const) {
    await page.goto(NO_PAGE);
    await become(page, named(name));
  }
  return gameOf(one, other, { game: "squadro", clock: CLOCK, ...request });
}
/** A connection to the server that can be interrupted. */
class Wire {
  #cut = false;
  readonly #ends = new Set<Socket>();
  readonly #listener: Server;

  private constructor(port: number) {
    this.#listener = listen((socket) => {
      if (this.#cut) return void socket.destroy();
      const server = connect(port, "127.0.0.1");
      for (const end of [socket, server]) {
        this.#ends.add(end);
        end.on("error", () => undefined);
        end.on("close", () => [socket, server].forEach((one) => one.destroy()));
      }
      socket.pipe(server).pipe(socket);
    });
  }
  static async lay(port: number): Promise<Wire> {
    const wire = new Wire(port);
    await new Promise<void>((done) => wire.#listener.listen(0, "127.0.0.1", done));
    return wire;
  }
  get address(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }
  cut(): void {
    this.#cut = true;
    for (const end of this.#ends) end.destroy();
    this.#ends.clear();
  }
  mend(): void {
    this.#cut = false;
  }
  end(): void {
    this.cut();
    this.#listener.close();
  }
}

/**
 * Another site that embeds pages of this one. It needs a real server, because browsers do not let mocked
 * responses reach this machine. To browsers `localhost` and `127.0.0.1` are different sites.
 */
const test = base.extend<{ wire: Wire; elsewhere: (page: Page, path: string) => Promise<FrameLocator> }>({
  wire: async ({ baseURL }, use) => {
    const wire = await Wire.lay(Number(new URL(baseURL!).port));
    await use(wire);
    wire.end();
  },
  elsewhere: async ({ wire }, use) => {
    const site = createServer(({ url }, answer) => {
      const src = `${wire.address}${new URL(url ?? "/", "http://localhost").searchParams.get("of")}`;
      answer.setHeader("content-type", "text/html");
      answer.end(`<!doctype html><title>Elsewhere</title><iframe src="${src}" width="340" height="560"></iframe>`);
    });
    await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
    const { port } = site.address() as AddressInfo;
    await use(async (page, path) => {
      await page.goto(`http://localhost:${port}/?of=${encodeURIComponent(path)}`);
      return page.frameLocator("iframe");
    });
    site.closeAllConnections();
    await new Promise((done) => site.close(done));
  },
});

test(
  "an embedded game is followed through a disconnect to its end",
  MOUSE,
  async ({ page, another, elsewhere, wire }) => {
    const [ada, bob] = [await another(), await another()];
    const { id, seats } = await two(ada, bob, { listed: true });
    await playAny(ada, id);

    const cookies: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/"))
        void request.allHeaders().then(
          (headers) => cookies.push(headers.cookie ?? ""),
          () => undefined,
        );
    });
    const frame = await elsewhere(page, `/embed/g/${id}?theme=dark`);
    await expect(frame.getByText(seats[0]!.user!.name).first()).toBeVisible();
    await expect(frame.getByText("1 / 1", { exact: false })).toBeVisible();
    await expect(frame.getByText(`${seats[1]!.user!.name} to move`)).toBeVisible();
    await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(frame.locator(".clock").first()).toContainText(/\d:\d\d/);

    // Live.
    await playAny(bob, id);
    await expect(frame.getByText("2 / 2", { exact: false })).toBeVisible();
    // Back and forward by keys, while it continues.
    await frame
      .getByRole("button", { name: /first|begin|start/i })
      .first()
      .focus();
    await page.keyboard.press("Home");
    await expect(frame.getByText("0 / 2", { exact: false })).toBeVisible();
    await playAny(ada, id);
    await expect(frame.getByText("0 / 3", { exact: false })).toBeVisible();
    await page.keyboard.press("End");
    await expect(frame.getByText("3 / 3", { exact: false })).toBeVisible();

    // After a disconnect, which is shown, the missed events arrive.
    wire.cut();
    await playAny(bob, id);
    await expect(frame.getByText(/^Connection lost/)).toBeVisible();
    await expect(frame.getByText("3 / 3", { exact: false })).toBeVisible();
    wire.mend();
    await expect(frame.getByText("4 / 4", { exact: false })).toBeVisible();
    await expect(frame.getByText(/^Connection lost/)).toHaveCount(0);

    await resign(ada, id);
    await expect(frame.getByText(`${seats[1]!.user!.name} wins`, { exact: true })).toBeVisible();
    await expect(frame.getByRole("link", { name: "Open game" })).toHaveAttribute("href", `/g/${id}`);
    expect(cookies.length).toBeGreaterThan(1);
    expect(new Set(cookies)).toEqual(new Set([""]));
  },
);

test("it fits its frame in every theme", MOUSE, async ({ page, another }) => {
  const [ada, bob] = [await another(), await another()];
  const { id } = await two(ada, bob, { listed: true });
  await playAny(ada, id);
  await page.goto(`/embed/g/${id}`);
  await expect(page.getByText("1 / 1", { exact: false })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  for (const [width, height] of [
    [320, 480],
    [480, 600],
    [800, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    const over = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
    expect(over, `${width} x ${height}`).toEqual([0, 0]);
    expect((await page.locator(".embed > .board").boundingBox())!.width, `${width} x ${height}`).toBeGreaterThan(150);
  }
  await expectNothingSeriousInAnyLook(page, "live embed");
});

test("private games are not shown, and only embeds can be framed", MOUSE, async ({ page, another, elsewhere }) => {
  const [ada, bob] = [await another(), await another()];
  const { id } = await two(ada, bob, { listed: false });
  const frame = await elsewhere(page, `/embed/g/${id}`);
  await expect(frame.getByText(/^This game doesn’t exist/)).toBeVisible();
  // A player of the game sees no more there: embeds are anonymous.
  await ada.goto(`/embed/g/${id}`);
  await expect(ada.getByText(/^This game doesn’t exist/)).toBeVisible();

  for (const path of [`/g/${id}`, "/account", "/moderation", "/", "/embed"]) {
    const refused = page.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
    const other = await elsewhere(page, path);
    await refused;
    await expect(other.locator("#app"), path).toHaveCount(0);
  }
  // An embed links to no other page of the site.
  const unknown = await elsewhere(page, "/embed/nothing");
  await expect(unknown.getByRole("main").getByRole("link").first()).toBeVisible();
  const refused = page.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
  await unknown.getByRole("main").getByRole("link").first().click();
  await refused;
});

test("a public game offers the embed code", FINGER, async ({ page, another, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const other = await another();
  for (const listed of [true, false]) {
    const { id } = await two(page, other, { listed });
    await page.goto(`/g/${id}`);
    await page.getByRole("button", { name: "Share and export" }).click();
    const entry = page.getByRole("button", { name: "Copy live embed code" });
    await expect(page.getByRole("button", { name: "Copy game" })).toBeVisible();
    await expect(entry).toHaveCount(listed ? 1 : 0);
    if (!listed) continue;
    await entry.click();
    await expect(page.getByText("Copied.").first()).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toMatch(new RegExp(`^<iframe src="http://[^"]+/embed/g/${id}" [^>]*></iframe>$`));
  }
});
