import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Opening, Proof, ThinkRequest, Thought, View } from "$lib/engine/types";
import { settled, TestSession } from "$lib/game/testing";
import { Analyst } from "./analyst.svelte";
import type { Exact } from "./exact";

/** An engine that answers when triggered or stopped. */
class Engine {
  asked: { opening: Opening; request: ThinkRequest; report: (thought: Thought) => void }[] = [];
  thought: Thought = {
    lines: [{ moves: ["Y1", "R1"], value: { kind: "estimate", value: 0.5 } }],
    nodes: 10,
    depth: 4,
    millis: 1,
  };
  #answer: (() => void) | null = null;
  load = () => Promise.resolve();
  think(opening: Opening, request: ThinkRequest, report?: (thought: Thought) => void): Promise<Thought | null> {
    this.asked.push({ opening, request, report: report ?? (() => undefined) });
    return new Promise((resolve) => (this.#answer = () => resolve(this.thought)));
  }
  proof: Proof | null = null;
  prove = () => Promise.resolve(this.proof);
  stop = () => this.#answer?.();
  end = () => undefined;
}

let [engine, time]: [Engine, number] = [new Engine(), 0];
let hide: (hidden: boolean) => void = () => undefined;
let exact: Record<string, Exact> = {};

beforeEach(() => {
  vi.useFakeTimers();
  [engine, time, exact] = [new Engine(), 0, {}];
});
afterEach(() => void vi.useRealTimers());

const analyst = () =>
  new Analyst({
    engine: () => engine,
    exact: (position) => Promise.resolve(exact[position] ?? null),
    positions: (opening) => Promise.resolve(opening.moves ?? []),
    hidden: (tell) => ((hide = tell), () => undefined),
    now: () => time,
  });
const viewOf = (moves: string[] = []): Promise<View> => new TestSession().open({ game: "squadro", moves });
async function passed(millis = 200): Promise<void> {
  vi.advanceTimersByTime(millis);
  await settled();
}

test("it analyses the current position while switched on", async () => {
  const one = analyst();
  one.look(await viewOf());
  await passed();
  expect(engine.asked).toHaveLength(0);
  one.start();
  await settled();
  expect(engine.asked.at(-1)?.request).toMatchObject({ level: 10, lines: 3 });
  engine.asked.at(-1)?.report(engine.thought);
  expect(one.value).toEqual({ kind: "estimate", value: 0.5 });
  expect(one.running).toBe(true);
  one.look(await viewOf(["Y1"]));
  expect(one.value).toBeNull();
  one.look(await viewOf(["Y1", "R1"]));
  await passed();
  expect(engine.asked.map(({ opening }) => opening.moves)).toEqual([[], ["Y1", "R1"]]);
  one.stop();
  await settled();
  expect(one.running).toBe(false);
});

test("reports for another position are ignored", async () => {
  const one = analyst();
  one.look(await viewOf());
  one.start();
  await settled();
  const { report } = engine.asked[0]!;
  one.look(await viewOf(["Y1"]));
  report(engine.thought);
  expect(one.thought).toBeNull();
});

test("rounds get longer until everything is proven", async () => {
  const one = analyst();
  one.look(await viewOf());
  one.start();
  await settled();
  time += 10_000;
  engine.stop();
  await settled();
  expect(engine.asked.map(({ request }) => request.millis)).toEqual([10_000, 20_000]);
  // A new round at lower depth does not replace deeper results.
  engine.asked[1]!.report({ ...engine.thought, depth: 1 });
  expect(one.thought?.depth).toBe(4);
  engine.thought = {
    ...engine.thought,
    lines: [{ moves: ["Y1"], value: { kind: "proven", result: "win", plies: 3 } }],
  };
  time += 20_000;
  engine.stop();
  await settled();
  expect([one.decided, one.running, engine.asked.length]).toEqual([true, false, 2]);
});

test("it pauses while the page is hidden", async () => {
  const one = analyst();
  one.look(await viewOf());
  one.start();
  await settled();
  hide(true);
  await settled();
  expect(one.running).toBe(false);
  hide(false);
  await settled();
  expect([one.running, engine.asked.length]).toEqual([true, 2]);
});

test("every move gets a value, and then the lines continue", async () => {
  const one = analyst();
  one.look(await viewOf());
  one.start();
  await settled();
  one.askAll();
  await settled();
  expect(engine.asked.at(-1)?.request.lines).toBe(5);
  expect(one.progress).toBe(0);
  engine.thought = {
    ...engine.thought,
    lines: ["Y1", "Y2", "Y3", "Y4", "Y5"].map((move, at) => ({
      moves: [move],
      value: { kind: "estimate", value: at },
    })),
  };
  time += 4000;
  engine.stop();
  await settled();
  expect(one.all?.map(({ moves }) => moves[0])).toEqual(["Y5", "Y4", "Y3", "Y2", "Y1"]);
  expect(one.progress).toBeNull();
  expect(engine.asked.at(-1)?.request.lines).toBe(3);
});

test("table values replace the engine's", async () => {
  const one = analyst();
  const view = await viewOf();
  const win = { kind: "proven", result: "win", plies: 9 } as const;
  exact[view.position] = {
    value: win,
    moves: [
      { move: "Y2", value: { kind: "proven", result: "draw", plies: null } },
      { move: "Y1", value: win },
    ],
  };
  one.look(view);
  one.start();
  await settled();
  engine.asked[0]!.report(engine.thought);
  expect(one.value).toEqual(win);
  expect(one.lines.map(({ moves }) => moves)).toEqual([["Y1", "R1"], ["Y2"]]);
  expect(one.drawable).toBe(false);
  one.askAll();
  await settled();
  expect(one.all?.map(({ moves }) => moves[0])).toEqual(["Y1", "Y2"]);
});

test("in other games the proof search runs first, and its results are marked", async () => {
  const one = analyst();
  const view: View = await new TestSession().open({ game: "peak" });
  const [best, other] = view.moves.map(({ move }) => move) as [string, string];
  engine.proof = { value: "win", keeping: [other], nodes: 5 };
  one.look(view);
  one.start();
  await settled();
  const lines = [best, other].map((move) => ({ moves: [move], value: { kind: "estimate", value: 0.5 } as const }));
  engine.asked[0]!.report({ ...engine.thought, lines });
  expect(one.lines.map(({ moves, value }) => [moves[0], value?.kind])).toEqual([
    [other, "proven"],
    [best, "estimate"],
  ]);
  expect(one.value).toEqual({ kind: "proven", result: "win", plies: null });
});
