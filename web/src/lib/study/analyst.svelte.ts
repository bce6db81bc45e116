// The engine beside a board: it thinks about the position that stands there, for as long as somebody wants it
// to, and begins anew when the position changes. Squadro's positions are looked up in the server's table
// first, where there is one.

import { EngineClient } from "$lib/engine/client";
import type { Opening, Proof, Thought, Value, View } from "$lib/engine/types";
import type { Engine } from "$lib/game/computer";
import { onVisibilityChange } from "$lib/game/visibility";
import { t } from "$lib/i18n/study";
import { couldBeDrawn, type Exact, exactTable, positionsOf } from "./exact";
import { byValue, isProven, openingOf } from "./values";

/** Somebody who walks through a game does not want each position thought about. */
const DEBOUNCE = 150;
/** How long one question lasts; each is followed by a longer one, and what was found is kept. */
const FIRST_ROUND = 10_000;
const LONGEST_ROUND = 600_000;
/** Positions for a proof, before each round; more than the last would only take the engine's time. */
const PROOFS = [30_000, 300_000, 2_000_000];
/** For the values of all moves at first; asked again it takes twice as long. */
const ALL_MOVES = 4000;
/** Memory of the engine in MiB, which also a phone has. */
const HASH = 32;
export const MOST_LINES = 5;

export interface Line {
  moves: string[];
  value: Value | null;
  /** What each seat may expect at the end, in games that count points. */
  score?: [number, number];
}
/** An engine that proves, too. */
export type Proves = Engine & Pick<EngineClient, "prove">;
export interface AnalystTools {
  engine(): Proves;
  exact(position: string): Promise<Exact | null>;
  positions(opening: Opening): Promise<string[]>;
  hidden(tell: (hidden: boolean) => void): () => void;
  now(): number;
}
const browser: AnalystTools = {
  engine: () => new EngineClient(),
  exact: (position) => exactTable.ask(position),
  positions: positionsOf,
  hidden: onVisibilityChange,
  now: () => performance.now(),
};

/** What the engine is to do: lines until it is stopped, or every move once. */
interface Task {
  view: View;
  lines: number;
  all: boolean;
}

export class Analyst {
  /** Whether lines are wanted. */
  on = $state(false);
  /** How many. */
  count = $state(3);
  /** It is thinking now. */
  running = $state(false);
  /** Nothing is left to find. */
  decided = $state(false);
  thought = $state.raw<Thought | null>(null);
  /** Of the position that stands now, from the server's table. */
  exact = $state.raw<Exact | null>(null);
  /** Of the position that stands now, from the solver. */
  proof = $state.raw<Proof | null>(null);
  /** By the table the position is won, but what occurred before could still make it a draw (SQ-10). */
  drawable = $state(false);
  /** How much of that is done, from 0 to 1; null when it is not being done. */
  progress = $state<number | null>(null);
  /** Why the engine does not answer. */
  failure = $state<string | null>(null);

  #all = $state.raw<Line[] | null>(null);
  #view = $state.raw<View | null>(null);
  #forAll = ALL_MOVES;
  #task: Task | null = null;
  #busy = false;
  #hidden = false;
  #ended = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #engine: Proves;
  readonly #unwatch: () => void;

