// A position in a move tree as part of an address: `?at=4` is four moves along the main line, and `?at=4.1.2`
// continues from there with the second branch and two more moves.

import type { Node } from "./node";

const KEY = "at";

/** The place of the last node of a path from the root; "" at the root. */
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

/** The moves from the root to a place, as far as they exist. */
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

/** Adds a place to a tree's address. */
export function withPlace(address: string, place: string): string {
  if (place === "") return address;
  const [path = "", ...fragment] = address.split("#");
  return [`${path}${path.includes("?") ? "&" : "?"}${KEY}=${place}`, ...fragment].join("#");
}

/** Splits an address into the tree, for the rules, and the place, for the page. */
export function placeIn(address: string): { address: string; place: string } {
  const [path = "", ...fragment] = address.split("#");
  const [bare = "", query = ""] = path.split("?");
  const words = query.split("&").filter((word) => word !== "");
  const isPlace = (word: string) => word.startsWith(`${KEY}=`);
  const others = words.filter((word) => !isPlace(word));
  const place = words.find(isPlace)?.slice(KEY.length + 1) ?? "";
  return { address: [bare + (others.length > 0 ? `?${others.join("&")}` : ""), ...fragment].join("#"), place };
}
