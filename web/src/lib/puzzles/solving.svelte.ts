// A puzzle being solved. The first move and all moves on the stored line are judged by the stored proof,
// other moves by a proof search of the engine. No rule is written here.

import type { EngineClient } from "$lib/engine/client";
import type { Session } from "$lib/engine/rules";
import type { Description, GameId, Opening, Seat, Thought, Value, View } from "$lib/engine/types";
import { ShownHint } from "$lib/game/hint.svelte";
import type { HintMark } from "$lib/game/types";
import type { Puzzle, Worth } from "./read";

/** The verdict on the last move. */
export type Verdict =
  | { kind: "right"; move: string }
  /** Other moves are better even if this one's value is unknown. */
  | { kind: "wrong"; move: string; worth: Worth | null }
  /** It wins, but not as fast as possible. */
  | { kind: "slow"; move: string; worth: Worth }
  /** The engine's proof did not finish in time. */
  | { kind: "unproven"; move: string };

/** The best reply to a wrong move. */
export interface Refutation {
  seat: Seat;
  /** The opponents' moves until the solver is to move again. */
  moves: string[];
  /** The reply's value is proven; otherwise nothing is claimed about it. */
  proven: boolean;
}

/** What decides a rated attempt: the moves up to that point, or the use of a hint. */
export interface Decision {
  moves: string[];
  helped: boolean;
}

type PuzzleEngine = Pick<EngineClient, "think" | "stop">;
const PROOF_TIME = 6000;
/** Milliseconds before a reply, so that the move before is seen. */
const REPLY_AFTER = 650;
/** Maximum plies of a refutation: in some games a turn has several. */
const REFUTATION_PLIES = 6;

export class Solving {
  view = $state.raw<View>() as View;
  animation = $state.raw<Description | null>(null);
  /** `ask`: the solver moves; `judging`: the move is checked; then the reply, the refutation, or the end. */
  phase = $state<"ask" | "judging" | "reply" | "refuting" | "refuted" | "solved">("ask");
  verdict = $state.raw<Verdict | null>(null);
  refutation = $state.raw<Refutation | null>(null);
  /** Moves found, wrong moves, and hint steps used. */
  found = $state(0);
  wrong = $state(0);
  hints = $state(0);
  /** The outcome of the first attempt; null while open. */
  decision = $state.raw<Decision | null>(null);
  readonly hint = new ShownHint();
  readonly solver: Seat;
  readonly #opening: Opening;
  /** Moves found before the move being refuted. */
  #before: string[] = [];
  /** Increases on every restart, to cancel pending work. */
  #begun = 0;

  private constructor(
    readonly puzzle: Puzzle,
    readonly session: Session,
    readonly engine: PuzzleEngine,
    opening: Opening,
    view: View,
  ) {
    this.#opening = opening;
    this.view = view;
    this.solver = view.status.toAct ?? 0;
  }

  /** Throws `RulesError` if the rules reject the position. */
  static async open(
    game: GameId,
    options: Record<string, string>,
    puzzle: Puzzle,
    session: Session,
    engine: PuzzleEngine,
  ): Promise<Solving> {
    const opening = { game, options, position: puzzle.position };
    return new Solving(puzzle, session, engine, opening, await session.open(opening));
  }

