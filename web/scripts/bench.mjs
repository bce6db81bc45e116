// Measures download size and speed of the page in Chromium: `cargo xtask bench-web [--json] [--runs N]`.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureEngine } from "./bench/engine.mjs";
import { measureFirstMove, measureSizes } from "./bench/first.mjs";
import { measureFrames } from "./bench/frames.mjs";
import { launch, serve } from "./shared.mjs";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false }, runs: { type: "string" } } });
const runs = Number(values.runs ?? 5);
if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs needs a whole number from 1");

/** Targets: bytes, milliseconds, speed relative to native, milliseconds. */
const TARGETS = { bytes: 1_500_000, firstMove: 3000, ratio: 0.55, frame: 50 };
const WATCHED_MOVES = 6;

const progress = (text) => process.stderr.write(`${text}\n`);
const load = () => loadavg()[0].toFixed(1);
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const seconds = (millis) => `${(millis / 1000).toFixed(2)} s`;
const ms = (millis) => (millis > 0 ? `${Math.round(millis)} ms` : "none");
const millions = (speed) => `${(speed / 1e6).toFixed(2)} M/s`;
const percent = (part) => `${Math.round(100 * part)} %`;
const met = (is) => (is ? "met" : "MISSED");

/** Prints a table with numbers aligned to the right. */
function table(title, head, rows) {
  console.log(`\n${title}`);
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at].length)));
  for (const row of all) {
    console.log(
      `  ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  ")}`,
    );
  }
}

/** The measurements, in this order; each one is printed as soon as it is done. */
const PARTS = {
  async sizes() {
    progress("sizes");
    const files = await measureSizes(browser, server.address);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const isMet = bytes < TARGETS.bytes;
    return {
      data: { files, bytes, met: isMet },
      title: `First game against the computer, as downloaded (target: under ${kB(TARGETS.bytes)}, ${met(isMet)})`,
      head: ["file", "coding", "size"],
      rows: [...files.map(({ path, size, coding }) => [path, coding || "-", kB(size)]), ["in all", "", kB(bytes)]],
    };
  },
  async firstMove() {
    const ways = await measureFirstMove(browser, server.address, runs, progress);
    const isMet = ({ median }) => median <= TARGETS.firstMove;
    return {
      data: { ways, met: ways.every(isMet) },
      title: `First move possible, cold cache, processor slowed 4 times, Fast 4G, ${runs} runs each`,
      head: ["", "median", "worst", "target"],
      rows: ways.map((way) => [
        way.name,
        seconds(way.median),
        seconds(way.worst),
        `${seconds(TARGETS.firstMove)} ${met(isMet(way))}`,
      ]),
    };
  },
  async engine({ sizes }) {
    const page = await browser.newPage();
    await page.goto(`${server.address}/settings`);
    const games = await measureEngine(page, worker(sizes, "engine"), runs, progress);
    await page.close();
    const isMet = ({ ratio }) => ratio >= TARGETS.ratio;
    return {
      data: { games, met: games.every(isMet) },
      title: `Engine, one thread, the same search natively and in the page's worker by turns, ${runs} runs each, the quickest`,
      head: ["", "native", "page", "page/native", "median of runs", "target"],
      rows: games.map((game) => [
        game.name,
        millions(game.native),
        millions(game.page),
        percent(game.ratio),
        percent(game.median),
        `${percent(TARGETS.ratio)} ${met(isMet(game))}`,
      ]),
    };
  },
  async frames({ sizes }) {
    const games = await measureFrames(browser, server.address, worker(sizes, "rules"), WATCHED_MOVES, progress);
    const isMet = ({ longest }) => longest <= TARGETS.frame;
    return {
      data: { games, met: games.every(isMet) },
      title: "Frames while a move is shown and the engine thinks at full strength",
      head: ["", "moves", "frames", "longest", "moves over", "long task", "long frame", "target"],
      rows: games.map((game) => [
        `${game.game}, ${game.size}`,
        game.moves,
        game.frames,
        ms(game.longest),
        game.over,
        ms(game.task),
        ms(game.animation),
        `${TARGETS.frame} ms ${met(isMet(game))}`,
      ]),
    };
  },
};
/** The path from which the page loaded a worker. */
const worker = ({ files }, name) => files.find(({ path }) => path.includes(`${name}.worker`)).path;

const server = await serve();
const browser = await launch();
const result = { targets: TARGETS, runs, load: { before: load() } };
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    const { data, title, head, rows } = await measure(result);
    result[name] = data;
    if (!values.json) table(title, head, rows);
  }
} finally {
  await browser.close();
  server.end();
}
result.load.after = load();
if (values.json) console.log(JSON.stringify(result, null, 2));
else console.log(`\nLoad of this machine: ${result.load.before} before, ${result.load.after} after.`);
