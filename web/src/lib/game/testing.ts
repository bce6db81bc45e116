// Test doubles: the rules module as a session, a scripted engine, storage and clock.

import { readFileSync } from "node:fs";
import { WorkerError, RulesError } from "$lib/engine/port";
import type { Session, Texts } from "$lib/engine/rules";
import type {
  Action,
  Beginning,
  Cell,
  Failure,
  GameInfo,
  LoggedEvent,
  Opening,
  RecordRequest,
  Seat,
  ThinkRequest,
  Thought,
  Word,
} from "$lib/engine/types";
import * as engine from "$wasm/ludoteca.js";
import * as module from "$wasm/rules.js";
import type { Engine } from "./computer";
import { LocalGame } from "./local-game.svelte";
import { createGame } from "./loading";
import { GameStore } from "./storage";
import type { Tools } from "./tools";
import type { Holder, Setup } from "./types";

// Relative to web/, where the tests run.
module.initSync({ module: readFileSync("../target/modules/rules_bg.wasm") });

function given<T>(text: string): T {
  const answer = JSON.parse(text) as { ok: T } | { error: Failure };
  if ("error" in answer) throw new RulesError(answer.error);
  return answer.ok;
}

export const games = (): GameInfo[] => given(module.games());
export const words = (): Word[] => given(module.words());

const bindings = module as unknown as Record<keyof Texts, (text: string) => string>;
export const testTexts: Texts = {
  readTree: async (text) => given(bindings.readTree(text)),
  writeTree: async (tree) => given(bindings.writeTree(JSON.stringify(tree))),
  readLink: async (address) => given(bindings.readLink(address)),
  writeLink: async (tree) => given(bindings.writeLink(JSON.stringify(tree))),
};

/** The engine's thoughts about these games. */
export function thoughts(openings: readonly Opening[]): Thought[] {
  engine.initSync({ module: readFileSync("../target/modules/ludoteca_bg.wasm") });
  return openings.map((opening) => {
    const session = new engine.Session();
    given(session.open(JSON.stringify(opening)));
    return given<Thought>(session.think(JSON.stringify({ level: 1 } satisfies ThinkRequest)));
  });
}

/** The rules without a worker. `broken` makes every call fail and lose the session, like a dead worker. */
export class TestSession implements Session {
  #session = new module.Session();
  broken = false;

  async #ask<T>(ask: (session: module.Session) => string): Promise<T> {
    await Promise.resolve();
    if (this.broken) {
      this.#session = new module.Session();
      throw new WorkerError("test");
    }
    return given<T>(ask(this.#session));
  }
  open = (opening: Opening) => this.#ask<never>((session) => session.open(JSON.stringify(opening)));
  replay = (record: string) => this.#ask<never>((session) => session.replay(record));
  view = () => this.#ask<never>((session) => session.view());
  viewAt = (ply: number) => this.#ask<never>((session) => session.viewAt(ply));
  whyNotCells = (cells: readonly Cell[]) => this.#ask<never>((session) => session.whyNotCells(JSON.stringify(cells)));
  describe = (move: string) => this.#ask<never>((session) => session.describe(move));
  describePly = (ply: number) => this.#ask<never>((session) => session.describePly(ply));
  passed = () => this.#ask<never>((session) => (session as unknown as { passed(): string }).passed());
  typed = (text: string) => this.#ask<never>((session) => session.typed(text));
  play = (move: string) => this.#ask<never>((session) => session.play(move));
  takeBack = () => this.#ask<never>((session) => session.takeBack());
  follow = (moves: string[]) => this.#ask<never>((session) => session.follow(JSON.stringify(moves)));
  record = (request: RecordRequest) => this.#ask<never>((session) => session.record(JSON.stringify(request)));
  rematch = () => this.#ask<never>((session) => session.rematch());
  begin = (beginning: Beginning) => this.#ask<never>((session) => session.begin(JSON.stringify(beginning)));
  resume = (at: number, log: readonly LoggedEvent[]) =>
    this.#ask<never>((session) => session.resume(JSON.stringify({ at, log })));
  act = (at: number, seat: Seat | null, action: Action) =>
    this.#ask<never>((session) => session.act(JSON.stringify({ at, seat, action })));
  hear = (at: number, absent: number, events: readonly LoggedEvent[]) =>
    this.#ask<never>((session) => session.hear(JSON.stringify({ at, absent, events })));
  tick = (at: number) => this.#ask<never>((session) => session.tick(at));
  free = () => undefined;
  /** As if the worker had been restarted by another game. */
  forget(): void {
    this.#session = new module.Session();
  }
}

/** An engine that plays the first legal move, at once or when triggered. */
export class TestEngine implements Engine {
  asked: { opening: Opening; request: ThinkRequest }[] = [];
  /** Holds answers back until `answer` or `stop`. */
  slow = false;
  /** Ignores `stop`, as without shared memory. */
  deaf = false;
  broken = false;
  /** Its evaluation of the position. */
  worth: number | null = null;
  ended = 0;
  #waiting: { answer: () => void; fail: (why: Error) => void } | null = null;

