// A puzzle with fake rules: three plies, and a scripted engine.
import { describe, expect, it, vi } from "vitest";
import type { Session } from "$lib/engine/rules";
import type { Description, Opening, Thought, Value, View } from "$lib/engine/types";
import type { Puzzle, Task } from "./read";
import { Solving } from "./solving.svelte";

const puzzle = (task: Task): Puzzle => ({
  id: "1-1",
  position: "somewhere",
  task,
  steps: 2,
  moves: [
    { move: "a", accepted: true, value: "win", plies: 3 },
    { move: "b", accepted: task !== "fastest", value: "win", plies: 5 },
    { move: "c", accepted: false, value: "loss", plies: 4 },
    { move: "d", accepted: false, value: "draw", plies: null },
  ],
  line: ["a", "x", "a"],
  right: [task === "fastest" ? ["a"] : ["a", "b"]],
  themes: ["only-move"],
  grade: 3,
});

/** Seats alternate; after `end` plies the first has won. */
function tableOf(end: number) {
  let moves: string[] = [];
  const status = (plies: number) =>
    plies >= end
      ? { toAct: null, over: { places: [1, 2], result: "1-0", reason: { key: "won", args: [], text: "" } } }
      : { toAct: plies % 2, over: null };
  const view = () =>
    ({
      game: "squadro",
      players: 2,
      played: moves.map((move, ply) => ({ seat: ply % 2, move })),
      status: status(moves.length),
      moves: ["a", "b", "c", "d"].map((move, cell) => ({ move, targets: [cell, cell + 1] })),
    }) as unknown as View;
  const session = {
    open: async (opening: Opening) => ((moves = opening.moves ?? []), view()),
    play: async (move: string) => ((moves = [...moves, move]), { description: { move } as Description, view: view() }),
    follow: async (next: string[]) => status(next.length),
    describe: async (move: string) => ({ move, events: [] }) as unknown as Description,
  };
  return session as unknown as Session;
}

const proven = (result: "win" | "draw" | "loss", plies: number): Value => ({ kind: "proven", result, plies });
const thinkerOf = (values: Record<string, Value>) => ({
  stop: vi.fn(),
  think: vi.fn(async ({ moves = [] }: Opening, _: unknown, report?: (thought: Thought) => void) => {
    const value = values[moves.join("")] ?? { kind: "estimate", value: 0 };
    const thought = { lines: [{ moves: ["y"], value }], nodes: 1, depth: 1, millis: 1 } as Thought;
    report?.(thought);
    return thought;
  }),
});
async function solve(task: Task, end = 9, values: Record<string, Value> = {}) {
  vi.useFakeTimers();
  const engine = thinkerOf(values);
  const solving = await Solving.open("squadro", {}, puzzle(task), tableOf(end), engine);
  const play = async (move: string) => {
    const done = solving.play(move);
    await vi.runAllTimersAsync();
    await done;
  };
  return { solving, play, engine };
}

describe("the first move", () => {
  it("is judged by the stored proof, and all equally good moves are correct", async () => {
    for (const move of ["a", "b"]) {
      const { solving, play, engine } = await solve("win");
      await play(move);
      expect(solving.verdict).toEqual({ kind: "right", move });
      expect(solving.moves).toEqual([move, move === "a" ? "x" : "y"]);
      expect(solving.phase).toBe("ask");
      expect(engine.think).toHaveBeenCalledTimes(move === "a" ? 0 : 1);
    }
  });
  it("is refuted on the board if wrong, and taken back", async () => {
    const { solving, play } = await solve("win", 9, { c: proven("win", 3) });
    await play("c");
    expect(solving.verdict).toMatchObject({ kind: "wrong", worth: { value: "loss", plies: 4 } });
    expect([solving.phase, solving.moves]).toEqual(["refuted", ["c", "y"]]);
    expect(solving.refutation).toEqual({ seat: 1, moves: ["y"], proven: true });
    // No further moves until it is taken back.
    await play("a");
    expect(solving.moves).toEqual(["c", "y"]);
    await solving.back();
    expect([solving.phase, solving.moves, solving.verdict, solving.refutation]).toEqual(["ask", [], null, null]);
    // Nothing is claimed about an unproven reply.
    await play("d");
    expect(solving.verdict).toMatchObject({ kind: "wrong", worth: { value: "draw" } });
    expect(solving.refutation).toMatchObject({ moves: ["y"], proven: false });
    expect(solving.wrong).toBe(2);
  });
  it("gets no reply once it is taken back", async () => {
    const { solving } = await solve("win");
    const playing = solving.play("c");
    await vi.advanceTimersByTimeAsync(100);
    expect([solving.phase, solving.moves]).toEqual(["refuting", ["c"]]);
    await solving.back();
    const right = solving.play("a");
    await vi.runAllTimersAsync();
    await Promise.all([playing, right]);
    expect([solving.phase, solving.moves, solving.refutation]).toEqual(["ask", ["a", "x"], null]);
  });
  it("that ends the game needs no reply", async () => {
    const { solving, play } = await solve("win", 1);
    await play("c");
    expect([solving.phase, solving.refutation]).toEqual(["refuted", null]);
  });
  it("must be the fastest if the task says so", async () => {
    const { solving, play } = await solve("fastest");
    await play("b");
    expect(solving.verdict).toMatchObject({ kind: "slow", worth: { plies: 5 } });
  });
});

