// A public game followed from an embedded board on another site. Anonymous and read-only; earlier positions
// can be viewed.

import type { Session } from "$lib/engine/rules";
import type { ContestState, ContestUpdate, Description, GameId, Seat, View } from "$lib/engine/types";
import { isLow } from "$lib/game/clock";
import { GameHistory } from "$lib/game/history.svelte";
import { Ticker } from "$lib/game/ticker";
import { browserTools, type Tools } from "$lib/game/tools";
import type { ClockSettings, Holder } from "$lib/game/types";
import { ApiError, Unreachable } from "./api";
import { holdersOf } from "./convert";
import { EventStream, type Reader } from "./stream";
import type { EventView, GameView, Problem } from "./types.gen";

/** External dependencies, replaceable in tests. */
export interface LiveTools extends Pick<Tools, "session" | "at"> {
  game: (id: string) => Promise<GameView>;
  stream: (reader: Reader) => Pick<EventStream, "run" | "hurry">;
}

/** Sends its requests without credentials. */
async function gameForStrangers(id: string): Promise<GameView> {
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`/api/v1/games/${encodeURIComponent(id)}`, { credentials: "omit" });
    answer = await response.json();
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (response.ok) return answer as GameView;
  throw response.status === 404 ? new ApiError(answer as Problem) : new Unreachable(String(response.status));
}
const browser: LiveTools = {
  session: browserTools.session,
  at: browserTools.at,
  game: gameForStrangers,
  stream: (reader) => new EventStream(reader),
};

/** Milliseconds before retrying a game that cannot be opened. */
const AGAIN = 5000;

export class LiveGame implements Reader {
  state = $state<"loading" | "here" | "lost" | "missing">("loading");
  kind = $state<GameId | null>(null);
  animation = $state.raw<Description | null>(null);
  holders = $state.raw<Holder[]>([]);
  contest = $state.raw<ContestState | null>(null);
  /** Some seats are open. */
  waiting = $state(false);
  #current = $state.raw<View | null>(null);
  #clock = $state.raw<ClockSettings | null>(null);
  #log: EventView[] = [];
  /** How far the server's clock is ahead of this device's. */
  #ahead: number | null = null;
  #work: Promise<unknown> = Promise.resolve();
  #ended = false;
  #seen = true;
  #again: ReturnType<typeof setTimeout> | undefined;
  readonly #looking = new GameHistory();
  readonly #session: Session;
  readonly #stream: Pick<EventStream, "run" | "hurry">;
  readonly #ticking = new Ticker(() => this.#exclusive(() => this.#read()));

  constructor(
    readonly game: string,
    private readonly tools: LiveTools = browser,
  ) {
    this.#session = tools.session();
    this.#stream = tools.stream(this);
    void this.#exclusive(() => this.#load());
  }

  get seq(): number {
    return this.#log.at(-1)?.seq ?? 0;
  }
  get view(): View | null {
    return this.#looking.view ?? this.#current;
  }
  /** The ply shown, and the number of plies. */
  get ply(): number {
    return this.#pliesOf(this.view);
  }
  get plies(): number {
    return this.#pliesOf(this.#current);
  }
  /** With two players a resignation ends the game and is no move. */
  #pliesOf(view: View | null): number {
    const played = view?.played ?? [];
    return this.holders.length > 2 ? played.length : played.filter(({ move }) => !move.includes(":")).length;
  }
  get isOver(): boolean {
    return this.contest?.ending != null;
  }
  isLow(seat: Seat): boolean {
    const reading = this.contest?.clocks[seat];
    return this.#clock !== null && reading !== undefined && isLow(this.#clock, reading);
  }

  /** Whether the board is visible: events are requested only then. */
  look(seen: boolean): void {
    this.#seen = seen;
    this.#settle();
  }
  hurry(): void {
    this.#stream.hurry();
  }
  goto(ply: number): Promise<void> {
    return this.#exclusive(async () => {
      const before = this.ply;
      await this.#looking.at(ply, this.plies, (ask) => ask(this.#session));
      this.animation = this.ply === before + 1 ? (this.#looking.plies[0] ?? null) : null;
    });
  }
  end(): void {
    this.#ended = true;
    clearTimeout(this.#again);
    this.#ticking.run(false);
    this.#stream.run(false);
    this.#session.free();
  }

  // Events from the stream.

  onEvents(events: EventView[]): void {
    void this.#exclusive(() => this.#hear(events));
  }
  connected(is: boolean): void {
    if (this.state === "here" || this.state === "lost") this.state = is ? "here" : "lost";
  }
  missing(): void {
    this.state = "missing";
  }

  #exclusive(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(async () => {
      if (!this.#ended) await work();
    });
    // A rules error is fixed by reloading the game.
    this.#work = done.catch(() => this.#retry());
    return this.#work as Promise<void>;
  }
  #retry(): void {
    if (this.#ended) return;
    if (this.state !== "missing") this.state = "lost";
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#exclusive(() => this.#load()), AGAIN);
  }
  #settle(): void {
    const runs = this.#seen && !this.#ended && this.contest !== null && !this.isOver;
    this.#stream.run(runs);
    this.#ticking.run(runs && this.contest?.runs != null);
  }

  #at(): number {
    return Math.round(this.tools.at() + (this.#ahead ?? 0));
  }
  /** Delayed messages underestimate; the fastest one is closest to the truth. */
  #keepTime(at: number): void {
    const ahead = at - this.tools.at();
    this.#ahead = this.#ahead === null ? ahead : Math.max(this.#ahead, ahead);
  }

  async #load(): Promise<void> {
    let game: GameView;
    try {
      game = await this.tools.game(this.game);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.state = "missing";
      return;
    }
    if (game.clocks?.at) this.#keepTime(game.clocks.at);
    this.#log = game.events;
    this.#seated(game);
    this.kind = game.game as GameId;
    this.#clock = game.clock;
    this.#show(await this.#session.resume(this.#at(), game.events));
    this.state = "here";
  }
  #seated(game: GameView): void {
    this.holders = holdersOf(game.seats, null);
    const free = game.seats.some(({ user, level, name }) => user === null && level === null && !name);
    this.waiting = free && game.result === null;
  }

  async #hear(events: readonly EventView[]): Promise<void> {
    const news = events.filter(({ seq }) => seq > this.seq);
    const [first] = news;
    if (!first) return;
    this.#keepTime(news.at(-1)!.at);
    // Some events are missing: reload the game.
    if (first.seq !== this.seq + 1) return this.#load();
    this.#log = [...this.#log, ...news];
    if (news.some(({ type }) => type === "joined" || type === "started"))
      this.#seated(await this.tools.game(this.game));
    this.#show(await this.#session.hear(this.#at(), 0, news));
  }
  #show({ contest, view, description }: ContestUpdate): void {
    if (this.#ended) return;
    this.contest = contest;
    if (view) {
      this.#current = view;
      this.#looking.keepBefore(this.plies);
      if (!this.#looking.view) this.animation = description ?? null;
    }
    this.#settle();
  }
  /** The current clock readings. */
  async #read(): Promise<void> {
    this.contest = (await this.#session.hear(this.#at(), 0, [])).contest;
  }
}
