// @vitest-environment node Accuracy of whole games, judged by the engine itself: moves at random against the
// first level, and the engine against itself.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { GameId, Opening, Proof, ThinkRequest, Thought } from "$lib/engine/types";
import { TestSession } from "$lib/game/testing";
import * as engine from "$wasm/ludoteca.js";
import GAMES from "./accuracy.games.json";
import { Reporter, type ReporterTools, unkept } from "./reporter.svelte";

/** Uses a node limit instead of time, for the same results on every machine. */
const NODES_PER_MILLI = 12;

function tools(): ReporterTools {
  engine.initSync({ module: readFileSync("../target/modules/ludoteca_bg.wasm") });
  const ask = <T>(opening: Opening, does: (session: engine.Session) => string): T => {
    const session = new engine.Session();
    session.open(JSON.stringify(opening));
    const answer = JSON.parse(does(session)) as { ok: T };
    session.free();
    return answer.ok;
  };
  return {
    ...unkept,
    session: () => new TestSession(),
    engine: () => ({
      load: () => Promise.resolve(),
      think: async (opening: Opening, { millis = 0, ...request }: ThinkRequest) =>
        ask<Thought | null>(opening, (session) =>
          session.think(JSON.stringify({ ...request, nodes: Math.round(millis * NODES_PER_MILLI) })),
        ),
      prove: async (opening: Opening) => ask<Proof | null>(opening, (session) => session.prove('{"nodes":5000}')),
      stop: () => undefined,
      end: () => undefined,
    }),
    exact: () => Promise.resolve(null),
  };
}

async function accuracies(at: number): Promise<{ who: (string | number)[]; accuracy: (number | null)[] }> {
  const { game, players, who, moves } = GAMES[at]!;
  const reporter = await Reporter.open("x", { game: game as GameId, players }, moves, tools());
  await reporter.start();
  expect(reporter.failure).toBeNull();
  expect(reporter.complete).toBe(true);
  return { who, accuracy: reporter.report.accuracy };
}

test.each(GAMES.map(({ game, who }, at) => [`${game}: ${who.join(" against ")}`, at] as const))(
  "%s",
  async (_, at) => {
    const { who, accuracy } = await accuracies(at);
    who.forEach((player, seat) => {
      if (player === "random") expect(accuracy[seat] ?? 0).toBeLessThan(60);
      if (player === 10) expect(accuracy[seat] ?? 100).toBeGreaterThan(80);
    });
  },
  120_000,
);

test("an accuracy needs evidence", async () => {
  const { game, players, moves } = GAMES[0]!;
  const reporter = await Reporter.open("x", { game: game as GameId, players }, moves.slice(0, 6), tools());
  await reporter.start();
  expect(reporter.report.accuracy).toEqual([null, null]);
});
