// The whole way from a pointer to a move, with the rules themselves.
import { describe, expect, it } from "vitest";
import type { RulesSession } from "$lib/engine/rules";
import type { Failure, Opening, View } from "$lib/engine/types";
import { TestSession } from "$lib/game/testing";
import { Choosing } from "../interaction.svelte";
import * as carried from "./carry";

async function board(opening: Omit<Opening, "game">, confirm = false) {
  const session = new TestSession();
  const view: View = await session.open({ game: "one-piece-for-two", ...opening });
  const played: string[] = [];
  const refused: Failure[] = [];
  const choosing = new Choosing(() => ({
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
  return { choosing, played, refused, cell, settled };
}
const FULL = { options: { pieces: "6" }, position: "a2v,b1^,c1>,c2^,e1^,f1> r -" };

describe("a piece from the box", () => {
  it("is put where one points, lying unless it is held otherwise", async () => {
    const { choosing, played, cell } = await board({});
    choosing.hover = cell("d6");
    expect(choosing.aimed?.move).toBe("d1>");
    choosing.turn(1);
    expect(choosing.aimed?.move).toBe("d2v");
    choosing.turn(1);
    expect(choosing.aimed?.move).toBe("d1<");
    choosing.turn(-1);
    choosing.hold("up");
    choosing.point(cell("d6"));
    expect(played).toEqual(["d1^"]);
  });

  it("is held another way also while it is nowhere", async () => {
    const { choosing, played, cell } = await board({});
    choosing.turn(1);
    expect(choosing.held).toBe("down");
    choosing.point(cell("d6"));
    expect(played).toEqual(["d2v"]);
  });

  it("is shown after a tap, turned by a tap on it, shifted by one elsewhere, and played only when told", async () => {
    const { choosing, played, cell } = await board({});
    choosing.point(cell("d4"), true);
    expect(choosing.pending?.move).toBe("d1>");
    choosing.point(cell("e1"), true);
    expect(choosing.pending?.move).toBe("d2v");
    choosing.point(cell("g8"), true);
    expect(choosing.pending?.move).toBe("g2v");
    choosing.hold("right");
    expect(choosing.pending?.move).toBe("g1>");
    expect(played).toEqual([]);
    if (choosing.pending) choosing.play(choosing.pending);
    expect(played).toEqual(["g1>"]);
  });

  it("slides from column to column, with the half that is held under the finger", async () => {
    const { choosing, played, cell } = await board({ moves: ["a1^"] });
    choosing.point(cell("d1"), true);
    expect(choosing.halfOn(cell("e1"))).toBe(1);
    expect(choosing.halfOn(cell("f1"))).toBeNull();
    choosing.slide(cell("f1"), 1);
    expect(choosing.pending?.move).toBe("e1>");
    // Over what lies there it comes to lie on top, turned where it must; beyond that it lies as before.
    choosing.slide(cell("a1"), 1);
    expect(choosing.pending?.move).toBe("a4v");
    expect(choosing.ways).toEqual(expect.arrayContaining(["up", "down"]));
    expect(choosing.ways).toHaveLength(2);
    choosing.slide(cell("c8"), 1);
    expect(choosing.pending?.move).toBe("b1>");
    expect(played).toEqual([]);
  });

  it("comes by a tap on what lies there to lie on top of it", async () => {
    const { choosing, refused, cell, settled } = await board({ moves: ["d1^"] });
    choosing.point(cell("d1"), true);
    await settled();
    expect(choosing.pending?.targets).toContain(cell("d3"));
    expect(refused).toEqual([]);
  });

  it("waits for a mouse too where moves are confirmed", async () => {
    const { choosing, played, cell } = await board({}, true);
    choosing.point(cell("d4"));
    expect(choosing.pending?.move).toBe("d1>");
    choosing.point(cell("b1"));
    expect(choosing.pending?.move).toBe("b1>");
    choosing.point(cell("c1"));
    expect(choosing.pending?.move).toBe("b2v");
    expect(played).toEqual([]);
  });

  it("is refused where another lies", async () => {
    const { choosing, played, refused, cell, settled } = await board({ moves: ["d1^"] });
    choosing.point(cell("d1"));
    await settled();
    expect(played).toEqual([]);
    expect(refused.map(({ key, ruling }) => [key, ruling])).toEqual([["taken", "OP-3"]]);
  });
});

describe("with the box empty", () => {
  it("a piece is lifted by either half and put elsewhere", async () => {
    const { choosing, played, cell } = await board(FULL);
    choosing.hover = cell("h5");
    expect(choosing.aimed).toBeNull();
    choosing.point(cell("e2"));
    expect(choosing.chosen).toEqual([cell("e1")]);
    choosing.point(cell("h5"));
    expect(played).toEqual(["e1^-h2v"]);
  });

  it("a finger lifts a piece, shows it elsewhere, and may take another one instead", async () => {
    const { choosing, played, cell } = await board(FULL);
    choosing.point(cell("e2"), true);
    expect(choosing.chosen).toEqual([cell("e1")]);
    choosing.point(cell("h5"), true);
    expect(choosing.pending?.move).toBe("e1^-h2v");
    choosing.point(cell("a1"), true);
    expect(choosing.pending).toBeNull();
    expect(choosing.chosen).toEqual([cell("a2")]);
    expect(played).toEqual([]);
  });

  it("another one may be lifted instead, and the same one laid back", async () => {
    const { choosing, cell } = await board(FULL);
    choosing.point(cell("e1"));
    choosing.point(cell("a1"));
    expect(choosing.chosen).toEqual([cell("a2")]);
    choosing.point(cell("a1"));
    expect(choosing.chosen).toEqual([]);
  });

  it("a covered piece says why it stays, and so does a place that is none", async () => {
    const { choosing, refused, played, cell, settled } = await board(FULL);
    choosing.point(cell("d1"));
    await settled();
    choosing.point(cell("e1"));
    choosing.point(cell("e5"));
    await settled();
    expect(refused.map(({ key, ruling }) => [key, ruling])).toEqual([
      ["covered", "OP-5"],
      ["floats", "OP-3"],
    ]);
    expect(played).toEqual([]);
  });
});
