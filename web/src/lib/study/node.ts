// The nodes of a study. No rules here: moves are words, and cells are numbers for the board.

import type { Colour, Annotation } from "$lib/board/types";
import type { Seat, Tree, TreeNode, Value } from "$lib/engine/types";

export type { Colour, TreeNode };
/** A user's annotation. An arrow has several cells, a circle one. */
export type Shape = Annotation;

/** Annotation symbols for moves, best first. */
export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"] as const;

/** A position in the tree, with the move that leads to it. */
export interface Node {
  /** Unique and stable while the study is open. */
  id: number;
  /** In the notation; "" at the root. */
  move: string;
  /** The seat that played it; null at the root. */
  seat: Seat | null;
  comment: string;
  /** `!!`, `?!` …; others from a record as `$7`. */
  glyphs: string[];
  shapes: Shape[];
  /** The value for the seat to move, if known. */
  value: Value | null;
  /** Seconds left on the mover's clock. */
  clock: number | null;
  /** The first is the main line. */
  children: Node[];
}

/** A tree parsed from a record or link, and one to be written, which has no faults. */
export type TreeRead = Tree;
export type TreeText = Omit<Tree, "faults">;

/** Flattens the tree to a list. */
export function listed(root: Node): TreeNode[] {
  const list: TreeNode[] = [];
  const waiting: { node: Node; parent: number | null }[] = [{ node: root, parent: null }];
  // Breadth first without recursion, because games are long.
  for (let next = 0; next < waiting.length; next++) {
    const { node, parent } = waiting[next]!;
    const { move, seat, comment, glyphs, shapes, value, clock } = node;
    list.push({ parent, move, seat, comment, glyphs, shapes, value, clock });
    for (const child of node.children) waiting.push({ node: child, parent: next });
  }
  return list;
}

/** Builds a tree from a list; ids count from `first`. */
export function grown(list: readonly TreeNode[], first = 0): Node {
  const nodes = list.map(({ move, seat, comment, glyphs, shapes, value, clock }, at): Node => {
    return { id: first + at, move, seat, comment, glyphs, shapes, value, clock, children: [] };
  });
  list.forEach(({ parent }, at) => {
    if (parent !== null) nodes[parent]?.children.push(nodes[at]!);
  });
  return nodes[0] ?? bare(first);
}

/** A node without comments or values. */
export const bare = (id: number, move = "", seat: Seat | null = null): Node => {
  return { id, move, seat, comment: "", glyphs: [], shapes: [], value: null, clock: null, children: [] };
};
