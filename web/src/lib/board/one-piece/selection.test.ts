// From pointer to move, with the real rules.
import { describe, expect, it } from "vitest";
import type { RulesSession } from "$lib/engine/rules";
import type { Failure, Opening, View } from "$lib/engine/types";
import { TestSession } from "$lib/game/testing";
import { MoveSelection } from "../interaction.svelte";
import * as carried from "./carry";

async function board(opening: Omit<Opening, "game">, confirm = false) {
  const session = new TestSession();
  const view: View = await session.open({ game: "one-piece-for-two", ...opening });
  const played: string[] = [];
  const refused: Failure[] = [];
  const selection = new MoveSelection(() => ({
    view,
    session: session as unknown as RulesSession,
    active: true,
    confirm,
    carried,
    move: (move) => played.push(move),
    refused: (failure) => refused.push(failure),
  }));
  const cell = (name: string) => view.board.cells.findIndex((cell) => cell.name === name);
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { selection, played, refused, cell, settled };
}
const FULL = { options: { pieces: "6" }, position: "a2v,b1^,c1>,c2^,e1^,f1> r -" };

describe("a piece from the box", () => {
  it("is placed on the aimed cell, horizontally by default", async () => {
    const { selection, played, cell } = await board({});
    selection.hover = cell("d6");
    expect(selection.aimed?.move).toBe("d1>");
    selection.turn(1);
    expect(selection.aimed?.move).toBe("d2v");
    selection.turn(1);
    expect(selection.aimed?.move).toBe("d1<");
    selection.turn(-1);
    selection.hold("up");
    selection.point(cell("d6"));
    expect(played).toEqual(["d1^"]);
  });

  it("can be turned while it is nowhere", async () => {
    const { selection, played, cell } = await board({});
    selection.turn(1);
    expect(selection.held).toBe("down");
    selection.point(cell("d6"));
    expect(played).toEqual(["d2v"]);
  });

  it("is previewed by a tap, turned by another, moved by one elsewhere, and played only on confirmation", async () => {
    const { selection, played, cell } = await board({});
    selection.point(cell("d4"), true);
    expect(selection.pending?.move).toBe("d1>");
    selection.point(cell("e1"), true);
    expect(selection.pending?.move).toBe("d2v");
    selection.point(cell("g8"), true);
    expect(selection.pending?.move).toBe("g2v");
    selection.hold("right");
    expect(selection.pending?.move).toBe("g1>");
    expect(played).toEqual([]);
    if (selection.pending) selection.play(selection.pending);
    expect(played).toEqual(["g1>"]);
  });

  it("slides between columns with the held half under the finger", async () => {
    const { selection, played, cell } = await board({ moves: ["a1^"] });
    selection.point(cell("d1"), true);
    expect(selection.halfOn(cell("e1"))).toBe(1);
    expect(selection.halfOn(cell("f1"))).toBeNull();
    selection.slide(cell("f1"), 1);
    expect(selection.pending?.move).toBe("e1>");
    // Over another piece it lands on top, turned if necessary; past it, it returns to its earlier
    // orientation.
    selection.slide(cell("a1"), 1);
    expect(selection.pending?.move).toBe("a4v");
    expect(selection.ways).toEqual(expect.arrayContaining(["up", "down"]));
    expect(selection.ways).toHaveLength(2);
    selection.slide(cell("c8"), 1);
    expect(selection.pending?.move).toBe("b1>");
    expect(played).toEqual([]);
  });

  it("lands on top of the piece that is tapped", async () => {
    const { selection, refused, cell, settled } = await board({ moves: ["d1^"] });
    selection.point(cell("d1"), true);
    await settled();
    expect(selection.pending?.targets).toContain(cell("d3"));
    expect(refused).toEqual([]);
  });

  it("waits for confirmation with a mouse too", async () => {
    const { selection, played, cell } = await board({}, true);
    selection.point(cell("d4"));
    expect(selection.pending?.move).toBe("d1>");
    selection.point(cell("b1"));
    expect(selection.pending?.move).toBe("b1>");
    selection.point(cell("c1"));
    expect(selection.pending?.move).toBe("b2v");
    expect(played).toEqual([]);
  });

  it("is refused on an occupied cell", async () => {
    const { selection, played, refused, cell, settled } = await board({ moves: ["d1^"] });
    selection.point(cell("d1"));
    await settled();
    expect(played).toEqual([]);
    expect(refused.map(({ key, ruling }) => [key, ruling])).toEqual([["taken", "OP-3"]]);
  });
});

describe("with an empty box", () => {
  it("a piece is lifted by either half and placed elsewhere", async () => {
    const { selection, played, cell } = await board(FULL);
    selection.hover = cell("h5");
    expect(selection.aimed).toBeNull();
    selection.point(cell("e2"));
    expect(selection.chosen).toEqual([cell("e1")]);
    selection.point(cell("h5"));
    expect(played).toEqual(["e1^-h2v"]);
  });

  it("a finger lifts a piece, previews it elsewhere, and may choose another instead", async () => {
    const { selection, played, cell } = await board(FULL);
    selection.point(cell("e2"), true);
    expect(selection.chosen).toEqual([cell("e1")]);
    selection.point(cell("h5"), true);
    expect(selection.pending?.move).toBe("e1^-h2v");
    selection.point(cell("a1"), true);
    expect(selection.pending).toBeNull();
    expect(selection.chosen).toEqual([cell("a2")]);
    expect(played).toEqual([]);
  });

  it("another piece may be lifted instead, and the same one put back", async () => {
    const { selection, cell } = await board(FULL);
    selection.point(cell("e1"));
    selection.point(cell("a1"));
    expect(selection.chosen).toEqual([cell("a2")]);
    selection.point(cell("a1"));
    expect(selection.chosen).toEqual([]);
  });

  it("a covered piece and an impossible place are refused with a reason", async () => {
    const { selection, refused, played, cell, settled } = await board(FULL);
    selection.point(cell("d1"));
    await settled();
    selection.point(cell("e1"));
    selection.point(cell("e5"));
    await settled();
    expect(refused.map(({ key, ruling }) => [key, ruling])).toEqual([
      ["covered", "OP-5"],
      ["floats", "OP-3"],
    ]);
    expect(played).toEqual([]);
  });
});
