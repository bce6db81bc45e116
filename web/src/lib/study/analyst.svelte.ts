// The engine beside a board: it analyses the current position while switched on, and restarts when the
// position changes. Squadro positions are looked up in the server's table first, if it has one.

import { EngineClient } from "$lib/engine/client";
import type { Opening, Proof, Thought, Value, View } from "$lib/engine/types";
import type { Engine } from "$lib/game/computer";
import { onVisibilityChange } from "$lib/game/visibility";
import { t } from "$lib/i18n/study";
import { couldBeDrawn, type Exact, exactTable, positionsOf } from "./exact";
import { byValue, isProven, openingOf } from "./values";

/** Milliseconds before a search starts, for stepping through a game quickly. */
const DEBOUNCE = 150;
/** Milliseconds of the first search; each round takes longer and continues from the hash table. */
const FIRST_ROUND = 10_000;
const LONGEST_ROUND = 600_000;
/** Node limits of the proof search before each round; more would take too much of the engine's time. */
const PROOFS = [30_000, 300_000, 2_000_000];
/** Milliseconds for the values of all moves; repeating it doubles the time. */
const ALL_MOVES = 4000;
/** The engine's memory in MiB, small enough for phones. */
const HASH = 32;
export const MOST_LINES = 5;

export interface Line {
  moves: string[];
  value: Value | null;
  /** Expected final score by seat, in games with points. */
  score?: [number, number];
}
/** An engine with a proof search. */
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

/** Work for the engine: lines until stopped, or every move once. */
interface Task {
  view: View;
  lines: number;
  all: boolean;
}

export class Analyst {
  /** Lines are switched on. */
  on = $state(false);
  count = $state(3);
  /** A search is running. */
  running = $state(false);
  /** Nothing is left to find. */
  decided = $state(false);
  thought = $state.raw<Thought | null>(null);
  /** The table entry of the current position. */
  exact = $state.raw<Exact | null>(null);
  /** The proof of the current position. */
  proof = $state.raw<Proof | null>(null);
  /** Won according to the table, but earlier repetitions could still make it a draw (SQ-10). */
  drawable = $state(false);
  /** Progress of evaluating all moves, 0 to 1; null if not running. */
  progress = $state<number | null>(null);
  /** The error, if the engine failed. */
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

  /** The lines to show: the table's moves if available, each with the engine's continuation. */
  get lines(): Line[] {
    const found = this.#proven(this.thought?.lines ?? []);
    if (!this.exact || !this.#view) return found;
    const ways = new Map(found.map(({ moves }) => [moves[0], moves]));
    const seat = this.#view.status.toAct ?? 0;
    const exact = this.exact.moves.map(({ move, value }) => ({ moves: ways.get(move) ?? [move], value }));
    return byValue(exact, seat).slice(0, this.count);
  }

  /** The value of the position for the seat to move; null if unknown. */
  get value(): Value | null {
    return this.exact?.value ?? this.lines[0]?.value ?? null;
  }

  /** The value of every move, best first, including proofs; null until requested. */
  get all(): Line[] | null {
    return this.#all && byValue(this.#proven(this.#all), this.#view?.status.toAct ?? 0);
  }
  hideAll(): void {
    this.#all = null;
  }

  /** Adds proven values to the lines' first moves. */
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

  /** Sets the current position. */
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

  /** Evaluates every legal move; lines pause meanwhile. */
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

  /** The work to do now, if any. */
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

  /** Works until nothing is left to do. */
  async #work(): Promise<void> {
    this.#busy = true;
    for (let task = this.#task; task; task = this.#task) {
      this.running = true;
      try {
        await this.#think(task);
      } catch (error) {
        // A worker terminated on purpose is not an error.
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
        // Stopped before it started.
        if (this.#task !== task) return this.#engine.stop();
        this.#heard(task, report, began);
      });
      if (this.#task !== task) return;
      if (thought) this.#heard(task, thought, began);
      const done = thought === null || thought.lines.every(({ value }) => value !== null && isProven(value));
      // An engine that finishes well before its limit has searched everything.
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
   * Runs the proof search. Not for Squadro, which has its table and a search of its own, nor for three or
   * four seats.
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
    // A new round starts with less depth than the last one reached.
    const shown = this.thought;
    const less = shown !== null && thought.depth < shown.depth && shown.lines.length >= thought.lines.length;
    if (!less) this.thought = thought;
  }
}

/** Toggles the engine and returns the announcement. */
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