  constructor(private readonly tools: AnalystTools = browser) {
    this.#engine = tools.engine();
    this.#unwatch = tools.hidden((hidden) => {
      this.#hidden = hidden;
      this.#want();
    });
  }

  /** The lines to show: the table's moves where it has them, each with the engine's way on. */
  get lines(): Line[] {
    const found = this.#proven(this.thought?.lines ?? []);
    if (!this.exact || !this.#view) return found;
    const ways = new Map(found.map(({ moves }) => [moves[0], moves]));
    const seat = this.#view.status.toAct ?? 0;
    const exact = this.exact.moves.map(({ move, value }) => ({ moves: ways.get(move) ?? [move], value }));
    return byValue(exact, seat).slice(0, this.count);
  }

  /** The value of the position for the seat to act; null while nothing is known. */
  get value(): Value | null {
    return this.exact?.value ?? this.lines[0]?.value ?? null;
  }

  /** The value of every move, the best first, with what is proven; null until somebody asks. */
  get all(): Line[] | null {
    return this.#all && byValue(this.#proven(this.#all), this.#view?.status.toAct ?? 0);
  }
  hideAll(): void {
    this.#all = null;
  }

  /** Lines with what the solver has proven of their first moves. */
  #proven(lines: readonly Line[]): Line[] {
    const { proof } = this;
    if (!proof) return [...lines];
    const kept: Value = { kind: "proven", result: proof.value, plies: null };
    const proven = lines.map((line) =>
      (line.value && isProven(line.value)) || !proof.keeping.includes(line.moves[0] ?? "")
        ? line
        : { ...line, value: kept },
    );
    return byValue(proven, this.#view?.status.toAct ?? 0);
  }

  /** The position that stands now. */
  look(view: View): void {
    if (this.#ended || (this.#view !== null && same(this.#view, view))) return;
    this.#view = view;
    this.thought = this.exact = this.proof = this.#all = this.progress = null;
    this.decided = this.drawable = false;
    this.#halt();
    if (this.on) this.#lookUp(view);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#want(), DEBOUNCE);
  }

  start(): void {
    if (this.on) return;
    this.on = true;
    this.failure = null;
    if (this.#view) this.#lookUp(this.#view);
    this.#want();
  }
  stop(): void {
    this.on = false;
    this.failure = null;
    this.progress = null;
    this.#halt();
  }
  toggle(): void {
    if (this.on) this.stop();
    else this.start();
  }

  /** From 1 to 5. */
  show(lines: number): void {
    this.count = Math.min(MOST_LINES, Math.max(1, Math.round(lines)));
    this.decided = false;
    this.#want();
  }

  /** Finds the value of every legal move; lines wait meanwhile. */
  askAll(): void {
    const view = this.#view;
    if (!view || view.moves.length === 0 || this.progress !== null) return;
    this.failure = null;
    this.progress = 0;
    this.#forAll = this.#all ? 2 * this.#forAll : ALL_MOVES;
    this.#lookUp(view);
    this.#want();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#unwatch();
    this.#halt();
    this.#engine.end();
  }

  #lookUp(view: View): void {
    if (view.game !== "squadro" || view.status.over) return;
    const current = () => this.#view === view && !this.#ended;
    void this.tools
      .exact(view.position)
      .then(async (exact) => {
        if (!exact || !current()) return;
        this.exact = exact;
        if (this.progress !== null) this.#tellAll(exact.moves.map(({ move, value }) => ({ moves: [move], value })));
        const positions = await this.tools.positions(openingOf(view));
        const drawable = await couldBeDrawn(positions, exact.value, (position) => this.tools.exact(position));
        if (current()) this.drawable = drawable;
      })
      .catch(() => undefined);
  }

  #tellAll(lines: Line[]): void {
    this.#all = lines;
    this.progress = null;
    this.#want();
  }

  /** What is to be done now; null: nothing. */
  #wanted(): Task | null {
    const view = this.#view;
    if (!view || this.#ended || this.#hidden || this.failure !== null || view.moves.length === 0) return null;
    if (this.progress !== null) return { view, lines: view.moves.length, all: true };
    return this.on && !this.decided ? { view, lines: Math.min(this.count, view.moves.length), all: false } : null;
  }

  #want(): void {
    const wanted = this.#wanted();
    const task = this.#task;
    if (task && wanted && task.view === wanted.view && task.lines === wanted.lines && task.all === wanted.all) return;
    this.#halt();
    if (!wanted) return;
    this.#task = wanted;
    if (!this.#busy) void this.#work();
  }

  #halt(): void {
    if (this.#task) this.#engine.stop();
    this.#task = null;
  }

  /** Does what is wanted, one thing after the other, until nothing is. */
  async #work(): Promise<void> {
    this.#busy = true;
    for (let task = this.#task; task; task = this.#task) {
      this.running = true;
      try {
        await this.#think(task);
      } catch (error) {
        // A worker that was ended by us is no failure.
        if (!this.#ended) this.failure = error instanceof Error ? error.message : String(error);
        this.progress = null;
        this.#task = null;
      }
    }
    this.running = false;
    this.#busy = false;
  }

  async #think(task: Task): Promise<void> {
    const opening = openingOf(task.view);
    const began = this.tools.now();
    let millis = task.all ? this.#forAll : FIRST_ROUND;
    for (let round = 0; this.#task === task; round++) {
      await this.#prove(task, opening, round);
      if (this.#task !== task) return;
      const asked = this.tools.now();
      const request = { level: 10, millis, lines: task.lines, hash: HASH };
      const thought = await this.#engine.think(opening, request, (report) => {
        // It may have been told to stop before it began.
        if (this.#task !== task) return this.#engine.stop();
        this.#heard(task, report, began);
      });
      if (this.#task !== task) return;
      if (thought) this.#heard(task, thought, began);
      const done = thought === null || thought.lines.every(({ value }) => value !== null && isProven(value));
      // An engine that ends long before its time has nothing more to look at.
      const early = this.tools.now() - asked < millis / 2;
      if (task.all) {
        this.progress = null;
        this.#task = this.#wanted();
      } else if (done || early) {
        this.decided = true;
        this.#task = null;
      } else millis = Math.min(2 * millis, LONGEST_ROUND);
    }
  }

  /**
   * The solver's turn. Squadro has its table and its own search; among three and four nothing is proven this
   * way.
   */
  async #prove({ view, all }: Task, opening: Opening, round: number): Promise<void> {
    const nodes = PROOFS[all ? 1 : round];
    if (nodes === undefined || this.proof || view.game === "squadro" || view.players > 2) return;
    const proof = await this.#engine.prove(opening, { nodes });
    if (proof && this.#view === view) this.proof = proof;
  }

  #heard(task: Task, thought: Thought, began: number): void {
    if (task.all) {
      if (thought.lines.length === task.lines) this.#all = thought.lines;
      this.progress = Math.min(0.99, (this.tools.now() - began) / this.#forAll);
      return;
    }
    // A new round begins with less than the last one ended with.
    const shown = this.thought;
    const less = shown !== null && thought.depth < shown.depth && shown.lines.length >= thought.lines.length;
    if (!less) this.thought = thought;
  }
}

/** Turns the engine on or off, and answers what is to be said of it. */
export function toggled(analyst: Analyst): string {
  analyst.toggle();
  return t(analyst.on ? "lines.on" : "lines.off");
}

const same = (a: View, b: View): boolean =>
  a === b ||
  (a.game === b.game &&
    a.position === b.position &&
    a.firstPosition === b.firstPosition &&
    a.played.length === b.played.length &&
    a.played.every(({ move }, ply) => move === b.played[ply]?.move) &&
    JSON.stringify(a.options) === JSON.stringify(b.options));
