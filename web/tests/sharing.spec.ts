// Sharing: links that open at the same position, and pictures that match the screen.

import { expect, test, type Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { keepGame, type GameId } from "./play";

const MOVES = ["Y3", "R2", "Y1", "R5"];
const PLAYERS = [
  { kind: "person", name: "Ada" },
  { kind: "computer", level: 3 },
];
const squadro = (page: Page, moves = MOVES) =>
  keepGame(page, "shared", { opening: { game: "squadro" }, moves, seats: PLAYERS, toAct: 0 });

/** Records what is written to the clipboard, which tests cannot always read. */
async function clipboard(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const written: string[] = [];
    Object.assign(globalThis, { written });
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text: string) => void written.push(text), write: async () => undefined },
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { written: string[] }).written.at(-1) ?? "");
}
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Share and export" });

/** The moves in the tree, and the current one. */
const current = (page: Page) => page.locator(".moves [aria-current]").last();

test("a link opens the position on the board, with the whole game", async ({ page, context }) => {
  const copied = await clipboard(page);
  await squadro(page);
  await page.goto("/g/shared");
  await expect(page.getByRole("gridcell", { name: /available$/ }).first()).toBeVisible();
  // Two moves back.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("Viewing move 2 of 4", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Share and export" }).first().click();
  await dialogOf(page).getByRole("button", { name: "Copy link" }).click();
  await expect(dialogOf(page).getByText("Copied.")).toBeVisible();
  const link = await copied();

  const friend = await context.newPage();
  await friend.goto(link);
  await expect(friend.getByRole("gridcell", { name: /^Y3\/R2, / })).toBeVisible();
  await expect(current(friend)).toContainText("R2");
  // The end and the beginning are one press away.
  await friend.getByRole("button", { name: "Go to latest move" }).click();
  await expect(current(friend)).toContainText("R5");
  await friend.getByRole("button", { name: "Go to start" }).click();
  await expect(friend.getByRole("button", { name: "Previous move" })).toBeDisabled();
});

test("a link from the analysis opens the current variation", async ({ page, context }) => {
  const copied = await clipboard(page);
  await page.goto("/squadro/analysis#1._Y3_R2_(1..._R5_2._Y1)_2._Y2");
  await page.getByRole("button", { name: "Next move" }).click();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("button", { name: "Next move" }).click();
  await expect(current(page)).toContainText("R5");
  await page.getByRole("button", { name: "Copy link" }).first().click();
  const friend = await context.newPage();
  await friend.goto(await copied());
  await expect(current(friend)).toContainText("R5");
});

test("Analyse keeps the position, from the game and from its report", async ({ page }) => {
  await squadro(page);
  await page.goto("/g/shared");
  await expect(page.getByRole("gridcell", { name: /available$/ }).first()).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("Viewing move 3 of 4", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Analysis" }).click();
  await expect(page).toHaveURL(/at=3/);
  await expect(current(page)).toContainText("Y1");
  await page.goto("/g/shared/report");
  await expect(page.getByRole("button", { name: "Previous move" })).toBeVisible();
  await page.getByRole("button", { name: "Previous move" }).click();
  await page.getByRole("button", { name: "Previous move" }).click();
  await page.getByRole("button", { name: "Analysis" }).first().click();
  await expect(page).toHaveURL(/at=2/);
  await expect(current(page)).toContainText("R2");
});

test("an embedded game starts at the current position", async ({ page }) => {
  const copied = await clipboard(page);
  await squadro(page);
  await page.goto("/g/shared");
  await page.getByRole("button", { name: "Share and export" }).first().click();
  await dialogOf(page).getByRole("button", { name: "Copy embed code" }).click();
  await expect.poll(copied).toContain("<iframe");
  const source = /src="([^"]+)"/.exec(await copied())![1]!.replaceAll("&amp;", "&");
  await page.goto(source);
  await expect(page.locator(".ply")).toContainText("4 / 4");
});

test("a copy is confirmed once", async ({ page }) => {
  await clipboard(page);
  await squadro(page);
  await page.goto("/g/shared");
  await page.getByRole("button", { name: "Share and export" }).first().click();
  await dialogOf(page).getByRole("button", { name: "Copy game" }).click();
  await expect(dialogOf(page).getByText("Copied.")).toBeVisible();
  expect((await page.locator("body").innerText()).split("Copied.").length - 1).toBe(1);
});

