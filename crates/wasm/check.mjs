// Plays whole games against level 1 with the module as the page will have it, and measures its search. Run by
// `cargo xtask wasm`.
//   node crates/wasm/check.mjs FOLDER        FOLDER holds ludoteca.js and ludoteca_bg.wasm
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = resolve(process.argv[2] ?? "target/modules");
// Node takes a .js for an old kind of module unless a package.json says otherwise.
const copies = mkdtempSync(join(tmpdir(), "ludoteca-"));
copyFileSync(`${folder}/ludoteca.js`, join(copies, "ludoteca.mjs"));
const module = await import(pathToFileURL(join(copies, "ludoteca.mjs")));
rmSync(copies, { recursive: true });
module.initSync({ module: readFileSync(`${folder}/ludoteca_bg.wasm`) });

const kilobytes = (length) => `${Math.round(length / 1000)} kB`;
for (const name of ["rules", "ludoteca", "share"]) {
  const bytes = readFileSync(`${folder}/${name}_bg.wasm`);
  const packed = [gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map((bytes) => kilobytes(bytes.length));
  console.log(`${name}: ${kilobytes(bytes.length)}, gzip ${packed[0]}, brotli ${packed[1]}`);
}

const ask = (text) => {
  const answer = JSON.parse(text);
  if (answer.error) throw new Error(answer.error.text);
  return answer.ok;
};

for (const { id, minPlayers, maxPlayers } of ask(module.games())) {
  for (let players = minPlayers; players <= maxPlayers; players++) {
    const session = new module.Session();
    let view = ask(session.open(JSON.stringify({ game: id, players })));
    let plies = 0;
    for (; view.status.over === null; plies++) {
      // Seat 1 plays any move, the others are level 1.
      const any = view.moves[(plies * 7919) % view.moves.length].move;
      const level = () => ask(session.think(JSON.stringify({ level: 1, seed: plies }))).lines[0].moves[0];
      const played = ask(session.play(view.status.toAct === 0 ? any : level()));
      if (played.description.events.length === 0) throw new Error(`${id}: nothing happened`);
      view = played.view;
    }
    const record = ask(session.record("{}"));
    if (ask(session.replay(record)).faults.length > 0) throw new Error(`${id}: the record has faults`);
    const { result, reason } = view.status.over;
    console.log(`${id}, ${players} seats: ${plies} plies, ${result}: ${reason.text} (${reason.ruling})`);
    session.free();
  }
}

const session = new module.Session();
for (const [game, players, moves] of [
  ["squadro", 2, ["Y3", "R2", "Y1", "R4", "Y5", "R1"]],
  ["number-one", 2, []],
  ["number-one", 4, []],
  ["peak", 2, []],
  ["one-piece-for-two", 2, []],
]) {
  ask(session.open(JSON.stringify({ game, players, moves })));
  let asked = 0;
  let reports = 0;
  const thought = ask(session.think(JSON.stringify({ millis: 2000 }), () => (asked++, false), () => void reports++));
  const speed = Math.round(thought.nodes / thought.millis);
  console.log(
    `${game}, ${players} seats: ${speed} thousand nodes/s, depth ${thought.depth}, ${Math.round(thought.millis)} ms,`,
    `stop asked ${asked} times, ${reports} reports`,
  );
}

// The same in slices, as where there is no shared memory.
ask(session.open(JSON.stringify({ game: "squadro", moves: ["Y3", "R2", "Y1", "R4", "Y5", "R1"] })));
const began = performance.now();
let deepest = 0;
let slices = 0;
for (let millis = 25; performance.now() - began < 2000; millis = Math.min(2 * millis, 200), slices++) {
  deepest = Math.max(deepest, ask(session.think(JSON.stringify({ millis }))).depth);
}
console.log(`squadro in ${slices} slices of 25 to 200 ms: depth ${deepest} in ${Math.round(performance.now() - began)} ms`);
