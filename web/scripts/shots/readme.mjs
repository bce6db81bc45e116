// The pictures in the README: the landing page and a short animation of a game, light and dark, as WebP.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { savedGame } from "../shared.mjs";
import { find } from "./games.mjs";

const LANDING = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 0.8 };
const GAME = { viewport: { width: 1000, height: 640 }, deviceScaleFactor: 0.6 };
const QUALITY = { still: 0.75, moving: 0.42 };
/** The animation: the first ply, the number of plies, the pause after each, the shortest time of a frame. */
const FIRST_PLY = 12;
const PLIES = 4;
const PAUSE_MS = 900;
const FRAME_MS = 100;
/** All of the pictures together stay below this. */
const MOST_BYTES = 400_000;

const little = (value, bytes) => Buffer.from(Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255));
const chunk = (name, data) =>
  Buffer.concat([Buffer.from(name), little(data.length, 4), data, Buffer.alloc(data.length % 2)]);
const riff = (...chunks) => chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));

/** An endless animation of pictures, each drawn at its place over the ones before it. */
function animated({ width, height, frames }) {
  const size = (pixels) => little(pixels - 1, 3);
  const one = ({ x, y, width, height, ms, webp }) =>
    chunk(
      "ANMF",
      Buffer.concat([
        little(x / 2, 3),
        little(y / 2, 3),
        size(width),
        size(height),
        little(ms, 3),
        // Neither blended nor disposed of.
        little(2, 1),
        picture(Buffer.from(webp, "base64")),
      ]),
    );
  const IS_ANIMATION = 0x02;
  const head = Buffer.concat([little(IS_ANIMATION, 4), size(width), size(height)]);
  const loop = Buffer.concat([little(0xffffffff, 4), little(0, 2)]);
  return riff(chunk("VP8X", head), chunk("ANIM", loop), ...frames.map(one));
}

/** The chunks of a WebP file that are the picture itself. */
function picture(file) {
  const parts = [];
  for (let at = 12; at < file.length;) {
    const end = at + 8 + file.readUInt32LE(at + 4);
    if (["VP8 ", "VP8L"].includes(file.toString("latin1", at, at + 4))) parts.push(file.subarray(at, end + (end % 2)));
    at = end + (end % 2);
  }
  return Buffer.concat(parts);
}

/**
 * In the browser: PNGs as WebP, each reduced to the rectangles that changed since the one before; unchanged
 * ones are left out.
 */
async function encode({ shots, quality }) {
  // Less than this in every colour is noise of the drawing.
  const NOISE = 10;
  // Changes are looked for in squares, and rectangles are made of squares that touch.
  const SQUARE = 16;
  // A rectangle is a frame of its own; browsers show shorter ones for longer.
  const SHORTEST_MS = 20;
  const drawing = (width, height) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    return [canvas, canvas.getContext("2d", { alpha: false, willReadFrequently: true })];
  };
  const touch = (a, b) => a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
  const joined = (rectangles) => {
    const done = [];
    for (let open = [...rectangles]; open.length > 0;) {
      let one = open.pop();
      for (let other; (other = [...open, ...done].find((other) => touch(one, other)));) {
        [open, done].forEach((list) => list.includes(other) && list.splice(list.indexOf(other), 1));
        one = {
          left: Math.min(one.left, other.left),
          top: Math.min(one.top, other.top),
          right: Math.max(one.right, other.right),
          bottom: Math.max(one.bottom, other.bottom),
        };
      }
      done.push(one);
    }
    return done;
  };
  let before = null;
  let size = null;
  const frames = [];
  for (const { png, ms } of shots) {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const { width, height } = (size ??= { width: bitmap.width, height: bitmap.height });
    const [, whole] = drawing(width, height);
    whole.drawImage(bitmap, 0, 0);
    const now = whole.getImageData(0, 0, width, height).data;
    const squares = new Map();
    for (let at = 0; before !== null && at < now.length; at++) {
      if (Math.abs(now[at] - before[at]) < NOISE) continue;
      const [left, top] = [(at >> 2) % width, Math.floor((at >> 2) / width)].map((of) => of - (of % SQUARE));
      const [right, bottom] = [Math.min(width, left + SQUARE), Math.min(height, top + SQUARE)];
      squares.set(`${left} ${top}`, { left, top, right, bottom });
    }
    const changed = before === null ? [{ left: 0, top: 0, right: width, bottom: height }] : joined(squares.values());
    before ??= now;
    if (changed.length === 0) frames.at(-1).ms += ms;
    changed.forEach(({ left, top, right, bottom }, number) => {
      const [part, context] = drawing(right - left, bottom - top);
      context.drawImage(bitmap, -left, -top);
      for (let row = top; row < bottom; row++) {
        const [from, to] = [left, right].map((x) => 4 * (row * width + x));
        before.set(now.subarray(from, to), from);
      }
      const isLast = number === changed.length - 1;
      frames.push({
        x: left,
        y: top,
        width: part.width,
        height: part.height,
        ms: isLast ? Math.max(SHORTEST_MS, ms - number * SHORTEST_MS) : SHORTEST_MS,
        webp: part.toDataURL("image/webp", quality).split(",")[1],
      });
    });
  }
  return { ...size, frames };
}