test("the system's share sheet is offered if available", async ({ page }) => {
  await page.addInitScript(() => {
    const sent: unknown[] = [];
    Object.assign(globalThis, { sent });
    Object.assign(navigator, {
      share: async (data: ShareData) => void sent.push({ url: data.url, title: data.title, files: data.files?.length }),
      canShare: () => true,
    });
  });
  await squadro(page);
  await page.goto("/g/shared");
  await page.getByRole("button", { name: "Share and export" }).first().click();
  await dialogOf(page).getByRole("button", { name: "Share link …" }).click();
  await dialogOf(page).getByRole("button", { name: "Share picture …" }).click();
  const sent = () =>
    page.evaluate(() => (globalThis as unknown as { sent: { url?: string; title: string; files?: number }[] }).sent);
  await expect.poll(async () => (await sent()).length).toBe(2);
  const [link, picture] = await sent();
  expect(link!.url).toMatch(/\/squadro\/analysis\?at=4#/);
  expect(link!.title).toBe("Squadro: Ada – Computer, level 3");
  expect(picture!.files).toBe(1);
});

/** Saves a file from the dialog. */
async function save(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialogOf(page).getByRole("button", { name, exact: true }).click(),
  ]);
  return readFile(await file.path());
}
/** Positions of pieces in a drawing, as shares of its width and height, found by colour. */
interface Seen {
  width: number;
  height: number;
  /** The centre of all pixels of this colour. */
  middles: ({ x: number; y: number; share: number } | null)[];
}
/** Finds colours in a picture. */
const look = (page: Page, url: string, colours: [number, number, number][]): Promise<Seen> =>
  page.evaluate(
    async ([url, colours]) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const sums = colours.map(() => ({ x: 0, y: 0, count: 0 }));
      for (let at = 0; at < data.length; at += 4) {
        colours.forEach(([r, g, b], which) => {
          if (Math.abs(data[at]! - r) + Math.abs(data[at + 1]! - g) + Math.abs(data[at + 2]! - b) > 24) return;
          const sum = sums[which]!;
          sum.x += (at / 4) % canvas.width;
          sum.y += Math.floor(at / 4 / canvas.width);
          sum.count++;
        });
      }
      const middles = sums.map(({ x, y, count }) =>
        count === 0
          ? null
          : { x: x / count / canvas.width, y: y / count / canvas.height, share: count / (data.length / 4) },
      );
      return { width: canvas.width, height: canvas.height, middles };
    },
    [url, colours] as const,
  );
const YELLOW: [number, number, number] = [0xed, 0xb5, 0x4b];
const RED: [number, number, number] = [0xd2, 0x60, 0x3e];
const dataUrl = (kind: string, bytes: Buffer) => `data:${kind};base64,${bytes.toString("base64")}`;

test("pictures of Squadro match the screen, and name the players", async ({ page }) => {
  await squadro(page, []);
  await page.goto("/g/shared");
  await page.getByRole("button", { name: "Share and export" }).first().click();
  const svg = (await save(page, "SVG")).toString();
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain(">Ada</text>");
  expect(svg).toContain(">Computer, level 3</text>");
  expect(svg).not.toContain("var(");
  for (const [kind, name] of [
    ["image/png", "PNG"],
    ["image/svg+xml", "SVG"],
  ] as const) {
    const { middles } = await look(page, dataUrl(kind, await save(page, name)), [YELLOW, RED]);
    const [yellow, red] = middles;
    // Yellow starts at the bottom, Red on the left.
    expect(yellow!.y, name).toBeGreaterThan(0.7);
    expect(Math.abs(yellow!.x - 0.5), name).toBeLessThan(0.1);
    expect(red!.x, name).toBeLessThan(0.3);
  }
});

