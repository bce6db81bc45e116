// Analyses all positions of a game, last to first, so that results near the end help with earlier positions.

import { RulesSession, type Session } from "$lib/engine/rules";
import { EngineClient } from "$lib/engine/client";
import type { Opening, Thought, ThinkRequest, Value, View } from "$lib/engine/types";
import type { Proves } from "./analyst.svelte";
import { type Exact, exactTable } from "./exact";
import { completed, type Judgement, type JudgedGame, type Report, reportOf, stakeOf } from "./report";
import { type ReportStore, reports } from "./reports";
import { byValue, isProven, chancesOfPlaces, valueFor } from "./values";

/** Milliseconds per position: first pass, and deeper passes on request. */
export const BUDGETS = [300, 1500, 6000] as const;
/** Share of a position's time for evaluating all its moves. */
const FOR_ALL = 0.4;
/** Milliseconds for a move tried by the user. */
const TRIAL = 1000;
const HASH = 32;
const KEPT_LINE = 8;
/** Node limit of the proof search per millisecond of engine time: about a third of its time. */
const PROOF_PER_MILLI = 100;

export interface ReporterTools {
  session(): Session;
  engine(): Proves;
  exact(position: string): Promise<Exact | null>;
  reports: Pick<ReportStore, "load" | "save">;
}
const browser: ReporterTools = {
  session: () => new RulesSession(),
  engine: () => new EngineClient(),
  exact: (position) => exactTable.ask(position),
  reports,
};
/** For a line that is only viewed: results are kept in its tree instead of storage. */
export const unkept: ReporterTools = {
  ...browser,
  reports: { load: (_, moves) => Array.from({ length: moves.length + 1 }, () => null), save: () => undefined },
};

export class Reporter {
  /** By position, starting before the first move. */
  judgements = $state.raw<(Judgement | null)[]>([]);
  running = $state(false);
  failure = $state<string | null>(null);
  readonly report: Report = $derived.by(() => reportOf(this.#judged()));
  /** In milliseconds for each position. */
  budget = $state<number>(BUDGETS[0]);
  #work = 0;
  #ended = false;
  readonly #engine: Proves;

  private constructor(
    private readonly id: string,
    private readonly opening: Omit<Opening, "moves">,
    private readonly moves: string[],
    /** The game after each ply. */
    readonly views: readonly View[],
    readonly session: Session,
    private readonly tools: ReporterTools,
  ) {
    this.#engine = tools.engine();
    this.judgements = tools.reports.load(id, moves);
    // Do not search again with a smaller budget.
    const spent = this.judgements.flatMap((one) => (one?.source === "engine" ? [one.millis] : []));
    const least = spent.length === this.#open.length ? Math.min(...spent, Infinity) : 0;
    this.budget = BUDGETS.findLast((budget) => budget <= least) ?? BUDGETS[0];
  }

  static async open(
    id: string,
    opening: Omit<Opening, "moves">,
    moves: string[],
    tools: ReporterTools = browser,
  ): Promise<Reporter> {
    const session = tools.session();
    const { played } = await session.open({ ...opening, moves });
    const views = await Promise.all(Array.from({ length: played.length + 1 }, (_, ply) => session.viewAt(ply)));
    return new Reporter(id, opening, moves, views, session, tools);
  }

  /** Positions with a decision to make. */
  get #open(): number[] {
    return this.views.flatMap(({ moves }, ply) => (moves.length > 0 ? [ply] : []));
  }
  #needs(ply: number, budget: number): boolean {
    const judgement = this.judgements[ply];
    // Reports of earlier versions contain no stakes.
    const unweighed = (this.views[ply]?.moves.length ?? 0) > 1 && judgement?.stake === undefined;
    return !judgement || unweighed || (!isProven(judgement.value) && judgement.millis < budget);
  }
  get total(): number {
    return this.#open.length;
  }
  get done(): number {
    return this.#open.filter((ply) => !this.#needs(ply, this.budget)).length;
  }
  get complete(): boolean {
    return this.done === this.total;
  }
  /** Every position has been analysed at least briefly; before that there is no overall report. */
  get whole(): boolean {
    return this.#open.every((ply) => this.judgements[ply] !== null);
  }
  /** The next larger budget with unfinished positions; null if there is none. */
  get longer(): number | null {
    const next = BUDGETS.find((budget) => budget > this.budget);
    return next !== undefined && this.#open.some((ply) => this.#needs(ply, next)) ? next : null;
  }
  /** The judgement of the position after a number of plies, with propagated proofs. */
  judgement(ply: number): Judgement | null {
    return this.#completed[ply] ?? null;
  }
  readonly #completed = $derived.by(() => completed(this.#judged()));

