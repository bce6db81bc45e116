// A puzzle being solved. The first move is judged by the stored proof, as is every move on the stored line;
// what else a person finds is judged by the engine's proof, here and now. No rule is written here.

import type { EngineClient } from "$lib/engine/client";
import type { Session } from "$lib/engine/rules";
import type { Description, GameId, Opening, Seat, Thought, Value, View } from "$lib/engine/types";
import { ShownHint } from "$lib/game/hint.svelte";
import type { HintMark } from "$lib/game/types";
import type { Puzzle, Worth } from "./read";

/** What was said to the last move. */
export type Verdict =
  | { kind: "right"; move: string }
  /** Where its worth is not known, it is known all the same that others are better. */
  | { kind: "wrong"; move: string; worth: Worth | null }
  /** It wins, but later than it could. */
  | { kind: "slow"; move: string; worth: Worth }
  /** The engine did not get to the end of it in time. */
  | { kind: "unproven"; move: string };

/** What a wrong move allows: how the other side answers it best. */
export interface Refutation {
  seat: Seat;
  /** Its moves until the person is asked again. */
  moves: string[];
  /** The engine has proven what the answer is worth; else nothing is claimed of it. */
  proven: boolean;
}

/** What decides an attempt, for a server that rates it: one's own moves up to that, or taken help. */
export interface Decision {
  moves: string[];
  helped: boolean;
}

type Asked = Pick<EngineClient, "think" | "stop">;
const PROOF_TIME = 6000;
/** A reply waits until the move before has been seen. */
const REPLY_AFTER = 650;
/** So many plies of a refutation are shown at most: in some games a turn is several. */
const REFUTATION_PLIES = 6;

export class Solving {
  view = $state.raw<View>() as View;
  animation = $state.raw<Description | null>(null);
  /**
   * The person moves, a move is being judged, the other side answers it, refutes it, has refuted it, or all
   * is found.
   */
  phase = $state<"ask" | "judging" | "reply" | "refuting" | "refuted" | "solved">("ask");
  verdict = $state.raw<Verdict | null>(null);
  refutation = $state.raw<Refutation | null>(null);
  /** Moves found, wrong ones tried, steps of the hint taken. */
  found = $state(0);
  wrong = $state(0);
  hints = $state(0);
  /** Whether the first attempt has succeeded is decided; null as long as it is not. */
  decision = $state.raw<Decision | null>(null);
  readonly hint = new ShownHint();
  readonly solver: Seat;
  readonly #opening: Opening;
  /** What was found before the move that is being refuted. */
  #before: string[] = [];
  /** Grows when something else begins: whatever waits then is not wanted any more. */
  #begun = 0;

  private constructor(
    readonly puzzle: Puzzle,
    readonly session: Session,
    readonly engine: Asked,
    opening: Opening,
    view: View,
  ) {
    this.#opening = opening;
    this.view = view;
    this.solver = view.status.toAct ?? 0;
  }

  /** Fails with `Refused` where the rules do not take the position. */
  static async open(
    game: GameId,
    options: Record<string, string>,
    puzzle: Puzzle,
    session: Session,
    engine: Asked,
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
  /** The next move of the stored line, as long as it was followed. */
  get #stored(): string | null {
    const { line } = this.puzzle;
    const played = this.moves;
    return played.every((move, ply) => move === line[ply]) ? (line[played.length] ?? null) : null;
  }

  /** The person moves. */
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

  /** What is wrong decides, and so does what leaves the line and is right, or the last of the line. */
  #decide(move: string, right: boolean): void {
    const stored = this.#stored;
    if (this.decision || !stored) return;
    const { line } = this.puzzle;
    const moves = [...this.#own, move];
    if (!right || move !== stored || this.view.played.length === line.length - 1)
      this.decision = { moves, helped: false };
  }
  /** The moves of the person so far. */
  get #own(): string[] {
    return this.view.played.filter(({ seat }) => seat === this.solver).map(({ move }) => move);
  }

  /** From the beginning. What went wrong and was helped with stays counted. */
  async again(): Promise<void> {
    this.found = 0;
    await this.#return([]);
  }

  /** Takes back a move that was refuted. */
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

  /** One step more: which piece, then which move. */
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

  /** Nobody looks any more. */
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
    // On the line it is proven which moves are right.
    const right = this.#stored ? this.puzzle.right[this.found - 1] : undefined;
    if (right?.includes(move)) return { kind: "right", move };
    const worth = await this.#worth(move);
    if (right) return { kind: worth?.value === "win" ? "slow" : "wrong", move, worth } as Verdict;
    if (!worth) return { kind: "unproven", move };
    if (worth.value !== "win") return { kind: "wrong", move, worth };
    const slow = task === "fastest" && worth.plies !== null && worth.plies > this.#nearest;
    return slow ? { kind: "slow", move, worth } : { kind: "right", move };
  }

  /** Where only the fastest is right, best play so far has brought the end nearer by a ply each. */
  get #nearest(): number {
    const first = this.puzzle.moves.find(({ accepted }) => accepted);
    return (first?.plies ?? 0) - this.moves.length;
  }

  /** What a move is worth, proven by the engine; null when it is not in time. */
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

  /** Who acts after these moves, or how it ended; the session stands as it did. */
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

  /**
   * The best move here, once the move before has been seen; null when it is not wanted any more or there is
   * none.
   */
  async #reply(enough?: (value: Value) => boolean): Promise<{ move: string; proven: boolean } | null> {
    const begun = this.#begun;
    const stored = this.#stored;
    const line = stored ? null : (await this.#think(this.moves, enough))?.lines[0];
    const move = stored ?? line?.moves[0];
    await new Promise((seen) => setTimeout(seen, REPLY_AFTER));
    return begun === this.#begun && move ? { move, proven: line?.value?.kind === "proven" } : null;
  }

  /** The other side defends as long as it can, until the person is asked again or nothing is left to ask. */
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

  /** Plays the wrong move and shows what it allows. */
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
      // Until the turn is over the person's own best plies come first.
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
