import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GameId, GAMES, type View } from "$lib/engine/types";
import { TestSession, TestStorage, testTexts } from "$lib/game/testing";
import { bare, listed, type Node, type TreeNode } from "./node";
import { movesTo, placeIn, placeOf, withPlace } from "./path";
import { treeRows, variation } from "./rows";
import { StudyStore } from "./store";
import { Study } from "./tree.svelte";

async function studyOf(link: string): Promise<Study> {
  const study = new Study(new TestSession(), testTexts);
  const { address, place } = placeIn(link);
  await study.open(await testTexts.readLink(address), place);
  return study;
}
const names = (nodes: Node[]) => nodes.map(({ move }) => move).join(" ");
const shown = (study: Study) => [study.moves.join(" "), study.view!.played.map(({ move }) => move).join(" ")];

describe("a study", () => {
  it("follows existing moves, adds new ones, and refuses illegal ones", async () => {
    const study = await studyOf("/squadro/analysis#1._Y3_R2_2._Y1");
    await study.forward();
    expect(study.animation?.move).toBe("Y3");
    await study.play("R2");
    expect(study.root.children[0]!.children).toHaveLength(1);
    await study.back();
    expect(await study.play("R5")).toBeNull();
    expect(names(study.root.children[0]!.children)).toBe("R2 R5");
    expect(study.current.seat).toBe(1);
    expect(await study.play("R5")).toMatchObject({ kind: "illegal", ruling: "SQ-4" });
    expect(shown(study)).toEqual(["Y3 R5", "Y3 R5"]);
  });

  it("navigates: by one, by ten, to the ends, to forks, and along the chosen branch", async () => {
    const study = await studyOf("/squadro/analysis#1._Y3_R2_(1..._R5_2._Y1)_2._Y1_R1_3._Y2_(3._Y4)");
    await study.last();
    expect(shown(study)).toEqual(["Y3 R2 Y1 R1 Y2", "Y3 R2 Y1 R1 Y2"]);
    await study.branch(1);
    expect(study.current.move).toBe("Y4");
    await study.fork(-1);
    expect(study.current.move).toBe("R1");
    await study.fork(-1);
    expect(study.current.move).toBe("Y3");
    await study.branch(1);
    expect(study.next?.move).toBe("R5");
    await study.forward(10);
    expect(shown(study)).toEqual(["Y3 R5 Y1", "Y3 R5 Y1"]);
    await study.back(10);
    await study.fork(1);
    expect(study.current.move).toBe("Y3");
    await study.first();
    expect(study.moves).toEqual([]);
  });

  it("shows only the final position of quick navigation", async () => {
    const study = await studyOf("/peak/analysis#1._a1-d1_a6-d6_2._b1-b4");
    await Promise.all([study.forward(), study.forward(), study.last(), study.back()]);
    expect(shown(study)).toEqual(["a1-d1 a6-d6", "a1-d1 a6-d6"]);
    expect(study.shown).toBe(study.current);
  });

  it("promotes, deletes, comments, marks and annotates", async () => {
    const study = await studyOf("/squadro/analysis#1._Y3_R2_(1..._R5_2._Y1)_2._Y1");
    const after = study.root.children[0]!;
    const [main, other] = after.children as [Node, Node];
    expect([study.isVariation(main), study.isVariation(other.children[0]!)]).toEqual([false, true]);
    study.promote(other.children[0]!);
    expect(names(after.children)).toBe("R5 R2");
    study.comment(other, "better");
    study.toggleGlyph(other, "!");
    study.toggleGlyph(other, "!!");
    study.toggleShape(other, { kind: "circle", cells: [3], colour: "green" });
    study.toggleShape(other, { kind: "circle", cells: [3], colour: "red" });
    expect([other.comment, other.glyphs, other.shapes]).toEqual([
      "better",
      ["!!"],
      [{ kind: "circle", cells: [3], colour: "red" }],
    ]);
    expect(await study.toText()).toContain("1. Y3 R5!! {[%csl RY1/R4] better} (1... R2 2. Y1) 2. Y1 *");
    await study.goto(main.children[0]!);
    await study.remove(main);
    expect(shown(study)).toEqual(["Y3", "Y3"]);
    expect(names(after.children)).toBe("R5");
    const before = study.revision;
    await study.remove(study.root);
    expect(study.revision).toBe(before);
  });

  it("adds an engine line without going there", async () => {
    const study = await studyOf("/squadro/analysis#1._Y3");
    await study.addLine(study.root.children[0]!, ["R2", "Y1", "nonsense"]);
    expect(await study.toLink()).toBe("/squadro/analysis#1._Y3_R2_2._Y1");
    expect(study.root.children[0]!.children[0]!.seat).toBe(1);
    expect(shown(study)).toEqual(["", ""]);
  });

  it("is restored when the worker has died", async () => {
    const study = await studyOf("/squadro/analysis#1._Y3_R2");
    (study.session as TestSession).forget();
    await study.last();
    expect(shown(study)).toEqual(["Y3 R2", "Y3 R2"]);
    (study.session as TestSession).broken = true;
    await study.back();
    expect(study.broken).toBe("test");
    (study.session as TestSession).broken = false;
    await study.retry();
    expect([study.broken, ...shown(study)]).toEqual([null, "Y3", "Y3"]);
  });
});

