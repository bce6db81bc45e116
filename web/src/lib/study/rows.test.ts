import { describe, expect, it } from "vitest";
import { bare, type Node } from "./node";
import { treeRows, variation } from "./rows";

let id = 0;
/** A line of moves, each preceded by its seat: `0a 1b 0c`. */
function line(text: string, ...last: Node[]): Node {
  const [word, ...rest] = text.split(" ");
  const node = bare(++id, word!.slice(1), Number(word![0]));
  node.children = rest.length > 0 ? [line(rest.join(" "), ...last)] : last;
  return node;
}
const root = (...children: Node[]): Node => ({ ...bare(0), children });
const shown = (tree: Node, game: "peak" | "number-one", players: number) =>
  treeRows(tree, game, players).items.map((item) =>
    item.kind === "row"
      ? `${item.number} ${item.cells.map((cell) => cell.map(({ move }) => move).join("+")).join("|")}`
      : `(${[item.comment, ...item.variations.map(({ move }) => move)].filter(Boolean).join(" ")})`,
  );

describe("rows", () => {
  it("have a column for each seat, and a new row after an interruption", () => {
    const b = line("1b 0c 1d");
    const tree = root(line("0a", b, line("1x 0y")));
    expect(shown(tree, "peak", 2)).toEqual(["1 a|b", "(x)", "2 c|d"]);
    tree.children[0]!.comment = "so";
    expect(shown(tree, "peak", 2)).toEqual(["1 a|", "(so)", "1 |b", "(x)", "2 c|d"]);
  });

  it("start with the first seat to move, and continue when a seat moves twice", () => {
    const tree = root(line("1a 0b 1c 1d 0e"));
    expect(treeRows(tree, "peak", 2).columns).toEqual([1, 0]);
    expect(shown(tree, "peak", 2)).toEqual(["1 a|b", "2 c|", "2 d|e"]);
  });

  it("are turns if a turn has several plies", () => {
    expect(shown(root(line("0a 1b 0c 0d 0e 1f")), "number-one", 2)).toEqual(["1 a", "1 b", "2 c+d+e", "2 f"]);
  });

  it("number variations at the start of a turn and after every interruption", () => {
    const x = line("1x 0y 1z", line("0u"), line("0w"));
    const a = line("0a");
    const texts = variation(x, [a], 2).map(({ node, number }) => number + node.move);
    expect(texts).toEqual(["1…x", "2.y", "z", "3.u"]);
    x.comment = "hm";
    x.children[0]!.children.push(line("1q"));
    expect(variation(x, [a], 2).map(({ variations }) => variations.map(({ move }) => move))).toEqual([
      [],
      [],
      ["q"],
      ["w"],
    ]);
  });
});
