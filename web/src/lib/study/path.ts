// Where in a tree of moves one stands, as part of an address: `?at=4` is four moves along the main line, and
// `?at=4.1.2` goes on from there into the second move of the fork and two moves further.

import type { Node } from "./node";

/** The name it has in the query. */
const KEY = "at";

/** The place of the last node of a path that begins at the root; "" at the root. */
export function placeOf(path: readonly Node[]): string {
  const runs: number[] = [];
  let run = 0;
  for (let at = 1; at < path.length; at++) {
    const branch = path[at - 1]!.children.indexOf(path[at]!);
    if (branch <= 0) run++;
    else {
      runs.push(run, branch);
      run = 0;
    }
  }
  runs.push(run);
  return runs.length === 1 && run === 0 ? "" : runs.join(".");
}

/** The moves from the root to a place, as far as the tree has them. */
export function movesTo(root: Node, place: string): string[] {
  const moves: string[] = [];
  const runs = /^\d{1,5}(\.\d{1,5})*$/.test(place) ? place.split(".").map(Number) : [];
  let node: Node | undefined = root;
  const step = (branch: number): boolean => {
    node = node?.children[branch];
    if (node) moves.push(node.move);
    return node !== undefined;
  };
  for (const [at, run] of runs.entries()) {
    if (at % 2 === 1) {
      if (!step(run)) return moves;
    } else {
      for (let left = run; left > 0; left--) if (!step(0)) return moves;
    }
  }
  return moves;
}

/** The address of a tree, opened at a place. */
export function withPlace(address: string, place: string): string {
  if (place === "") return address;
  const [path = "", ...fragment] = address.split("#");
  return [`${path}${path.includes("?") ? "&" : "?"}${KEY}=${place}`, ...fragment].join("#");
}

/** An address without its place, and the place: the rules read the one, the page the other. */
export function placeIn(address: string): { address: string; place: string } {
  const [path = "", ...fragment] = address.split("#");
  const [bare = "", query = ""] = path.split("?");
  const words = query.split("&").filter((word) => word !== "");
  const isPlace = (word: string) => word.startsWith(`${KEY}=`);
  const others = words.filter((word) => !isPlace(word));
  const place = words.find(isPlace)?.slice(KEY.length + 1) ?? "";
  return { address: [bare + (others.length > 0 ? `?${others.join("&")}` : ""), ...fragment].join("#"), place };
}
