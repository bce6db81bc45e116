// A game and everything that might be played instead, with comments: the tree behind the analysis board.

import type { Table } from "$lib/engine/rules";
import type { Description, Failure, Opening, View } from "$lib/engine/types";
import type { Node, Shape, TreeText } from "./node";

export type { Colour, Node, Shape } from "./node";

/** The study: a tree, and where in it one stands. `view` follows `path` as soon as the rules have answered. */
export declare class Study {
  constructor(table: Table);
  readonly table: Table;
  /** Where the game begins. */
  opening: Omit<Opening, "moves">;
  tags: [string, string][];
  result: string;
  root: Node;
  /** From the root to the current node, both included. */
  path: Node[];
  readonly current: Node;
  /** The moves to the current node. */
  readonly moves: string[];
  /** The first line on from the current node: what "forward" follows. */
  readonly line: Node[];
  /** The board at the current node; null until the first answer. */
  view: View | null;
  /** How `view` came about when one stepped forward. */
  animation: Description | null;
  /** Grows with every change of the tree. */
  revision: number;

  open(tree: TreeText): Promise<void>;
  /** Plays a move from here: follows it where it is in the tree, adds it otherwise. */
  play(move: string): Promise<Failure | null>;
  goto(node: Node): Promise<void>;
  forward(): Promise<void>;
  back(): Promise<void>;
  first(): Promise<void>;
  last(): Promise<void>;
  /** The nodes from the root to this one. */
  pathTo(node: Node): Node[];
  promote(node: Node): void;
  remove(node: Node): Promise<void>;
  comment(node: Node, text: string): void;
  toggleGlyph(node: Node, glyph: string): void;
  toggleShape(node: Node, shape: Shape): void;
  /** Adds a line of moves from a node without going there. */
  addLine(from: Node, moves: string[]): Promise<void>;
  told(): TreeText;
  toText(): Promise<string>;
  toLink(): Promise<string>;
}
