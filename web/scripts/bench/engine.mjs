// Compares the engine in the page's worker with the native program: the same search of the same number of
// positions, alternately, with one thread each.
import { execFileSync } from "node:child_process";
import { median, program } from "../shared.mjs";

// About a second natively. The hash size is set so that both use tables of the same size.
const HASH = 16;
const SEARCHES = [
  { name: "Squadro", game: "squadro", players: 2, nodes: 1_000_000 },
  { name: "Number One", game: "number-one", players: 2, nodes: 1_500_000 },
  { name: "Number One, 4 seats", game: "number-one", players: 4, nodes: 300_000 },
  { name: "Peak", game: "peak", players: 2, nodes: 3_000_000 },
  { name: "One Piece for Two", game: "one-piece-for-two", players: 2, nodes: 1_500_000 },
];

function native({ game, players, nodes }) {
  const words = ["best", game, "--players", players, "--nodes", nodes, "--hash", HASH, "--threads", 1, "--json"];
  const found = JSON.parse(execFileSync(program, words.map(String), { encoding: "utf8" }));
  return { nodes: found.nodes, seconds: found.seconds, best: found.best };
}

/**
 * Starts a separate worker from the same file as the page. The first search is a warm-up, because the browser
 * compiles quickly at first and optimises later.
 */
async function inPage(page, worker, { game, players, nodes }) {
  return page.evaluate(
    async ([worker, opening, nodes, hash]) => {
      const engine = new Worker(worker, { type: "module" });
      const flag = new Int32Array(new SharedArrayBuffer(4));
      let id = 0;
      const ask = (call, args) =>
        new Promise((resolve, reject) => {
          const own = ++id;
          engine.addEventListener("message", function onMessage({ data }) {
            if (data.id !== own || "report" in data) return;
            engine.removeEventListener("message", onMessage);
            if ("ok" in data) resolve(data.ok);
            else reject(new Error(JSON.stringify(data)));
          });
          engine.postMessage({ id: own, call, args });
        });
      await ask("load", [flag]);
      await ask("think", [opening, { level: 10, nodes: Math.ceil(nodes / 2), hash: hash - 1 }]);
      const thought = await ask("think", [opening, { level: 10, nodes, hash }]);
      engine.terminate();
      return { nodes: thought.nodes, seconds: thought.millis / 1000, best: thought.lines[0].moves[0] };
    },
    [worker, { game, players }, nodes, HASH],
  );
}

export async function measureEngine(page, worker, runs, progress) {
  const rows = [];
  for (const search of SEARCHES) {
    const done = { native: [], page: [] };
    for (let run = 0; run < runs; run++) {
      progress(`engine: ${search.name}, ${run + 1} of ${runs}`);
      done.native.push(native(search));
      done.page.push(await inPage(page, worker, search));
    }
    const answers = [...done.native, ...done.page].map(({ nodes, best }) => `${nodes} ${best}`);
    if (new Set(answers).size > 1) {
      throw new Error(`${search.name}: not the same search: ${[...new Set(answers)].join(", ")}`);
    }
    // Other load can only make a search slower, so the fastest run is the most reliable.
    const speed = (runs) => Math.max(...runs.map(({ nodes, seconds }) => nodes / seconds));
    const [own, pages] = [speed(done.native), speed(done.page)];
    const ratios = done.native.map(({ seconds }, run) => seconds / done.page[run].seconds);
    rows.push({ name: search.name, native: own, page: pages, ratio: pages / own, median: median(ratios), ratios });
  }
  return rows;
}
