// State of one tutorial step: the position, the attempt so far, and whether it is done.

import type { Session } from "$lib/engine/rules";
import { RulesError } from "$lib/engine/port";
import type { Description, Failure, GameId, MoveEvent, Moved, Opening, Sentence, View } from "$lib/engine/types";
import { doneByAnswer, explore, judge, type Verdict } from "./judge";
import { LEARNER, type Step } from "./types";

export interface TutorTools {
  session(): Session;
  /** The reply of the engine's first level; null if it has none. */
  answer(opening: Opening): Promise<string | null>;
  /** Milliseconds before a reply, so that the learner's own move is seen. */
  pause: number;
}

/** `shown`: a correct move is displayed; the learner may take it back or continue from it. */
export type Stage = "loading" | "asked" | "shown" | "answering" | "done" | "missed";

/** Why an attempt failed. */
export type Miss =
  | { why: "lost" | "drawn"; reason: Sentence }
  /** A forbidden event occurred. */
  | { why: "forbidden"; event: MoveEvent }
  /** No plies are left. */
  | { why: "late" }
  /** The move did something else. */
  | { why: "other"; event: MoveEvent | null };

/** An end of the game that was not the goal. */
const ending = ({ places, reason }: NonNullable<View["status"]["over"]>): Miss => ({
  why: places[LEARNER] === 1 && new Set(places).size === 1 ? "drawn" : "lost",
  reason,
});

export class Tutor {
  view = $state.raw<View | null>(null);
  animation = $state.raw<Description | null>(null);
  stage = $state<Stage>("loading");
  /** Why the last click was rejected. */
  refused = $state.raw<Failure | null>(null);
  /** A correct move, once requested. */
  shown = $state<string | null>(null);
  /** The opponents' last reply. */
  answered = $state.raw<Description | null>(null);
  miss = $state.raw<Miss | null>(null);
  /** The error, if a worker failed. */
  broken = $state<string | null>(null);
  readonly session: Session;
  #plies = 0;
  #answers = 0;
  #ended = false;
  /** The demonstrated move and its verdict. */
  #demonstrated: { move: string; verdict: Verdict } | null = null;

  constructor(
    readonly game: GameId,
    readonly step: Step,
    private readonly tools: TutorTools,
  ) {
    this.session = tools.session();
  }

  /** Resets the step to its starting position. */
  async begin(): Promise<void> {
    await this.#guard(async () => {
      const view = await this.session.open({ game: this.game, ...this.step.opening });
      this.#plies = this.#answers = 0;
      this.animation = this.refused = this.answered = this.miss = null;
      this.shown = null;
      this.#demonstrated = null;
      this.view = view;
      this.stage = this.step.task ? "asked" : "done";
    });
  }

  async play(move: string): Promise<void> {
    const { task } = this.step;
    if (!task || this.stage !== "asked") return;
    await this.#guard(async () => {
      const moved = await this.session.play(move);
      this.#show(moved);
      this.answered = null;
      const verdict = judge(task, moved, (task.plies ?? 1) - ++this.#plies);
      if (verdict === "missed") this.miss = this.#why(moved, task.without);
      await this.#follow(verdict);
    });
  }
  async #follow(verdict: Verdict): Promise<void> {
    if (verdict === "open") await this.#answer();
    else this.stage = verdict;
  }

  /** Why a ply missed the goal. */
  #why({ description, view }: Moved, without: string | undefined): Miss {
    const { over } = view.status;
    const forbidden = description.events.find(({ key }) => key === without);
    if (forbidden) return { why: "forbidden", event: forbidden };
    if (over) return ending(over);
    if ((this.step.task?.plies ?? 1) > 1) return { why: "late" };
    return { why: "other", event: description.events[0] ?? null };
  }

  /** Demonstrates a correct move. */
  async show(): Promise<void> {
    const { task } = this.step;
    const { view } = this;
    if (!task || !view || this.stage !== "asked") return;
    this.forgetRefusal();
    await this.#guard(async () => {
      const left = (task.plies ?? 1) - this.#plies;
      // Uses a session of its own, because the board is querying the other one.
      const aside = this.tools.session();
      try {
        const there = await aside.open(this.#opening(view));
        const { does } = await explore(aside, task, there, left, this.#answers);
        if (this.view !== view || does === null || this.#ended) return;
        const moved = await this.session.play(does);
        this.#show(moved);
        this.answered = null;
        this.#demonstrated = { move: does, verdict: judge(task, moved, left - 1) };
        this.shown = does;
        this.stage = "shown";
      } finally {
        aside.free();
      }
    });
  }

  /** Takes back the demonstrated move: it stays marked for the learner to play. */
  async tryShown(): Promise<void> {
    const shown = this.#demonstrated;
    if (this.stage !== "shown" || !shown) return;
    await this.#guard(async () => {
      await this.session.takeBack();
      this.view = await this.session.view();
      this.animation = null;
      this.#demonstrated = null;
      this.shown = shown.move;
      this.stage = "asked";
    });
  }
  /** Continues from the demonstrated move as if the learner had played it. */
  async acceptShown(): Promise<void> {
    const shown = this.#demonstrated;
    if (this.stage !== "shown" || !shown) return;
    await this.#guard(async () => {
      this.#demonstrated = null;
      this.shown = null;
      this.#plies++;
      await this.#follow(shown.verdict);
    });
  }

  refuse(failure: Failure): void {
    this.refused = failure;
  }
  /** Clears the message; call when something else is done. */
  forgetRefusal(): void {
    this.refused = null;
  }

  end(): void {
    this.#ended = true;
    this.session.free();
  }

  #opening({ played }: View): Opening {
    return { game: this.game, ...this.step.opening, moves: played.map(({ move }) => move) };
  }

  #show({ description, view }: Moved): void {
    this.refused = null;
    this.shown = null;
    this.animation = description;
    this.view = view;
  }

  /** Plays the opponents' moves until the learner is to move. */
  async #answer(): Promise<void> {
    const { task } = this.step;
    while (task && this.view && this.view.status.toAct !== LEARNER) {
      this.stage = "answering";
      await new Promise((done) => setTimeout(done, this.tools.pause));
      if (this.#ended) return;
      const answer = task.answers?.[this.#answers] ?? (await this.tools.answer(this.#opening(this.view)));
      if (answer === null || this.#ended) return;
      const moved = await this.session.play(answer);
      this.#answers++;
      this.#show(moved);
      this.answered = moved.description;
      const { over } = moved.view.status;
      if (over) {
        const done = doneByAnswer(task, moved);
        if (!done) this.miss = ending(over);
        this.stage = done ? "done" : "missed";
        return;
      }
    }
    this.stage = "asked";
  }

  async #guard(does: () => Promise<void>): Promise<void> {
    try {
      this.broken = null;
      await does();
    } catch (error) {
      if (this.#ended) return;
      if (error instanceof RulesError) this.refused = error.failure;
      else this.broken = error instanceof Error ? error.message : String(error);
    }
  }
}
