// The move tree as displayed: the main line in columns, with comments and variations between its rows.

import type { GameId, Seat } from "$lib/engine/types";
import { rounds } from "$lib/game/turns";
import type { Node } from "./node";

export interface MoveRow {
  kind: "row";
  number: number;
  /** The seat of the row, if a turn has its own row. */
  seat: Seat | null;
  /** By column; several moves if a turn has several plies, none if that seat did not move. */
  cells: Node[][];
}
export interface Aside {
  kind: "aside";
  /** The node it belongs to. */
  node: Node;
  comment: string;
  /** The first moves of alternatives. */
  variations: Node[];
}
export interface TreeRows {
  /** Seats above the columns; empty if each row names its own. */
  columns: Seat[];
  items: (MoveRow | Aside)[];
}
/** A move of a variation, and the number shown before it, or "". */
export interface Numbered {
  node: Node;
  number: string;
  /** Other moves in its place. */
  variations: Node[];
}

const seatOf = ({ seat }: Node): Seat => seat ?? 0;
const played = (nodes: readonly Node[]) => nodes.map((node) => ({ seat: seatOf(node), move: node.move }));

/** The main line after a node. */
export function mainLine(from: Node): Node[] {
  const line: Node[] = [];
  for (let node = from.children[0]; node; node = node.children[0]) line.push(node);
  return line;
}

export function treeRows(root: Node, game: GameId, players: number): TreeRows {
  const line = mainLine(root);
  const numbers = rounds(played(line), players);
  const byTurn = game === "number-one";
  const first = line[0] ? seatOf(line[0]) : 0;
  const columns = byTurn ? [] : Array.from({ length: players }, (_, column) => (first + column) % players);
  const items: TreeRows["items"] = [];
  if (root.comment) items.push({ kind: "aside", node: root, comment: root.comment, variations: [] });
  let row: MoveRow | null = null;
  let last = -1;
  line.forEach((node, ply) => {
    const seat = seatOf(node);
    const column: number = byTurn ? 0 : (seat - first + players) % players;
    const begins: boolean = row === null || (byTurn ? row.seat !== seat : column <= last);
    if (begins) {
      const cells = Array.from({ length: Math.max(1, columns.length) }, (): Node[] => []);
      row = { kind: "row", number: numbers[ply]!, seat: byTurn ? seat : null, cells };
      items.push(row);
    }
    last = column;
    row!.cells[column]!.push(node);
    const variations = (line[ply - 1] ?? root).children.slice(1);
    if (node.comment || variations.length > 0) {
      items.push({ kind: "aside", node, comment: node.comment, variations });
      row = null;
    }
  });
  return { columns, items };
}

/**
 * A variation from its first move on, with the moves before it. A number is shown at the start of a turn and
 * after every interruption.
 */
export function variation(first: Node, before: readonly Node[], players: number): Numbered[] {
  const line = [first, ...mainLine(first)];
  const all = [...before, ...line];
  const numbers = rounds(played(all), players);
  let interrupted = true;
  return line.map((node, at) => {
    const ply = before.length + at;
    const opens = numbers[ply] !== numbers[ply - 1];
    const number = opens ? `${numbers[ply]}.` : interrupted ? `${numbers[ply]}…` : "";
    const variations = at === 0 ? [] : line[at - 1]!.children.slice(1);
    interrupted = node.comment !== "" || variations.length > 0;
    return { node, number, variations };
  });
}
