// What a study is made of. Nothing here knows a rule: moves are words, and cells are numbers that the board
// draws.

import type { Colour, Annotation } from "$lib/board/types";
import type { Seat, Tree, TreeNode, Value } from "$lib/engine/types";

export type { Colour, TreeNode };
/** What somebody has drawn on the board. An arrow goes through its cells, a circle has one. */
export type Shape = Annotation;

/** The marks a move can have, the best first. */
export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"] as const;

/** A position of the tree, by the move that leads to it. */
export interface Node {
  /** Unique in its study, and the same as long as the study is open. */
  id: number;
  /** In the notation; "" at the root. */
  move: string;
  /** Who made it; null at the root. */
  seat: Seat | null;
  comment: string;
  /** `!!`, `?!` …; others of a record as `$7`. */
  glyphs: string[];
  shapes: Shape[];
  /** What the position is worth to the seat to act in it, where somebody has found out. */
  value: Value | null;
  /** Seconds left on the clock of who moved. */
  clock: number | null;
  /** The first is the main line. */
  children: Node[];
}

/** A tree that was read from a record or a link, and one that is written: nothing is wrong with that. */
export type TreeRead = Tree;
export type TreeText = Omit<Tree, "faults">;

/** The tree as a list. */
export function listed(root: Node): TreeNode[] {
  const list: TreeNode[] = [];
  const waiting: { node: Node; parent: number | null }[] = [{ node: root, parent: null }];
  // Breadth first, without recursion: games are long.
  for (let next = 0; next < waiting.length; next++) {
    const { node, parent } = waiting[next]!;
    const { move, seat, comment, glyphs, shapes, value, clock } = node;
    list.push({ parent, move, seat, comment, glyphs, shapes, value, clock });
    for (const child of node.children) waiting.push({ node: child, parent: next });
  }
  return list;
}

/** The tree of a list; ids count from `first`. */
export function grown(list: readonly TreeNode[], first = 0): Node {
  const nodes = list.map(({ move, seat, comment, glyphs, shapes, value, clock }, at): Node => {
    return { id: first + at, move, seat, comment, glyphs, shapes, value, clock, children: [] };
  });
  list.forEach(({ parent }, at) => {
    if (parent !== null) nodes[parent]?.children.push(nodes[at]!);
  });
  return nodes[0] ?? bare(first);
}

/** A node of which nothing is said. */
export const bare = (id: number, move = "", seat: Seat | null = null): Node => {
  return { id, move, seat, comment: "", glyphs: [], shapes: [], value: null, clock: null, children: [] };
};
