import { expect, it } from "vitest";
import { bare, type Node } from "./node";
import { movesTo, placeIn, placeOf, withPlace } from "./path";

/** a b c d, and x y as an alternative to c. */
function tree(): Record<string, Node> & { root: Node } {
  const nodes = Object.fromEntries(["a", "b", "c", "d", "x", "y"].map((move, at) => [move, bare(at + 1, move)]));
  const { a, b, c, d, x, y } = nodes as Record<"a" | "b" | "c" | "d" | "x" | "y", Node>;
  const root = bare(0);
  root.children = [a];
  a.children = [b];
  b.children = [c, x];
  c.children = [d];
  x.children = [y];
  return { ...nodes, root };
}

it("names every position in a tree, and finds it again", () => {
  const { root, a, b, c, d, x, y } = tree();
  const paths = [[root], [root, a!], [root, a!, b!, c!], [root, a!, b!, c!, d!], [root, a!, b!, x!, y!]];
  expect(paths.map(placeOf)).toEqual(["", "1", "3", "4", "2.1.1"]);
  for (const path of paths) expect(movesTo(root, placeOf(path))).toEqual(path.slice(1).map(({ move }) => move));
});

it("follows the tree as far as it exists, and ignores nonsense", () => {
  const { root } = tree();
  expect(movesTo(root, "99")).toEqual(["a", "b", "c", "d"]);
  expect(movesTo(root, "2.7.1")).toEqual(["a", "b"]);
  for (const place of ["", "-1", "1.", "x", "1e9", "9".repeat(40)]) expect(movesTo(root, place)).toEqual([]);
});

it("is stored in the query, beside the options and before the moves", () => {
  expect(withPlace("/squadro/analysis", "")).toBe("/squadro/analysis");
  expect(withPlace("/squadro/analysis#1._Y3", "1")).toBe("/squadro/analysis?at=1#1._Y3");
  expect(withPlace("/number-one/analysis?players=3#1._SML", "1")).toBe("/number-one/analysis?players=3&at=1#1._SML");
  for (const address of ["/squadro/analysis#a#b?at=3", "/number-one/analysis?players=3#1._SML", "/peak/analysis"])
    expect(placeIn(withPlace(address, "2.1.0"))).toEqual({ address, place: "2.1.0" });
  expect(placeIn("/peak/analysis#?at=3").place).toBe("");
});