  #judged(): JudgedGame {
    const last = this.views.at(-1)!;
    return {
      players: last.players,
      plies: last.played.map(({ seat, move }, at) => ({ seat, move, choices: this.views[at]?.moves.length ?? 0 })),
      judgements: this.judgements,
      lastToAct: last.status.toAct,
      places: last.status.over?.places ?? null,
    };
  }

  async start(budget: number = this.budget): Promise<void> {
    if (this.#ended || this.running) return;
    this.running = true;
    this.failure = null;
    this.budget = budget;
    const work = ++this.#work;
    const wanted = () => work === this.#work && !this.#ended;
    try {
      for (const ply of this.#open.reverse()) {
        if (!wanted()) return;
        if (!this.#needs(ply, budget)) continue;
        const found = await this.#judge(this.views[ply]!, this.moves.slice(0, ply), budget);
        if (!wanted()) return;
        if (found) this.judgements = this.judgements.with(ply, found);
        this.tools.reports.save(this.id, this.moves, this.judgements);
      }
    } catch (error) {
      if (wanted()) this.failure = error instanceof Error ? error.message : String(error);
    } finally {
      if (work === this.#work) this.running = false;
    }
  }

  /** Keeps the results; `start` continues. */
  stop(): void {
    if (!this.running) return;
    this.#work++;
    this.running = false;
    this.#engine.stop();
  }

  end(): void {
    this.#ended = true;
    this.stop();
    this.#engine.end();
    this.session.free();
  }

  async #judge(view: View, moves: string[], millis: number): Promise<Judgement | null> {
    const exact = view.game === "squadro" ? await this.tools.exact(view.position) : null;
    if (exact) {
      const seat = view.status.toAct ?? 0;
      const best = byValue(exact.moves, seat)[0];
      const values = exact.moves.map(({ value }) => value);
      return {
        line: best ? [best.move] : [],
        value: exact.value,
        source: "table",
        millis,
        stake: stakeOf(values, seat),
      };
    }
    const thought = await this.#think({ millis }, moves);
    const line = thought?.lines[0];
    if (!thought || !line?.value) return null;
    const stake = await this.#stake(view, moves, millis);
    const proven = await this.#proven(view, moves, line, millis);
    if (proven) return { ...proven, source: "engine", millis, stake };
    return {
      line: line.moves.slice(0, KEPT_LINE),
      value: line.value,
      source: "engine",
      millis,
      stake,
      ...(await this.#played(view, line, thought.depth, millis)),
    };
  }

  /** What is at stake: evaluates all moves at low depth. */
  async #stake(view: View, moves: string[], millis: number): Promise<number> {
    if (view.moves.length < 2) return 0;
    const thought = await this.#think({ millis: FOR_ALL * millis, lines: view.moves.length }, moves);
    return stakeOf(thought?.lines.map(({ value }) => value) ?? [], view.status.toAct ?? 0);
  }

  /** Runs the proof search on a position the engine has only estimated. */
  async #proven(view: View, moves: string[], { value, moves: line }: Thought["lines"][number], millis: number) {
    if (!value || isProven(value) || view.game === "squadro" || view.players > 2) return null;
    const proof = await this.#engine.prove({ ...this.opening, moves }, { nodes: PROOF_PER_MILLI * millis });
    if (!proof) return null;
    const kept = proof.keeping.includes(line[0] ?? "") ? line.slice(0, KEPT_LINE) : proof.keeping.slice(0, 1);
    return { line: kept, value: { kind: "proven", result: proof.value, plies: null } satisfies Value };
  }

  /** The value of the played move, searched to the same depth as the best one. */
  async #played(view: View, best: Thought["lines"][number], depth: number, millis: number) {
    const ply = view.played.length;
    const [move, next, seat] = [this.moves[ply], this.views[ply + 1]?.status.toAct ?? null, view.status.toAct];
    const known = view !== this.views[ply] || best.moves[0] === move || !best.value || isProven(best.value);
    if (known || view.players > 2 || move === undefined || next === null || seat === null || depth < 2) return {};
    const thought = await this.#think({ millis, depth: depth - 1 }, this.moves.slice(0, ply + 1));
    const value = thought?.lines[0]?.value;
    return value ? { played: valueFor(value, next, seat) } : {};
  }

  #think(request: ThinkRequest, moves: string[]) {
    return this.#engine.think({ ...this.opening, moves }, { level: 10, lines: 1, hash: HASH, ...request });
  }

  /** The value of a move at this ply for its player, and its continuation; null without an answer. */
  async tryMove(ply: number, move: string): Promise<{ value: Value; view: View } | null> {
    const before = this.views[ply];
    const seat = before?.status.toAct ?? null;
    if (!before || seat === null) return null;
    this.stop();
    const moves = [...this.moves.slice(0, ply), move];
    const session = this.tools.session();
    try {
      const view = await session.open({ ...this.opening, moves });
      const { over, toAct } = view.status;
      if (over || toAct === null) {
        const { shares } = chancesOfPlaces(over?.places ?? []);
        return { value: { kind: "shares", shares, proven: true }, view };
      }
      const judgement = await this.#judge(view, moves, TRIAL);
      return judgement && { value: valueFor(judgement.value, toAct, seat), view };
    } finally {
      session.free();
    }
  }
}
