// Conditional moves: a tree of replies to the opponents' possible moves, edited as lines.

import type { Seat } from "$lib/engine/types";
import type { Branch } from "./types.gen";

/** A move of a line, and its seat. */
export interface Step {
  seat: Seat;
  move: string;
}

/** A line in the server's nested form: opponents' moves, own reply, and so on. */
function nested(steps: readonly Step[], you: Seat): Branch[] {
  const answers = steps.findIndex(({ seat }) => seat === you);
  if (answers < 0) return [];
  const others = steps.slice(answers).findIndex(({ seat }) => seat !== you);
  const end = others < 0 ? steps.length : answers + others;
  const moves = (from: number, to: number) => steps.slice(from, to).map(({ move }) => move);
  const then = nested(steps.slice(end), you);
  return [{ when: moves(0, answers), play: moves(answers, end), ...(then.length > 0 ? { then } : {}) }];
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, at) => one === b[at]);

function merged(branches: readonly Branch[], line: readonly Branch[]): Branch[] {
  const [add] = line;
  if (!add) return [...branches];
  const at = branches.findIndex(({ when }) => same(when, add.when));
  const old = branches[at];
  if (!old) return [...branches, add];
  // There is one reply to the same moves: a new one replaces it and everything after it.
  const then = merged(same(old.play, add.play) ? (old.then ?? []) : [], add.then ?? []);
  const branch: Branch = { when: add.when, play: add.play, ...(then.length > 0 ? { then } : {}) };
  return branches.map((one, index) => (index === at ? branch : one));
}

/** Adds a line that ends with one's own move. */
export const withLine = (branches: readonly Branch[], steps: readonly Step[], you: Seat): Branch[] =>
  merged(branches, nested(steps, you));

/** All lines of a tree, from the root to each leaf. */
export const linesOf = (branches: readonly Branch[]): string[][] =>
  branches.flatMap(({ when, play, then = [] }) => {
    const begin = [...when, ...play];
    const rest = linesOf(then);
    return rest.length > 0 ? rest.map((line) => [...begin, ...line]) : [begin];
  });

/** Removes a line; parts shared with others stay. */
export function withoutLine(branches: readonly Branch[], line: readonly string[]): Branch[] {
  return branches.flatMap((branch) => {
    const { when, play, then = [] } = branch;
    const begin = [...when, ...play];
    if (!same(begin, line.slice(0, begin.length))) return [branch];
    const rest = line.slice(begin.length);
    if (rest.length === 0) return then.length > 0 ? [branch] : [];
    const left = withoutLine(then, rest);
    // Without its last reply, the moves leading to it are pointless.
    return left.length > 0 ? [{ when, play, then: left }] : then.length > 1 ? [{ when, play }] : [];
  });
}
