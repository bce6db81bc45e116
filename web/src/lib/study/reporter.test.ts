import { expect, test } from "vitest";
import type { Opening, Proof, ThinkRequest, Thought } from "$lib/engine/types";
import { TestStorage, TestSession } from "$lib/game/testing";
import type { Exact } from "./exact";
import { BUDGETS, Reporter, type ReporterTools } from "./reporter.svelte";
import { ReportStore } from "./reports";

const MOVES = ["Y1", "R1", "Y2"];

function tools(storage = new TestStorage()) {
  const asked: { moves: string[]; request: ThinkRequest }[] = [];
  const all: ReporterTools & {
    asked: typeof asked;
    stopAfter: number;
    proof: Proof | null;
    reporter?: Reporter;
  } = {
    asked,
    proof: null,
    stopAfter: Infinity,
    session: () => new TestSession(),
    engine: () => ({
      load: () => Promise.resolve(),
      think: ({ moves = [] }: Opening, request: ThinkRequest): Promise<Thought> => {
        asked.push({ moves, request });
        if (asked.length >= all.stopAfter) all.reporter?.stop();
        const value = { kind: "estimate", value: 0.1 } as const;
        return Promise.resolve({ lines: [{ moves: ["Y5"], value }], nodes: 1, depth: 4, millis: 1 });
      },
      prove: () => Promise.resolve(all.proof),
      stop: () => undefined,
      end: () => undefined,
    }),
    exact: (): Promise<Exact | null> => Promise.resolve(null),
    reports: new ReportStore(() => storage),
  };
  return all;
}

test("every position is analysed, last to first, with played moves as deep as the best", async () => {
  const all = tools();
  const reporter = await Reporter.open("x", { game: "squadro" }, MOVES, all);
  expect([reporter.done, reporter.total]).toEqual([0, 4]);
  await reporter.start();
  expect(
    all.asked.filter(({ request }) => !request.depth && request.lines === 1).map(({ moves }) => moves.length),
  ).toEqual([3, 2, 1, 0]);
  // Evaluates all moves of each position, for the stakes.
  expect(all.asked.filter(({ request }) => (request.lines ?? 1) > 1).map(({ moves }) => moves.length)).toEqual([
    3, 2, 1, 0,
  ]);
  expect(all.asked.filter(({ request }) => request.depth === 3).map(({ moves }) => moves.length)).toEqual([3, 2, 1]);
  expect([reporter.complete, reporter.running]).toEqual([true, false]);
  expect(reporter.longer).toBe(BUDGETS[1]);
});

test("a stopped report resumes when reopened", async () => {
  const storage = new TestStorage();
  const first = tools(storage);
  first.stopAfter = 3;
  first.reporter = await Reporter.open("x", { game: "squadro" }, MOVES, first);
  await first.reporter.start();
  expect(first.reporter.running).toBe(false);
  const kept = first.reporter.done;
  expect(kept).toBeGreaterThan(0);
  const second = tools(storage);
  const reporter = await Reporter.open("x", { game: "squadro" }, MOVES, second);
  expect(reporter.done).toBe(kept);
  await reporter.start();
  expect(second.asked.filter(({ request }) => !request.depth && request.lines === 1)).toHaveLength(4 - kept);
  // From a different game only the common positions are reused.
  const other = await Reporter.open("x", { game: "squadro" }, ["Y1", "R2"], tools(storage));
  expect(other.judgements.map((one) => one !== null)).toEqual([true, true, false]);
});

test("damaged reports are recomputed", async () => {
  const storage = new TestStorage();
  for (const text of ["", "{}", '{"version":1,"moves":[],"judgements":[{"line":3}]}', '{"version":9}']) {
    storage.setItem("ludoteca.report.x", text);
    expect(new ReportStore(() => storage).load("x", [])).toEqual([null]);
  }
});

test("in other games proofs take precedence over estimates", async () => {
  const all = tools();
  all.proof = { value: "draw", keeping: ["c1<"], nodes: 3 };
  const reporter = await Reporter.open("x", { game: "one-piece-for-two" }, ["c1<"], all);
  await reporter.start();
  expect(reporter.judgements[0]).toMatchObject({
    line: ["c1<"],
    value: { kind: "proven", result: "draw", plies: null },
  });
});

test("with the table's values no search is needed", async () => {
  const all = tools();
  const value = { kind: "proven", result: "win", plies: 9 } as const;
  all.exact = () => Promise.resolve({ value, moves: [{ move: "Y4", value }] });
  const reporter = await Reporter.open("x", { game: "squadro" }, MOVES, all);
  await reporter.start();
  expect(all.asked).toEqual([]);
  expect(reporter.judgements[0]).toMatchObject({ line: ["Y4"], value, source: "table" });
  expect(reporter.longer).toBeNull();
  expect(await reporter.tryMove(0, "Y3")).toMatchObject({ value: { result: "loss" } });
});