describe("autosaved studies", () => {
  it("come back completely and at the same position, the latest few of them", async () => {
    const storage = new TestStorage();
    let time = 0;
    const store = new StudyStore(
      () => storage,
      () => ++time,
    );
    const study = await studyOf("/squadro/analysis#1._Y3_R2_(1..._R5)");
    study.comment(study.root.children[0]!, "well } \n so");
    await study.forward(2);
    for (let at = 0; at < 40; at++) await store.save(`/squadro/analysis?${at}`, study);
    expect(storage.length).toBe(24);
    expect(store.load("/squadro/analysis?0")).toBeNull();
    const kept = store.load("/squadro/analysis?39")!;
    const again = new Study(new TestSession(), testTexts);
    await again.open(await testTexts.readTree(kept.text), kept.moves);
    expect(listed(again.root)).toEqual(listed(study.root));
    expect(again.moves).toEqual(["Y3", "R2"]);
  });

  it("work without storage, and skip unreadable data", async () => {
    const forbidden = new StudyStore(() => {
      throw new Error("forbidden");
    });
    await forbidden.save("/x", await studyOf("/peak/analysis"));
    expect(forbidden.load("/x")).toBeNull();
    const storage = new TestStorage();
    storage.setItem("ludoteca.study./x", '{"version":2}');
    expect(new StudyStore(() => storage).load("/x")).toBeNull();
  });
});

/** A tree made by random moves and comments. */
const growth = fc.record({
  game: fc.constantFrom<GameId>(...GAMES),
  players: fc.integer({ min: 2, max: 4 }),
  steps: fc.array(
    fc.record({
      back: fc.nat(3),
      pick: fc.nat(1000),
      comment: fc.oneof(fc.constant(""), fc.constant(""), fc.string({ unit: "grapheme", maxLength: 12 })),
      glyph: fc.constantFrom("", "", "!!", "?", "?!"),
      cell: fc.nat(200),
    }),
    { maxLength: 14 },
  ),
});

describe("links and records", () => {
  it("preserve any tree", async () => {
    await fc.assert(
      fc.asyncProperty(growth, async ({ game, players, steps }) => {
        const study = await studyOf(`/${game}/analysis${game === "number-one" ? `?players=${players}` : ""}`);
        for (const { back, pick, comment, glyph, cell } of steps) {
          await study.back(back);
          const { moves, board }: View = study.view!;
          if (moves.length === 0) continue;
          await study.play(moves[pick % moves.length]!.move);
          study.comment(study.current, comment.replace(/\r/g, "").trim());
          if (glyph) study.toggleGlyph(study.current, glyph);
          if (cell < 100) {
            const cells = [cell % board.cells.length];
            study.toggleShape(study.current, { kind: "circle", cells, colour: "blue" });
          }
        }
        const canonical = (nodes: TreeNode[]) => JSON.stringify(nodes);
        const asText = new Study(new TestSession(), testTexts);
        await asText.open(await testTexts.readTree(await study.toText()));
        expect(canonical(listed(asText.root))).toBe(canonical(listed(study.root)));
        const link = await study.toLink();
        // As the browser parses it.
        const { pathname, search, hash } = new URL(link, "https://example.org");
        const asLink = await studyOf(pathname + search + hash);
        expect(canonical(listed(asLink.root))).toBe(canonical(listed(study.root)));
        expect(await asLink.toLink()).toBe(link);
      }),
      { numRuns: 60 },
    );
  });

  it("are kept up to the first error", async () => {
    const { nodes, faults } = await testTexts.readLink("/squadro/analysis#1._Y3_Y3_2._Y1");
    expect(nodes.map(({ move }) => move)).toEqual(["", "Y3"]);
    expect(faults).toMatchObject([{ ply: 2, move: "Y3", inVariation: false, ruling: "SQ-4" }]);
    await expect(testTexts.readLink("/chess/analysis")).rejects.toMatchObject({ failure: { kind: "setup" } });
  });
});

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

let id = 0;
/** A line of moves, each preceded by its seat: `0a 1b 0c`. */
function line(text: string, ...last: Node[]): Node {
  const [word, ...rest] = text.split(" ");
  const node = bare(++id, word!.slice(1), Number(word![0]));
  node.children = rest.length > 0 ? [line(rest.join(" "), ...last)] : last;
  return node;
}
const root = (...children: Node[]): Node => ({ ...bare(0), children });
const rowTexts = (tree: Node, game: "peak" | "number-one", players: number) =>
  treeRows(tree, game, players).items.map((item) =>
    item.kind === "row"
      ? `${item.number} ${item.cells.map((cell) => cell.map(({ move }) => move).join("+")).join("|")}`
      : `(${[item.comment, ...item.variations.map(({ move }) => move)].filter(Boolean).join(" ")})`,
  );

describe("rows", () => {
  it("have a column for each seat, and a new row after an interruption", () => {
    const b = line("1b 0c 1d");
    const tree = root(line("0a", b, line("1x 0y")));
    expect(rowTexts(tree, "peak", 2)).toEqual(["1 a|b", "(x)", "2 c|d"]);
    tree.children[0]!.comment = "so";
    expect(rowTexts(tree, "peak", 2)).toEqual(["1 a|", "(so)", "1 |b", "(x)", "2 c|d"]);
  });

  it("start with the first seat to move, and continue when a seat moves twice", () => {
    const tree = root(line("1a 0b 1c 1d 0e"));
    expect(treeRows(tree, "peak", 2).columns).toEqual([1, 0]);
    expect(rowTexts(tree, "peak", 2)).toEqual(["1 a|b", "2 c|", "2 d|e"]);
  });

  it("are turns if a turn has several plies", () => {
    expect(rowTexts(root(line("0a 1b 0c 0d 0e 1f")), "number-one", 2)).toEqual(["1 a", "1 b", "2 c+d+e", "2 f"]);
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
