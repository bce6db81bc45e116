// A game of other players in a list: only its board, updated live.

import { RulesSession } from "$lib/engine/rules";
import type { Description, GameId, Seat, View } from "$lib/engine/types";
import { connection, type GameSubscriber } from "./connection.svelte";
import type { EventView, GameSummary } from "./types.gen";

export class SpectatedGame implements GameSubscriber {
  readonly game: string;
  readonly invitation = null;
  seq: number;
  view = $state.raw<View | null>(null);
  animation = $state.raw<Description | null>(null);
  over = $state(false);
  readonly #session = new RulesSession();
  readonly #opening: { game: GameId; players: number; options: Record<string, string> };
  #position: string;
  #work: Promise<void>;
  #ended = false;
  readonly #unfollow: () => void;

  constructor(
    { id, game, players, options, position, seq }: GameSummary,
    /** Called when the game is over. */
    private readonly onover: () => void,
  ) {
    this.game = id;
    this.seq = seq;
    this.#opening = { game: game as GameId, players, options };
    this.#position = position;
    this.#work = this.#open().catch(() => undefined);
    this.#unfollow = connection.follow(this);
  }

  get toAct(): Seat | null {
    return this.over ? null : (this.view?.status.toAct ?? null);
  }

  end(): void {
    this.#ended = true;
    this.#unfollow();
    this.#session.free();
  }

  onEvents(events: EventView[]): void {
    const news = events.filter(({ seq }) => seq > this.seq);
    this.seq = news.at(-1)?.seq ?? this.seq;
    for (const event of news) this.#work = this.#work.then(() => this.#take(event));
  }
  // List entries neither act nor chat.
  readonly opened = (): void => undefined;
  readonly present = (): void => undefined;
  readonly onMessage = (): void => undefined;
  readonly accepted = (): void => undefined;
  readonly refused = (): void => undefined;

  async #open(): Promise<void> {
    const view = await this.#session.open({ ...this.#opening, position: this.#position });
    if (this.#ended) return;
    this.animation = null;
    this.view = view;
  }

  async #take(event: EventView): Promise<void> {
    if (this.#ended) return;
    if (event.type === "ended") {
      this.over = true;
      this.onover();
    }
    if (typeof event.position !== "string") return;
    this.#position = event.position;
    try {
      if (event.type !== "moved") return await this.#open();
      const { view, description } = await this.#session.play(event.move);
      if (this.#ended) return;
      this.animation = description;
      this.view = view;
    } catch {
      // The display does not match the events: reopen from the position alone.
      await this.#open().catch(() => undefined);
    }
  }
}
