// One step of a tutorial being tried: the position, what has been tried, whether it is done.

import type { Session } from "$lib/engine/rules";
import { Refused } from "$lib/engine/port";
import type { Description, Failure, GameId, Moved, Opening, View } from "$lib/engine/types";
import { doneByAnswer, explore, judge } from "./judge";
import { LEARNER, type Step } from "./types";

export interface TutorTools {
  session(): Session;
  /** What the engine answers at its first level; null when it knows nothing. */
  answer(opening: Opening): Promise<string | null>;
  /** So many milliseconds pass before an answer, so that one's own move is seen. */
  pause: number;
}

export type Stage = "loading" | "asked" | "answering" | "done" | "missed";

export class Tutor {
  view = $state.raw<View | null>(null);
  animation = $state.raw<Description | null>(null);
  stage = $state<Stage>("loading");
  /** Why the last thing pointed at cannot be done. */
  refused = $state.raw<Failure | null>(null);
  /** A move that leads to what is asked, once somebody has asked for it. */
  shown = $state<string | null>(null);
  /** What has broken. */
  broken = $state<string | null>(null);
  readonly session: Session;
  #plies = 0;
  #answers = 0;
  #ended = false;

  constructor(
    readonly game: GameId,
    readonly step: Step,
    private readonly tools: TutorTools,
  ) {
    this.session = tools.session();
  }

  /** The position of the step, as at the beginning. */
  async begin(): Promise<void> {
    await this.#guard(async () => {
      const view = await this.session.open({ game: this.game, ...this.step.opening });
      this.#plies = this.#answers = 0;
      this.animation = this.refused = null;
      this.shown = null;
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
      const verdict = judge(task, moved, (task.plies ?? 1) - ++this.#plies);
      if (verdict === "open") await this.#answer();
      else this.stage = verdict;
    });
  }

  /** Marks a move that leads on. */
  async show(): Promise<void> {
    const { task } = this.step;
    const { view } = this;
    if (!task || !view || this.stage !== "asked") return;
    this.forgetRefusal();
    await this.#guard(async () => {
      const left = (task.plies ?? 1) - this.#plies;
      // In a session of its own: the board asks the other one meanwhile.
      const aside = this.tools.session();
      try {
        const there = await aside.open(this.#opening(view));
        const { does } = await explore(aside, task, there, left, this.#answers);
        if (this.view === view) this.shown = does;
      } finally {
        aside.free();
      }
    });
  }

  refuse(failure: Failure): void {
    this.refused = failure;
  }
  /** It has been read: something else is being done. */
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

  /** The others move until it is the learner's turn again. */
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
      if (moved.view.status.over) {
        this.stage = doneByAnswer(task, moved) ? "done" : "missed";
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
      if (error instanceof Refused) this.refused = error.failure;
      else this.broken = error instanceof Error ? error.message : String(error);
    }
  }
}
