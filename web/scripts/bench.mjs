// What the page costs a person, measured in Chromium: `cargo xtask bench-web [--json] [--runs N]`.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureEngine } from "./bench/engine.mjs";
import { measureFirstMove, measureSizes } from "./bench/first.mjs";
import { measureFrames } from "./bench/frames.mjs";
import { launch, serve } from "./shared.mjs";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false }, runs: { type: "string" } } });
const runs = Number(values.runs ?? 5);
if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs needs a whole number from 1");

/** The targets of the page. */
const TARGETS = { bytes: 1_500_000, firstMove: 3000, ratio: 0.55, frame: 50 };
const WATCHED_MOVES = 6;

const progress = (text) => process.stderr.write(`${text}\n`);
const load = () => loadavg()[0].toFixed(1);
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const seconds = (millis) => `${(millis / 1000).toFixed(2)} s`;
const ms = (millis) => (millis > 0 ? `${Math.round(millis)} ms` : "none");
const millions = (speed) => `${(speed / 1e6).toFixed(2)} M/s`;
const met = (is) => (is ? "met" : "MISSED");

/** Lines under each other, numbers to the right. */
function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at].length)));
  for (const row of all) {
    console.log(
      `  ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  ")}`,
    );
  }
}

const server = await serve();
const browser = await launch();
const result = { load: { before: load() }, runs };
try {
  progress("sizes");
  result.files = await measureSizes(browser, server.address);
  result.bytes = result.files.reduce((sum, { size }) => sum + size, 0);
  result.firstMove = await measureFirstMove(browser, server.address, runs, progress);

  const file = (name) => result.files.find(({ path }) => path.includes(name) && path.endsWith(".js")).path;
  const page = await browser.newPage();
  await page.goto(`${server.address}/settings`);
  result.engine = await measureEngine(page, file("thinker.worker"), runs, progress);
  await page.close();
  result.frames = await measureFrames(browser, server.address, file("rules.worker"), WATCHED_MOVES, progress);
} finally {
  await browser.close();
  server.end();
}
result.load.after = load();
result.met = {
  bytes: result.bytes < TARGETS.bytes,
  firstMove: result.firstMove.every(({ median }) => median <= TARGETS.firstMove),
  engine: result.engine.every(({ ratio }) => ratio >= TARGETS.ratio),
  frames: result.frames.every(({ longest }) => longest <= TARGETS.frame),
};

if (values.json) console.log(JSON.stringify({ targets: TARGETS, ...result }, null, 2));
else {
  console.log(
    `\nFirst game against the computer, as downloaded (under ${kB(TARGETS.bytes)}: ${met(result.met.bytes)})`,
  );
  const files = result.files.map(({ path, size, coding }) => [path, coding || "-", kB(size)]);
  table(["file", "coding", "size"], [...files, ["in all", "", kB(result.bytes)]]);

  console.log(`\nFirst move possible, cold cache, processor slowed 4 times, Fast 4G, ${runs} runs each`);
  const first = result.firstMove.map(({ name, median, worst }) => [
    name,
    seconds(median),
    seconds(worst),
    `${seconds(TARGETS.firstMove)}: ${met(median <= TARGETS.firstMove)}`,
  ]);
  table(["", "median", "worst", "target"], first);

  console.log(
    `\nEngine, one thread, the same search natively and in the page's worker by turns, ${runs} runs each, medians`,
  );
  const engine = result.engine.map(({ name, native, page, ratio, ratios }) => [
    name,
    millions(native),
    millions(page),
    `${Math.round(100 * ratio)} %`,
    `${Math.round(100 * Math.min(...ratios))} to ${Math.round(100 * Math.max(...ratios))} %`,
    `${100 * TARGETS.ratio} %: ${met(ratio >= TARGETS.ratio)}`,
  ]);
  table(["", "native", "page", "page/native", "runs", "target"], engine);

  console.log("\nFrames while a move is shown and the engine thinks at full strength");
  const frames = result.frames.map(({ game, size, moves, frames, over, longest, task, animation }) => [
    `${game}, ${size}`,
    moves,
    frames,
    ms(longest),
    over,
    ms(task),
    ms(animation),
    `${TARGETS.frame} ms: ${met(longest <= TARGETS.frame)}`,
  ]);
  const head = ["", "moves", "frames", "longest", "over 50 ms", "long task", "long frame", "target"];
  table(head, frames);
  console.log(`\nLoad of this machine: ${result.load.before} before, ${result.load.after} after.`);
}
