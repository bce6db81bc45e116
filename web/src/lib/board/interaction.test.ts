import { describe, expect, test, vi } from "vitest";
import type { RulesSession } from "$lib/engine/rules";
import type { Description, Failure, View } from "$lib/engine/types";
import { MoveSelection, movesStartingWith, nextCells } from "./interaction.svelte";
import { description, disc, event, move, view } from "./test-board";
import { wheelSteps } from "./wheel";

const MOVES = [move(0, 1), move(0, 2), move(4), move(5, 6, 7), move(5, 7, 6)];

interface Asked {
  active?: boolean;
  confirm?: boolean;
  session?: Partial<RulesSession>;
  shown?: View;
}
function selection({
  active = true,
  confirm = false,
  session = {},
  shown = view(MOVES, [disc(0), disc(4), disc(8, 1)]),
}: Asked = {}) {
  const played: string[] = [];
  const refused: Failure[] = [];
  const now = { view: shown };
  const selection = new MoveSelection(() => ({
    view: now.view,
    session: session as RulesSession,
    active,
    confirm,
    carried: null,
    move: (move) => played.push(move),
    refused: (failure) => refused.push(failure),
  }));
  return { selection, played, refused, now };
}

test("cells narrow the moves", () => {
  expect(movesStartingWith(MOVES, [0]).map(({ move }) => move)).toEqual(["0-1", "0-2"]);
  expect(movesStartingWith(MOVES, [4, 1])).toEqual([]);
  expect([...nextCells(MOVES, [])]).toEqual([0, 4, 5]);
  expect([...nextCells(MOVES, [5])]).toEqual([6, 7]);
});

describe("clicking", () => {
  test("the only cell of a move plays it", () => {
    const { selection: c, played } = selection();
    c.point(4);
    expect(played).toEqual(["4"]);
    expect(c.chosen).toEqual([]);
  });

  test("cells one by one plays the move once it is complete", () => {
    const { selection: c, played } = selection();
    c.point(5);
    c.point(6);
    expect(played).toEqual([]);
    expect([...c.next]).toEqual([7]);
    c.point(7);
    expect(played).toEqual(["5-6-7"]);
  });

  test("the selected piece deselects it, and another piece selects that one", () => {
    const { selection: c, played } = selection();
    c.point(0);
    c.point(0);
    expect(c.chosen).toEqual([]);
    c.point(0);
    c.point(5);
    expect(c.chosen).toEqual([5]);
    expect(played).toEqual([]);
  });

  test("does nothing while no move is allowed", () => {
    const { selection: c, played } = selection({ active: false });
    c.point(4);
    expect(played).toEqual([]);
    expect(c.next.size).toBe(0);
  });
});

describe("a one-tap piece", () => {
  const ALONE = [move(0), move(4)];
  const runs: Record<string, Description> = {
    "0": description(event("runs", { path: [0, 1, 2] })),
    "4": description(event("runs", { path: [4, 5] })),
  };
  const alone = async (asked: Asked = {}) => {
    const session = {
      describe: (move: string) => Promise.resolve(runs[move]!),
      whyNotCells: () => Promise.resolve(null),
    };
    const made = selection({ ...asked, session, shown: view(ALONE, [disc(0), disc(4)]) });
    await made.selection.ask(["0", "4"]);
    return made;
  };

  test("is played by a click on it or, after hovering, on its landing cell", async () => {
    const { selection: c, played } = await alone();
    c.point(4);
    expect(played).toEqual(["4"]);
    c.hover = 0;
    expect(c.landing).toBe(2);
    c.hover = 8;
    // It stays shown while the pointer moves to the landing cell.
    expect(c.aimed?.move).toBe("0");
    c.point(2);
    expect(played).toEqual(["4", "0"]);
  });

  test("has no clickable landing cell unless it was pointed at", async () => {
    const { selection: c, played } = await alone();
    c.point(2);
    expect(played).toEqual([]);
    expect(c.pending).toBeNull();
  });

  test("is previewed by a tap, and played by another tap on it or its landing cell", async () => {
    for (const second of [0, 2]) {
      const { selection: c, played } = await alone();
      c.point(0, true);
      expect([c.pending?.move, c.landing]).toEqual(["0", 2]);
      expect(played).toEqual([]);
      c.point(second, true);
      expect(played).toEqual(["0"]);
    }
  });

  test("is replaced by another tapped piece, and deselected by a tap elsewhere", async () => {
    const { selection: c, played } = await alone();
    c.point(0, true);
    c.point(4, true);
    expect(c.pending?.move).toBe("4");
    c.point(2, true);
    expect([c.pending, c.chosen]).toEqual([null, []]);
    expect(played).toEqual([]);
  });

  test("waits for confirmation if moves are confirmed, also by a click on its landing cell", async () => {
    const { selection: c, played } = await alone({ confirm: true });
    c.point(0);
    expect(c.pending?.move).toBe("0");
    c.point(2);
    expect(played).toEqual(["0"]);
  });
});