describe("a later move", () => {
  it("on the stored line needs no engine", async () => {
    const { solving, play, engine } = await solve("win");
    await play("a");
    await play("a");
    expect([solving.phase, solving.found]).toEqual(["solved", 2]);
    expect(engine.think).not.toHaveBeenCalled();
  });
  it("on the line is judged by its proof, and the engine only evaluates wrong ones", async () => {
    const { solving, play, engine } = await solve("win", 9, { axc: proven("win", 3) });
    await play("a");
    await play("c");
    expect(solving.verdict).toEqual({ kind: "wrong", move: "c", worth: { value: "loss", plies: 4 } });
    await solving.back();
    await play("d");
    expect(solving.verdict).toEqual({ kind: "wrong", move: "d", worth: null });
    await solving.back();
    engine.think.mockClear();
    await play("b");
    expect([solving.phase, solving.found, solving.wrong]).toEqual(["solved", 2, 2]);
    expect(engine.think).not.toHaveBeenCalled();
  });
  it("off the line is correct if the engine proves it", async () => {
    const { solving, play } = await solve("win", 9, { byb: proven("loss", 6), byc: proven("win", 3) });
    await play("b");
    await play("c");
    expect(solving.verdict).toEqual({ kind: "wrong", move: "c", worth: { value: "loss", plies: 4 } });
    // Back to before the wrong move, not to the start.
    await solving.back();
    expect([solving.moves, solving.found]).toEqual([["b", "y"], 1]);
    await play("d");
    expect(solving.verdict).toEqual({ kind: "unproven", move: "d" });
    expect(solving.wrong).toBe(1);
    await play("b");
    expect(solving.phase).toBe("solved");
  });
  it("is correct if it ends the game well", async () => {
    const { solving, play } = await solve("win", 3);
    await play("b");
    await play("d");
    expect(solving.phase).toBe("solved");
  });
  it("that wins too late is not the fastest", async () => {
    const { solving, play } = await solve("fastest", 9, { axb: proven("loss", 2) });
    await play("a");
    await play("b");
    expect(solving.verdict).toMatchObject({ kind: "slow", worth: { value: "win", plies: 3 } });
  });
});

describe("the first attempt", () => {
  const decided = async (task: Task, ...moves: string[]) => {
    const { solving, play } = await solve(task);
    for (const move of moves) await play(move);
    return solving.decision;
  };
  it("is decided by the first mistake, a correct move off the line, or the last move of the line", async () => {
    expect(await decided("win", "a")).toBeNull();
    expect(await decided("win", "a", "a")).toEqual({ moves: ["a", "a"], helped: false });
    expect(await decided("win", "a", "b")).toEqual({ moves: ["a", "b"], helped: false });
    expect(await decided("win", "a", "c")).toEqual({ moves: ["a", "c"], helped: false });
    expect(await decided("win", "b")).toEqual({ moves: ["b"], helped: false });
    expect(await decided("fastest", "b")).toEqual({ moves: ["b"], helped: false });
  });
  it("is decided by a hint before that, and by nothing afterwards", async () => {
    const { solving, play } = await solve("win");
    await play("a");
    await solving.help();
    expect(solving.decision).toEqual({ moves: ["a"], helped: true });
    await play("a");
    expect([solving.phase, solving.decision?.helped]).toEqual(["solved", true]);
  });
});

it("hints have two steps, and a restart does not reset them", async () => {
  const { solving, play } = await solve("win");
  await solving.help();
  expect([solving.hint.step, solving.hint.move]).toEqual([1, null]);
  await solving.help();
  expect([solving.hint.step, solving.hint.move, solving.hints]).toEqual([2, "a", 2]);
  await play("a");
  expect(solving.hint.step).toBe(0);
  await solving.again();
  expect([solving.moves, solving.found, solving.phase, solving.hints]).toEqual([[], 0, "ask", 2]);
});