test("pictures are turned like the board: for Red, and when it is flipped", async ({ page }) => {
  await squadro(page, []);
  await keepGame(page, "red", {
    ...{ opening: { game: "squadro", options: { first: "red" } }, toAct: 1 },
    seats: [...PLAYERS].reverse(),
  });
  for (const [id, flips] of [
    ["red", 0],
    ["shared", 1],
    ["red", 1],
  ] as const) {
    await page.goto(`/g/${id}`);
    await expect(page.getByRole("grid")).toBeVisible();
    for (let times = 0; times < flips; times++) {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("button", { name: "Flip board" }).click();
    }
    await page.getByRole("button", { name: "Share and export" }).first().click();
    const bottom = id === "red" && flips === 1 ? 0 : 1;
    for (const [kind, name] of [
      ["image/png", "PNG"],
      ["image/svg+xml", "SVG"],
    ] as const) {
      const { middles } = await look(page, dataUrl(kind, await save(page, name)), [YELLOW, RED]);
      expect(middles[bottom]!.y, `${id} ${flips} ${name}`).toBeGreaterThan(0.7);
      expect(middles[1 - bottom]!.y, `${id} ${flips} ${name}`).toBeLessThan(0.6);
    }
  }
});

test("pictures have the page's colours, with enough contrast", async ({ page }) => {
  await squadro(page, []);
  for (const [colorScheme, paper] of [
    ["light", [0xf3, 0xed, 0xe2]],
    ["dark", [0x1d, 0x1a, 0x17]],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/g/shared");
    await page.getByRole("button", { name: "Share and export" }).first().click();
    const text = await page.locator("body").evaluate((body) => getComputedStyle(body).color);
    const svg = (await save(page, "SVG")).toString();
    expect(svg).toContain(`fill="rgb(${paper.join(", ")})"`);
    expect(svg).toContain(`fill:${text}`);
  }
});

test("pictures have the pieces of the screen, in every game", async ({ page }) => {
  const parts: Record<GameId, string> = { squadro: "", "number-one": "", peak: "", "one-piece-for-two": "" };
  for (const game of Object.keys(parts) as GameId[]) {
    await keepGame(page, game, {
      opening: { game, ...(game === "number-one" && { players: 2 }) },
      moves: game === "number-one" ? ["SML", "SML"] : game === "one-piece-for-two" ? ["d1>"] : [],
      seats: PLAYERS,
    });
    await page.goto(`/g/${game}`);
    await expect(page.getByRole("grid")).toBeVisible();
    const paths = await page
      .locator(".board svg .pieces path")
      .evaluateAll((found) => [...new Set(found.map((path) => path.getAttribute("d") ?? ""))].sort());
    expect(paths.length, game).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Share and export" }).first().click();
    const svg = (await save(page, "SVG")).toString();
    for (const path of paths) expect(svg, game).toContain(`d="${path}"`);
    const ground = await page.locator(".board svg.ground path").first().getAttribute("d");
    expect(svg, game).toContain(`d="${ground}"`);
  }
});

test("an animation starts with the names and the result", async ({ page }) => {
  await keepGame(page, "shared", {
    opening: { game: "squadro", position: "ccc90/66600 y" },
    moves: ["Y4"],
    seats: PLAYERS,
    toAct: null,
    places: [1, 2],
  });
  await page.goto("/g/shared");
  await expect(page.locator(".outcome")).toBeVisible();
  await page.getByRole("button", { name: "Share and export" }).first().click();
  expect((await save(page, "SVG")).toString()).toContain(">Ada wins</text>");
  const bytes = await save(page, "Animated GIF");
  expect(bytes.subarray(0, 6).toString()).toBe("GIF89a");
  const frames = await page.evaluate(
    async (url) => {
      const { ImageDecoder } = globalThis as unknown as {
        ImageDecoder: new (init: { data: ArrayBuffer; type: string }) => {
          tracks: { ready: Promise<void>; selectedTrack: { frameCount: number } };
          decode(options: { frameIndex: number }): Promise<{ image: { duration: number } }>;
        };
      };
      const bytes = Uint8Array.from(atob(url.split(",")[1]!), (char) => char.charCodeAt(0));
      const decoder = new ImageDecoder({ data: bytes.buffer, type: "image/gif" });
      await decoder.tracks.ready;
      const count = decoder.tracks.selectedTrack.frameCount;
      const times: number[] = [];
      for (let frameIndex = 0; frameIndex < count; frameIndex++)
        times.push((await decoder.decode({ frameIndex })).image.duration / 1000);
      return times;
    },
    dataUrl("image/gif", bytes),
  );
  // The title, the first position, and one for the move.
  expect(frames).toHaveLength(3);
  expect(frames[0]).toBe(2000);
});