  get active(): boolean {
    return this.phase === "ask";
  }
  get marks(): HintMark[] {
    return this.hint.marks;
  }
  get moves(): string[] {
    return this.view.played.map(({ move }) => move);
  }
  /** The next move of the stored line, while it is followed. */
  get #stored(): string | null {
    const { line } = this.puzzle;
    const played = this.moves;
    return played.every((move, ply) => move === line[ply]) ? (line[played.length] ?? null) : null;
  }

  /** Plays a move of the solver. */
  async play(move: string): Promise<void> {
    if (this.phase !== "ask") return;
    const begun = ++this.#begun;
    this.phase = "judging";
    this.hint.forget();
    const verdict = await this.#judge(move);
    if (begun !== this.#begun) return;
    this.verdict = verdict;
    if (verdict.kind === "unproven") {
      this.phase = "ask";
      return;
    }
    this.#decide(move, verdict.kind === "right");
    if (verdict.kind !== "right") {
      this.wrong++;
      await this.#refute(move);
      return;
    }
    await this.#put(move);
    this.found++;
    await this.#answer();
  }

  /** An attempt ends with a wrong move, a correct move off the line, or the last move of the line. */
  #decide(move: string, right: boolean): void {
    const stored = this.#stored;
    if (this.decision || !stored) return;
    const { line } = this.puzzle;
    const moves = [...this.#own, move];
    if (!right || move !== stored || this.view.played.length === line.length - 1)
      this.decision = { moves, helped: false };
  }
  /** The solver's moves so far. */
  get #own(): string[] {
    return this.view.played.filter(({ seat }) => seat === this.solver).map(({ move }) => move);
  }

  /** Restarts the puzzle. Mistakes and hints stay counted. */
  async again(): Promise<void> {
    this.found = 0;
    await this.#return([]);
  }

  /** Takes back a refuted move. */
  async back(): Promise<void> {
    if (this.refuted) await this.#return(this.#before);
  }
  /** A wrong move is on the board. */
  get refuted(): boolean {
    return this.phase === "refuting" || this.phase === "refuted";
  }

  async #return(moves: string[]): Promise<void> {
    const begun = ++this.#begun;
    this.engine.stop();
    this.phase = "reply";
    this.hint.forget();
    const view = await this.session.open({ ...this.#opening, moves });
    if (begun !== this.#begun) return;
    this.verdict = this.refutation = null;
    this.animation = null;
    this.view = view;
    this.phase = "ask";
  }

  /** Reveals the next hint: the piece, then the move. */
  async help(): Promise<void> {
    if (this.phase !== "ask") return;
    this.verdict = null;
    if (this.hint.step > 0) {
      if (this.hint.step < 2) this.hints++;
      this.hint.step = 2;
      return;
    }
    const move = this.#stored ?? (await this.#think(this.moves))?.lines[0]?.moves[0];
    const legal = this.view.moves.find((legal) => legal.move === move);
    if (!legal || this.phase !== "ask") return;
    this.decision ??= { moves: this.#own, helped: true };
    this.hint.show(legal, await this.session.describe(legal.move));
    this.hints++;
  }

  leave(): void {
    this.#begun++;
    this.engine.stop();
  }

  async #judge(move: string): Promise<Verdict> {
    const { moves: proven, task } = this.puzzle;
    if (this.moves.length === 0) {
      const known = proven.find((known) => known.move === move);
      if (known?.accepted) return { kind: "right", move };
      const worth: Worth = known ?? { value: "loss", plies: null };
      return { kind: worth.value === "win" ? "slow" : "wrong", move, worth };
    }
    if (move === this.#stored) return { kind: "right", move };
    // On the stored line the correct moves are known.
    const right = this.#stored ? this.puzzle.right[this.found - 1] : undefined;
    if (right?.includes(move)) return { kind: "right", move };
    const worth = await this.#worth(move);
    if (right) return { kind: worth?.value === "win" ? "slow" : "wrong", move, worth } as Verdict;
    if (!worth) return { kind: "unproven", move };
    if (worth.value !== "win") return { kind: "wrong", move, worth };
    const slow = task === "fastest" && worth.plies !== null && worth.plies > this.#nearest;
    return slow ? { kind: "slow", move, worth } : { kind: "right", move };
  }

  /** If only the fastest win counts: each ply of best play so far brings the end one ply closer. */
  get #nearest(): number {
    const first = this.puzzle.moves.find(({ accepted }) => accepted);
    return (first?.plies ?? 0) - this.moves.length;
  }

  /** The value of a move, proven by the engine; null if not proven in time. */
  async #worth(move: string): Promise<Worth | null> {
    const moves = [...this.moves, move];
    const { over, toAct } = await this.#peek(moves);
    if (over) {
      const own = over.places[this.solver] ?? 1;
      const best = Math.min(...over.places.filter((_, seat) => seat !== this.solver));
      return { value: own < best ? "win" : own > best ? "loss" : "draw", plies: 1 };
    }
    const enough = (value: Value) =>
      value.kind === "proven" && (this.puzzle.task !== "fastest" || (value.plies ?? Infinity) < this.#nearest);
    const value = (await this.#think(moves, enough))?.lines[0]?.value;
    if (value?.kind !== "proven") return null;
    const turned = { win: "loss", draw: "draw", loss: "win" } as const;
    const result = toAct === this.solver ? value.result : turned[value.result];
    return { value: result, plies: result === "draw" || value.plies === null ? null : value.plies + 1 };
  }

  /** The seat to move after these moves, or the result. Leaves the session unchanged. */
  async #peek(moves: string[]) {
    const status = await this.session.follow(moves);
    await this.session.follow(this.moves);
    return status;
  }

  async #think(moves: string[], enough?: (value: Value) => boolean): Promise<Thought | null> {
    const seen = ({ lines }: Thought) => {
      const value = lines[0]?.value;
      if (value && enough?.(value)) this.engine.stop();
    };
    return this.engine.think({ ...this.#opening, moves }, { millis: PROOF_TIME, hash: 16 }, seen);
  }

  async #put(move: string): Promise<void> {
    const { description, view } = await this.session.play(move);
    this.animation = description;
    this.view = view;
  }

  /** The best move here, after a pause; null if cancelled or if there is none. */
  async #reply(enough?: (value: Value) => boolean): Promise<{ move: string; proven: boolean } | null> {
    const begun = this.#begun;
    const stored = this.#stored;
    const line = stored ? null : (await this.#think(this.moves, enough))?.lines[0];
    const move = stored ?? line?.moves[0];
    await new Promise((seen) => setTimeout(seen, REPLY_AFTER));
    return begun === this.#begun && move ? { move, proven: line?.value?.kind === "proven" } : null;
  }

  /** The opponents defend as long as possible, until the solver is to move or the puzzle is over. */
  async #answer(): Promise<void> {
    if (this.view.status.over || this.found >= this.puzzle.steps) {
      this.phase = "solved";
      return;
    }
    this.phase = "reply";
    while (!this.view.status.over && this.view.status.toAct !== this.solver) {
      const reply = await this.#reply();
      if (!reply) return;
      await this.#put(reply.move);
    }
    this.phase = this.view.status.over ? "solved" : "ask";
  }

  /** Plays the wrong move and shows its refutation. */
  async #refute(move: string): Promise<void> {
    const begun = this.#begun;
    this.#before = this.moves;
    this.phase = "refuting";
    await this.#put(move);
    const answers: { seat: Seat; move: string; proven: boolean }[] = [];
    for (let plies = 0; plies < REFUTATION_PLIES; plies++) {
      const { over, toAct } = this.view.status;
      if (over || toAct === null || (toAct === this.solver && answers.length > 0)) break;
      const reply = await this.#reply(({ kind }) => kind === "proven");
      if (!reply) break;
      // Until the turn is over, the solver's own best plies come first.
      if (toAct !== this.solver) answers.push({ seat: toAct, ...reply });
      await this.#put(reply.move);
    }
    if (begun !== this.#begun) return;
    const [first] = answers;
    this.refutation = first
      ? { seat: first.seat, moves: answers.map(({ move }) => move), proven: answers.every(({ proven }) => proven) }
      : null;
    this.phase = "refuted";
  }
}
