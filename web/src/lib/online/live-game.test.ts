import { afterEach, expect, test, vi } from "vitest";
import { ApiError, Unreachable } from "./api";
import { LiveGame, type LiveTools } from "./live-game.svelte";
import type { Reader } from "./stream";
import type { EventView, GameView, Problem } from "./types.gen";

const event = (seq: number, type = "moved") => ({ seq, at: 1_000 + seq, type }) as EventView;
const seat = (name: string | null) => ({ user: name === null ? null : { id: name, name }, level: null });

/** A game as the server shows it to strangers. */
const gameView = (events: EventView[], seats = [seat("Ada"), seat("Bob")]): GameView =>
  ({
    id: "game",
    game: "squadro",
    seats,
    clock: { system: "sudden-death", initial: 300_000 },
    clocks: { at: 51_000, left_ms: [300_000, 300_000], running: 0 },
    events,
    result: null,
  }) as unknown as GameView;

/** Fake rules that only count events. */
function table(games: (GameView | Error)[]) {
  const asked = { games: 0, runs: [] as boolean[], times: [] as number[] };
  let onEvents: EventView[] = [];
  const update = (at: number) => {
    asked.times.push(at);
    const ended = onEvents.some(({ type }) => type === "ended");
    const plies = onEvents.filter(({ type }) => type === "moved").length;
    return {
      events: [],
      contest: {
        toAct: ended ? null : 0,
        runs: ended ? null : 0,
        clocks: [],
        ending: ended ? { places: [1, 2] } : null,
      },
      view: {
        played: [
          ...Array.from({ length: plies }, () => ({ move: "Y1" })),
          ...(ended ? [{ move: "yellow:resigns" }] : []),
        ],
        position: `${plies}`,
      },
    };
  };
  let reader!: Reader;
  const session = {
    resume: (at: number, log: EventView[]) => Promise.resolve(((onEvents = [...log]), update(at))),
    hear: (at: number, _: number, news: EventView[]) =>
      Promise.resolve(((onEvents = [...onEvents, ...news]), update(at))),
    viewAt: (ply: number) => Promise.resolve({ played: Array.from({ length: ply }, () => ({ move: "Y1" })) }),
    describePly: (ply: number) => Promise.resolve({ move: `${ply}` }),
    free: () => undefined,
  };
  const tools = {
    session: () => session,
    at: () => 1_000,
    game: () => {
      const next = games[Math.min(asked.games++, games.length - 1)]!;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    stream: (its: Reader) => {
      reader = its;
      return { run: (runs: boolean) => void asked.runs.push(runs), hurry: () => undefined };
    },
  } as unknown as LiveTools;
  return { asked, tools, reader: () => reader };
}
const settled = () => vi.waitFor(() => undefined).then(() => new Promise((done) => setTimeout(done)));
let game: LiveGame;
afterEach(() => game.end());

test("it follows a game to its end, by the server's clock", async () => {
  const { asked, tools, reader } = table([gameView([event(1, "created"), event(2)])]);
  game = new LiveGame("game", tools);
  await vi.waitFor(() => expect(game.state).toBe("here"));
  expect(game.plies).toBe(1);
  expect(game.holders.map((one) => "name" in one && one.name)).toEqual(["Ada", "Bob"]);
  // The server's clock is 50 seconds ahead of this one.
  expect(asked.times[0]).toBe(51_000);
  expect(asked.runs.at(-1)).toBe(true);
  reader().onEvents([event(2), event(3)]);
  await vi.waitFor(() => expect(game.plies).toBe(2));
  reader().onEvents([event(4, "ended")]);
  await vi.waitFor(() => expect(game.isOver).toBe(true));
  expect(asked.runs.at(-1)).toBe(false);
  expect(asked.games).toBe(1);
  // A resignation, which is no move.
  expect([game.view?.played.length, game.plies]).toEqual([3, 2]);
});

test("a viewer of earlier positions stays there while the game continues", async () => {
  const { tools, reader } = table([gameView([event(1, "created"), event(2), event(3)])]);
  game = new LiveGame("game", tools);
  await vi.waitFor(() => expect(game.plies).toBe(2));
  await game.goto(1);
  expect([game.ply, game.plies]).toEqual([1, 2]);
  reader().onEvents([event(4)]);
  await vi.waitFor(() => expect(game.plies).toBe(3));
  expect(game.ply).toBe(1);
  await game.goto(Infinity);
  expect(game.ply).toBe(3);
});

test("missing events reload the whole game", async () => {
  const { asked, tools, reader } = table([
    gameView([event(1, "created")]),
    gameView([event(1, "created"), event(2), event(3), event(4)]),
  ]);
  game = new LiveGame("game", tools);
  await vi.waitFor(() => expect(game.state).toBe("here"));
  reader().onEvents([event(4)]);
  await vi.waitFor(() => expect(game.plies).toBe(3));
  expect([asked.games, game.seq]).toEqual([2, 4]);
});

test("new players are named, and a hidden board makes no requests", async () => {
  const { asked, tools, reader } = table([
    gameView([event(1, "created")], [seat("Ada"), seat(null)]),
    gameView([event(1, "created"), event(2, "joined")]),
  ]);
  game = new LiveGame("game", tools);
  await vi.waitFor(() => expect(game.state).toBe("here"));
  expect(game.waiting).toBe(true);
  reader().onEvents([event(2, "joined")]);
  await vi.waitFor(() => expect(game.waiting).toBe(false));
  game.look(false);
  expect(asked.runs.at(-1)).toBe(false);
  game.look(true);
  expect(asked.runs.at(-1)).toBe(true);
  reader().connected(false);
  expect(game.state).toBe("lost");
  reader().connected(true);
  expect(game.state).toBe("here");
});

test("a private game is not shown, and an unreachable server is retried", async () => {
  const missing = table([new ApiError({ status: 404, key: "no-such-game", detail: "" } as Problem)]);
  game = new LiveGame("game", missing.tools);
  await vi.waitFor(() => expect(game.state).toBe("missing"));
  await settled();
  expect(missing.asked.runs).not.toContain(true);
  game.end();

  vi.useFakeTimers();
  try {
    const away = table([new Unreachable("away"), gameView([event(1, "created"), event(2)])]);
    game = new LiveGame("game", away.tools);
    await vi.advanceTimersByTimeAsync(10);
    expect(game.state).toBe("lost");
    await vi.advanceTimersByTimeAsync(5_000);
    expect([game.state, game.plies]).toEqual(["here", 1]);
  } finally {
    vi.useRealTimers();
  }
});