  load = () => Promise.resolve();
  think(opening: Opening, request: ThinkRequest, report?: (thought: Thought) => void): Promise<Thought | null> {
    this.asked.push({ opening, request });
    if (this.broken) return Promise.reject(new WorkerError("test"));
    const session = new module.Session();
    const { moves } = given<{ moves: { move: string }[] }>(session.open(JSON.stringify(opening)));
    const first = moves[0];
    if (!first) return Promise.resolve(null);
    const value = this.worth === null ? null : ({ kind: "estimate", value: this.worth } as const);
    const thought: Thought = { lines: [{ moves: [first.move], value }], nodes: 7, depth: 3, millis: 1 };
    if (!this.slow) return Promise.resolve(thought);
    return new Promise((resolve, reject) => {
      this.#waiting = { answer: () => resolve(thought), fail: reject };
      report?.(thought);
    });
  }
  answer(): void {
    this.#waiting?.answer();
  }
  stop(): void {
    if (!this.deaf) this.answer();
  }
  end(): void {
    this.ended++;
    this.#waiting?.fail(new WorkerError("ended"));
  }
}

/** Storage with room for `room` characters. */
export class TestStorage {
  entries = new Map<string, string>();
  room = Infinity;
  get length(): number {
    return this.entries.size;
  }
  key = (at: number) => [...this.entries.keys()][at] ?? null;
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, text: string) => {
    if (text.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.entries.set(key, text);
  };
  removeItem = (key: string) => void this.entries.delete(key);
}

export interface TestTools extends Tools {
  storage: TestStorage;
  sessions: TestSession[];
  testEngine: TestEngine;
  time: number;
}

/** Tools for one page; pages given the same storage share their games. */
export function testTools(storage = new TestStorage()): TestTools {
  let made = 0;
  const tools: TestTools = {
    storage,
    sessions: [],
    testEngine: new TestEngine(),
    time: 1000,
    session() {
      const session = new TestSession();
      tools.sessions.push(session);
      return session;
    },
    engine: () => tools.testEngine,
    games: () => Promise.resolve(games()),
    store: new GameStore(() => storage),
    now: () => tools.time,
    at: () => tools.time,
    date: () => tools.time,
    id: () => `game${++made}`,
    pace: () => 0,
    replayPace: () => 0,
  };
  return tools;
}

/** Waits until all pending promises have settled. */
export const settled = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

export const person = (name: string): Holder => ({ kind: "person", name });
export const computer = (level = 1): Holder => ({ kind: "computer", level });
export const people = (seats: number): Holder[] =>
  Array.from({ length: seats }, (_, seat) => person(`Player ${seat + 1}`));

/** Plays a legal move that varies by ply. */
export async function playOn(playing: LocalGame, ply: number): Promise<void> {
  const { moves } = playing.current;
  const failure = await playing.play(moves[(ply * 7919) % moves.length]!.move);
  if (failure) throw new Error(failure.text);
}

/** Creates and starts a game. */
export const startGame = async (setup: Setup, tools: Tools): Promise<LocalGame> =>
  LocalGame.load(await createGame(setup, tools), tools);
