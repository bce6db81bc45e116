// Premoves. Live games: a sequence played whatever the opponents do. Correspondence games: conditional
// replies. The server stores and plays them.

import type { Session } from "$lib/engine/rules";
import type { Opening, Seat, View } from "$lib/engine/types";
import { api, ApiError } from "./api";
import type { Plan } from "./types.gen";
import { Draft } from "./draft.svelte";
import { type Step, withLine, withoutLine } from "./plans";

/** The game's state as needed here. */
interface Table {
  readonly id: string;
  readonly you: Seat | null;
  readonly toAct: Seat | null;
  readonly isLive: boolean;
  /** The opening and moves up to the current position. */
  readonly opening: Opening;
}

export class Premoves {
  plan = $state.raw<Plan>({});
  /** Premoves are being chosen on the board. */
  isOn = $state(false);
  /** Why the server rejected the plan. */
  problem = $state("");
  readonly #draft: Draft;

  constructor(
    private readonly table: Table,
    session: Session,
  ) {
    this.#draft = new Draft(session);
  }

  get session(): Session {
    return this.#draft.session;
  }
  /** The board for choosing premoves; null if there is none. */
  get view(): View | null {
    return this.isOn ? this.#draft.view : null;
  }
  /** An opponent is to move, and the user is still in the game. */
  get isPossible(): boolean {
    const { you, toAct } = this.table;
    return you !== null && toAct !== null && toAct !== you;
  }
  /** Premoves need a position with a null move; where that is impossible, conditional moves are used. */
  get isByAnswers(): boolean {
    return !this.table.isLive || this.table.opening.game === "number-one";
  }
  get premoves(): readonly string[] {
    return this.plan.premoves ?? [];
  }

  async load(): Promise<void> {
    if (this.table.you === null) return;
    try {
      this.plan = await api.plan(this.table.id);
    } catch {
      // Not shown as prepared, but the server plays it all the same.
    }
    this.refresh();
  }
  /** Call when the game has changed. */
  refresh(): void {
    if (this.isOn && this.isPossible) void this.#draft.premoves(this.table.opening, this.premoves);
    else this.#draft.clear();
  }
  turnOn(on: boolean): void {
    this.isOn = on;
    this.refresh();
  }
  premove(move: string): Promise<void> {
    return this.#keep({ premoves: [...this.premoves, move] });
  }
  answer(steps: readonly Step[]): Promise<void> {
    return this.#keep({ branches: withLine(this.plan.branches ?? [], steps, this.table.you ?? 0) });
  }
  forget(line: readonly string[]): Promise<void> {
    return this.#keep({ branches: withoutLine(this.plan.branches ?? [], line) });
  }
  clear(): Promise<void> {
    return this.#keep({});
  }
  /** The server dropped the plan because a move was illegal. */
  drop(): void {
    this.plan = {};
    this.refresh();
  }
  end(): void {
    this.#draft.end();
  }

  async #keep(plan: Plan): Promise<void> {
    this.problem = "";
    try {
      await api.setPlan(this.table.id, plan);
      this.plan = plan;
    } catch (error) {
      this.problem = error instanceof ApiError ? error.message : String(error);
    }
    await this.load();
  }
}