const open = async (browser, address, theme, window, stored = {}) => {
  const context = await browser.newContext({ ...window, colorScheme: theme, locale: "en", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`${address}/settings`);
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
  }, stored);
  return page;
};
const shot = async (page) => (await page.screenshot({ scale: "device" })).toString("base64");

async function landing(browser, address, theme) {
  const page = await open(browser, address, theme, { ...LANDING, reducedMotion: "reduce" });
  await page.goto(`${address}/`);
  await page.waitForFunction(() => document.querySelectorAll(".living svg").length >= 8);
  await page.waitForTimeout(500);
  const { frames } = await page.evaluate(encode, { shots: [{ png: await shot(page), ms: 0 }], quality: QUALITY.still });
  await page.context().close();
  return Buffer.from(frames[0].webp, "base64");
}

async function game(browser, address, theme, found) {
  const id = "readme";
  const saved = savedGame({
    id,
    ...found.opening,
    players: found.view.players,
    moves: found.moves.slice(0, FIRST_PLY),
    toAct: FIRST_PLY % 2,
    seats: ["Ada", "Max"].map((name) => ({ kind: "person", name })),
  });
  const settings = { sound: false, vibration: false, confirm: "never" };
  const page = await open(browser, address, theme, GAME, {
    "ludoteca.settings": settings,
    [`ludoteca.game.${id}`]: saved,
  });
  await page.goto(`${address}/g/${id}`);
  await page.locator('svg[role="grid"]').first().waitFor();
  await page.waitForTimeout(500);
  const shots = [];
  const record = async (ms) => {
    const end = Date.now() + ms;
    do {
      const begun = Date.now();
      const png = await shot(page);
      await page.waitForTimeout(Math.max(0, FRAME_MS - (Date.now() - begun)));
      shots.push({ png, ms: Date.now() - begun });
    } while (Date.now() < end);
  };
  await record(PAUSE_MS / 2);
  for (const move of found.moves.slice(FIRST_PLY)) {
    // Peak's moves name the cells to click.
    for (const cell of move.split("-")) {
      const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
      await record(PAUSE_MS / 3);
      await page.mouse.down();
      await page.mouse.up();
      await record(PAUSE_MS / 3);
    }
    await record(PAUSE_MS);
  }
  const made = await page.evaluate(encode, { shots, quality: QUALITY.moving });
  await page.context().close();
  return animated(made);
}

/** Writes the pictures into a folder. */
export async function readmePictures(browser, address, out) {
  mkdirSync(out, { recursive: true });
  const found = find({ game: "peak" }, (view) => view.played.length >= FIRST_PLY + PLIES, { level: 4 });
  let sum = 0;
  const put = (name, bytes) => {
    sum += bytes.length;
    writeFileSync(join(out, name), bytes);
    console.log(`${join(out, name)}: ${Math.round(bytes.length / 1000)} kB`);
  };
  for (const theme of ["light", "dark"]) {
    put(`page-${theme}.webp`, await landing(browser, address, theme));
    put(`game-${theme}.webp`, await game(browser, address, theme, found));
  }
  if (sum > MOST_BYTES) throw new Error(`the pictures have ${sum} bytes, more than ${MOST_BYTES}`);
}
