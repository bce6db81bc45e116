// Reproducible games for the screenshots: the engine plays itself at a level that searches a fixed number of
// positions.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const modules = new URL("../../../target/modules/", import.meta.url);
const { initSync, Session } = await import(modules.href + "ludoteca.js");
initSync({ module: readFileSync(fileURLToPath(new URL("ludoteca_bg.wasm", modules))) });

const LONGEST = 160;

function ask(session, call, ...args) {
  const answer = JSON.parse(session[call](...args));
  if ("error" in answer) throw new Error(`${call}: ${answer.error.text}`);
  return answer.ok;
}

/** Plays games until a view matches; returns the game and its view. */
export function find(opening, wanted, { level = 2, seeds = 60 } = {}) {
  for (let seed = 1; seed <= seeds; seed++) {
    const session = new Session();
    let view = ask(session, "open", JSON.stringify(opening));
    while (!wanted(view, session) && view.status.over === null && view.played.length < LONGEST) {
      const thought = ask(
        session,
        "think",
        JSON.stringify({ level, seed: 1000 * seed + view.played.length }),
        () => false,
        () => {},
      );
      view = ask(session, "play", thought.lines[0].moves[0]).view;
    }
    if (wanted(view, session)) return { opening, view, moves: view.played.map(({ move }) => move), session };
  }
  throw new Error(`no such position of ${opening.game} was found`);
}

export const describe = (session, move) => ask(session, "describe", move);
export const cellName = ({ view }, cell) => view.board.cells[cell].name;

/** The cell with which most moves that need a second cell start. */
export function busiest(view) {
  const counts = new Map();
  for (const { targets } of view.moves) {
    if (targets.length > 1) counts.set(targets[0], (counts.get(targets[0]) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? view.moves[0].targets[0];
}
