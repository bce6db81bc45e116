// Shared by the browser scripts: starting the server and the browser.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";

const SYSTEMS = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell"];
const CALM = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const GAMES = ["squadro", "number-one", "peak", "one-piece-for-two"];
export const SIZES = {
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
};

/** The program: set by `cargo xtask`, or the default build. */
export const program = process.env.LUDOTECA ?? fileURLToPath(new URL("../../target/release/ludoteca", import.meta.url));

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts the server; returns its address and a function to stop it. */
export async function serve() {
  const address = `http://127.0.0.1:${await freePort()}`;
  const data = await mkdtemp(join(tmpdir(), "ludoteca-"));
  const words = ["serve", "--addr", new URL(address).host, "--data", data];
  const child = spawn(program, words, { stdio: ["ignore", "ignore", "inherit"] });
  let failed = null;
  child.on("error", (error) => (failed = error));
  child.on("exit", (code) => (failed ??= new Error(`${program} serve ended (${code})`)));
  for (let tries = 0; ; tries++) {
    if (failed) throw failed;
    const well = await fetch(`${address}/health`).then(
      (answer) => answer.json(),
      () => null,
    );
    if (well?.page) break;
    if (well || tries > 100) throw new Error(`${program} serves no page: build it with \`cargo xtask page\` first`);
    await new Promise((later) => setTimeout(later, 50));
  }
  child.removeAllListeners("exit");
  return { address, end: () => child.kill("SIGTERM") };
}

const system = SYSTEMS.find((path) => existsSync(path));
/** Launches the system's Chromium, or the one of Playwright. */
export const launch = (more = []) =>
  chromium.launch({ args: [...CALM, ...more], ...(system ? { executablePath: system } : {}) });

/** A saved game (src/lib/game/saved.ts) in the form the page stores. */
export function savedGame({ id, game, players = 2, options = {}, moves = [], seats, ...more }) {
  return {
    version: 1,
    id,
    revision: 1,
    opening: { game, players, options },
    moves,
    seats: seats ?? Array.from({ length: players }, () => ({ kind: "person", name: "" })),
    clock: null,
    left: [],
    readings: [],
    offBoard: null,
    toAct: 0,
    places: null,
    series: { previous: null, next: null, number: 1, score: Array.from({ length: players }, () => 0) },
    takeBackAllowed: true,
    turnBoard: false,
    thinkingTime: 1000,
    created: 1_750_000_000_000,
    changed: 1_750_000_000_000,
    ...more,
  };
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