describe("a move waiting for confirmation", () => {
  test("is played by clicking its last cell again", () => {
    const { selection: c, played } = selection({ confirm: true });
    c.point(0);
    c.point(1);
    expect(c.pending?.move).toBe("0-1");
    expect(c.aimed?.move).toBe("0-1");
    expect(played).toEqual([]);
    c.point(1);
    expect(played).toEqual(["0-1"]);
    expect(c.pending).toBeNull();
  });

  test("is replaced by another target, and cancelled by a click elsewhere", () => {
    const { selection: c, played } = selection({
      confirm: true,
      session: { whyNotCells: () => Promise.resolve(null) },
    });
    c.point(0);
    c.point(1);
    c.point(2);
    expect(c.pending?.move).toBe("0-2");
    c.point(8);
    expect(c.pending).toBeNull();
    expect(played).toEqual([]);
  });
});

describe("an illegal choice", () => {
  const failure: Failure = { kind: "illegal", key: "far", args: [], text: "too far", ruling: "X-1" };

  test("is reported with the rules' reason, and the piece is deselected", async () => {
    const whyNotCells = vi.fn(() => Promise.resolve(failure));
    const { selection: c, refused } = selection({ session: { whyNotCells } });
    c.point(0);
    c.point(3);
    await vi.waitFor(() => expect(refused).toEqual([failure]));
    expect(whyNotCells).toHaveBeenCalledWith([0, 3]);
    expect(c.chosen).toEqual([]);
  });

  test("of a piece is reported if no move starts with it", async () => {
    const whyNotCells = vi.fn(() => Promise.resolve(failure));
    const { selection: c, refused } = selection({ session: { whyNotCells } });
    c.point(8);
    await vi.waitFor(() => expect(refused).toEqual([failure]));
    expect(whyNotCells).toHaveBeenCalledWith([8]);
    expect(c.chosen).toEqual([]);
  });

  test("is not reported if the rules have no reason or are down", async () => {
    const answers = [Promise.resolve(null), Promise.reject(new Error("away"))];
    const whyNotCells = vi.fn(() => answers.shift()!);
    const { selection: c, refused } = selection({ session: { whyNotCells } });
    c.point(8);
    c.point(8);
    await vi.waitFor(() => expect(whyNotCells).toHaveBeenCalledTimes(2));
    await Promise.resolve();
    expect(refused).toEqual([]);
  });
});

describe("previews", () => {
  test("are requested once, and dropped with the position", async () => {
    const describe = vi.fn((move: string) => Promise.resolve({ ...description(event("runs", {})), move }));
    const { selection: c, now } = selection({ session: { describe } });
    c.hover = 4;
    expect(c.aimed?.move).toBe("4");
    await c.ask(["4"]);
    await c.ask(["4"]);
    expect(describe).toHaveBeenCalledTimes(1);
    expect(c.describe("4")?.move).toBe("4");
    now.view = view(MOVES);
    await c.ask([]);
    expect(c.describe("4")).toBeNull();
  });
});

const roll = (...bits: number[]) => {
  const rolled = wheelSteps();
  return bits.map((deltaY) => rolled({ deltaY, deltaMode: 0 }));
};

test("a mouse wheel notch is a step", () => {
  expect(roll(100, 120, -100)).toEqual([1, 1, -1]);
  expect(wheelSteps()({ deltaY: 3, deltaMode: 1 })).toBe(1);
});

test("touch pad deltas add up, and a change of direction starts over", () => {
  expect(roll(15, 15, 15, 15)).toEqual([0, 0, 1, 0]);
  expect(roll(30, -20, -20)).toEqual([0, 0, -1]);
});
