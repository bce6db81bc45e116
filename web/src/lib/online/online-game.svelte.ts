// A game on a server: the same table as a local game, but the server decides. The judge also runs here, so
// that the user's own moves show at once; the server's events then replace them.

import { RulesError } from "$lib/engine/port";
import type { Session } from "$lib/engine/rules";
import type { ContestState, ContestUpdate, Description, Failure } from "$lib/engine/types";
import type { GameInfo, MoveEvent, Opening, Reading, Seat, View } from "$lib/engine/types";
import { isLow, secondsTo } from "$lib/game/clock";
import { departuresOf, LastTurn } from "$lib/game/last-turn.svelte";
import { movesOf } from "$lib/game/loading";
import { GameHistory } from "$lib/game/history.svelte";
import type { TableGame } from "$lib/game/table-game";
import { recordRequest } from "$lib/game/result";
import { aborting, giverFor, mayOfferDraw, offerOf, resigning, takeBackOf } from "$lib/game/rights";
import { Ticker } from "$lib/game/ticker";
import { browserTools, type Tools } from "$lib/game/tools";
import { rounds } from "$lib/game/turns";
import type { GameFailure, HintMark, Offered, Replay, Result, SavedGame, TakeBack } from "$lib/game/types";
import { api } from "./api";
import { SeatPresence } from "./presence";
import { NOT_NOW, connection, type GameSubscriber, type Presence, type RoomMessage } from "./connection.svelte";
import { failureOf, isSame, onlookersOf, savedOf, type Seated, errorText } from "./convert";
import { me } from "./me.svelte";
import { Premoves } from "./premoves.svelte";
import { concernsChat, Chat } from "./chat.svelte";
import type { ChallengeView, EventView, GameView, PlayerAction, Problem, SeatView } from "./types.gen";
import { PendingActions } from "./pending-actions.svelte";

/** Milliseconds after the end until ratings are computed. */
const RATED_AFTER = 1500;
/** How often an action is resent after conflicting with new events. */
const TRIES = 5;
export class OnlineGame implements TableGame, GameSubscriber {
  readonly online = this;
  readonly game: string;
  readonly invitation: string | null;
  readonly info: GameInfo;
  readonly session: Session;
  current: View = $state.raw()!;
  animation = $state.raw<Description | null>(null);
  failure = $state.raw<GameFailure | null>(null);
  declined = $state<Seat | null>(null);
  /** The last error from the server; shown once. */
  objection = $state.raw<Failure | null>(null);
  /** The seats, updated as players join. */
  seats = $state.raw<SeatView[]>([]);
  /** The user's seat; null for spectators. */
  you = $state<Seat | null>(null);
  spectators = $state(0);
  /** The next game of the series, once a player has asked for it. */
  next = $state<string | null>(null);
  /** A premove that was illegal when its turn came; shown until the next action. */
  dropped = $state<string | null>(null);
  /** The invitation link for an open seat. */
  link = $state<string | null>(null);
  readonly preparing: Premoves;
  readonly talk: Chat;
  readonly #settings: GameView;
  /** The game as last described by the server. */
  #game: GameView = $state.raw()!;
  #contest: ContestState = $state.raw()!;
  /** All events from the server. */
  #log = $state.raw<EventView[]>([]);
  /** The user's actions not yet confirmed by the server. */
  readonly #waiting: PendingActions;
  /** The user's own moves shown before confirmation. */
  #ghosts = $state.raw<string[]>([]);
  /** The number of the last event once they are confirmed. */
  #expected = 0;
  readonly #presence = new SeatPresence();
  #work: Promise<unknown> = Promise.resolve();
  #ended = false;
  readonly #looking = new GameHistory();
  readonly #last: LastTurn;
  readonly #ticking = new Ticker(() => this.#exclusive(() => this.#read()));
  readonly #unfollow: () => void;
  readonly #unnotice: () => void;

  private constructor(
    view: GameView,
    update: ContestUpdate,
    info: GameInfo,
    session: Session,
    invitation: string | null,
    private readonly tools: Tools,
  ) {
    this.game = view.id;
    this.invitation = invitation;
    this.info = info;
    this.session = session;
    this.#settings = view;
    this.#log = view.events;
    this.#waiting = new PendingActions(view.id);
    this.talk = new Chat(
      view.id,
      () => this.you !== null,
      () => this.result !== null,
    );
    this.#seated(view);
    this.current = update.view!;
    this.#contest = update.contest;
    this.#last = new LastTurn((ply) => session.describePly(ply));
    void this.#last.look(this.current, this.saved.seats);
    this.preparing = new Premoves(this, tools.session());
    this.#unfollow = connection.follow(this);
    this.#unnotice = connection.notices(({ notice }) => {
      if (notice === "rematch" && this.result) void this.#refresh();
    });
    this.#watchClock();
    void this.talk.load();
    void this.preparing.load();
  }

  /** Opens an online game. Throws `ApiError`, `Unreachable`, or `WorkerError` if the rules fail. */
  static async load(id: string, invitation: string | null, tools: Tools = browserTools): Promise<OnlineGame> {
    const view = await api.game(id, invitation);
    const session = tools.session();
    try {
      const update = await session.resume(connection.at(), view.events);
      const info = (await tools.games()).find(({ id }) => id === view.game)!;
      return new OnlineGame(view, update, info, session, invitation, tools);
    } catch (error) {
      session.free();
      throw error;
    }
  }

  get id(): string {
    return this.game;
  }
  get seq(): number {
    return this.#log.at(-1)?.seq ?? 0;
  }
  get saved(): SavedGame {
    const known = { ...this.#settings, seats: this.seats, you: this.you, events: this.#log, next: this.next };
    return savedOf(known, movesOf(this.current), this.toAct, this.#contest.ending);
  }
  /** Some seats are open. */
  get isWaiting(): boolean {
    return this.seats.some(({ user, level }) => user === null && level === null) && this.result === null;
  }
  get isRated(): boolean {
    return this.#settings.rated;
  }
  /** A rated or live game of the user against people: no computer help. */
  get isFair(): boolean {
    return this.#game.help === "closed" && this.you !== null && this.result === null;
  }
  /** Takebacks are allowed by agreement. */
  get takesBack(): boolean {
    return this.#settings.take_back;
  }
  /** The open challenge, if the game waits for one. */
  get challenge(): ChallengeView | null {
    return this.#game.challenge ?? null;
  }
  /** The previous game of the series. */
  get previous(): string | null {
    return this.#game.previous ?? null;
  }
  /** Whether the user may ask for the next game, or for a repeat after an abort that was not their fault. */
  get mayRematch(): boolean {
    const isDecided = this.result !== null && this.result.places.length > 0;
    return this.next !== null || this.#game.rematch || isDecided;
  }
  /** Anyone may find and watch it. */
  get isListed(): boolean {
    return this.#settings.listed;
  }
  get isLive(): boolean {
    return this.#settings.clock?.system !== "correspondence";
  }
  /** The opening and moves up to the current position. */
  get opening(): Opening {
    return { ...this.saved.opening, position: this.current.position };
  }
  /** An action of the user is in flight. */
  get isSending(): boolean {
    return this.#waiting.count > 0;
  }
  get isLost(): boolean {
    return connection.state === "lost" || connection.state === "old";
  }
  isConnected(seat: Seat): boolean {
    return this.seats[seat]?.connected ?? false;
  }
  /** End of a player's vacation in milliseconds since 1970; null if not on vacation (TB-11). */
  vacation(seat: Seat): number | null {
    const until = this.seats[seat]?.vacation ?? null;
    return until !== null && until > connection.at() ? until : null;
  }
  /** Whether opponents may claim the game of a player who is away (TB-8). */
  get mayClaim(): boolean {
    return this.you !== null && (this.#contest.may[this.you]?.claim ?? false);
  }
  get mayClaimDraw(): boolean {
    return this.you !== null && (this.#contest.may[this.you]?.claimDraw ?? false);
  }
  /** A player who leaves now aborts the game (TB-3). */
  get leavingAborts(): boolean {
    return this.#contest.departureAborts;
  }
  get busy(): null {
    return null;
  }
  get view(): View {
    return this.#looking.view ?? this.current;
  }
  get ply(): number {
    return this.view.played.length;
  }
  get lookingBack(): boolean {
    return this.#looking.view !== null;
  }
  get result(): Result | null {
    return this.#ghosts.length > 0 ? null : this.#contest.ending;
  }
  get clocks(): Reading[] {
    return this.#contest.clocks;
  }
  get runs(): Seat | null {
    return this.#contest.runs;
  }
  get firstLeft(): number | null {
    return secondsTo(this.#contest.firstDecisionBy, connection.at());
  }
  isLow(seat: Seat): boolean {
    const { clock } = this.saved;
    return clock !== null && this.clocks[seat] !== undefined && isLow(clock, this.clocks[seat]);
  }
  get toAct(): Seat | null {
    return this.#contest.toAct;
  }
  get mayMove(): boolean {
    return !this.lookingBack && this.failure?.kind !== "broken" && this.toAct !== null && this.isMine(this.toAct);
  }
  get from(): Seat {
    return this.you ?? 0;
  }
  get midTurn(): boolean {
    return this.toAct !== null && this.#contest.midTurn;
  }
  get rounds(): number[] {
    return rounds(this.current.played, this.seats.length);
  }
  get score(): number[] {
    return this.saved.series.score;
  }
  get marks(): HintMark[] {
    return [];
  }
  get lastPlies(): Description[] {
    if (this.lookingBack) return this.#looking.plies;
    const { plies } = this.#last;
    return this.midTurn && this.toAct === this.you ? plies.slice(-1) : plies;
  }
  get departures(): MoveEvent[] {
    return this.lookingBack ? departuresOf(this.#looking.plies[0]) : this.#last.departures;
  }
  get replaying(): Replay | null {
    return this.#looking.replay;
  }
  get mayReplay(): boolean {
    return this.current.played.length > 0 && this.failure?.kind !== "broken";
  }
  // No hints in online games.
  readonly hintStep = 0;
  readonly hintMove = null;
  readonly hinting = false;
  readonly hint = (): Promise<void> => Promise.resolve();
  readonly moveNow = (): void => undefined;
  readonly maySkip = false;
  readonly skipToEnd = (): void => undefined;

  get takeBackText(): TakeBack | null {
    return this.#contest.pending ? null : takeBackOf(this.#contest, this.current, this.#mine);
  }
  get offer(): Offered | null {
    return offerOf(this.#contest, this.#mine);
  }
  isMine(seat: Seat): boolean {
    return seat === this.you;
  }
  get mayOfferDraw(): boolean {
    return mayOfferDraw(this.#contest, this.#mine);
  }
  get mayAbort(): boolean {
    return aborting(this.#contest, this.#mine) !== undefined;
  }
  get resigning(): Seat[] {
    return resigning(this.#contest, this.#mine);
  }
  mayGiveTime(seat: Seat): boolean {
    return seat !== this.you && giverFor(this.#contest, seat, this.#mine) !== null;
  }

  play(move: string): Promise<Failure | null> {
    return this.#exclusive(async () => {
      const seat = this.toAct;
      if (!this.mayMove || seat === null) return null;
      try {
        const made = this.#ghosts.length > 0 ? this.#expected : this.seq;
        this.declined = this.dropped = null;
        const update = await this.session.act(connection.at(), seat, { move });
        this.#ghosts = [...this.#ghosts, move];
        this.#expected = update.events.at(-1)?.seq ?? made;
        this.#show(update);
        this.#send({ move }, made);
        return null;
      } catch (error) {
        if (error instanceof RulesError && error.failure.kind !== "request") return error.failure;
        throw error;
      }
    }, null);
  }
  takeBack(): Promise<void> {
    if (this.takeBackText) this.#send("take-back");
    return Promise.resolve();
  }
  resign(): Promise<void> {
    this.#send("resign");
    return Promise.resolve();
  }
  abort(): Promise<void> {
    if (this.mayAbort) this.#send("abort");
    return Promise.resolve();
  }
  offerDraw(): Promise<void> {
    if (this.mayOfferDraw) this.#send("offer-draw");
    return Promise.resolve();
  }
  answer(accepts: boolean): Promise<void> {
    const { offer } = this;
    if (offer) this.#send(offer.by === this.you ? "withdraw" : accepts ? "accept" : "decline");
    return Promise.resolve();
  }
  giveTime(seat: Seat): Promise<void> {
    if (this.mayGiveTime(seat)) this.#send({ "give-time": seat });
    return Promise.resolve();
  }
  claim(what: "leave" | "draw" | "abort"): void {
    this.#send({ claim: what });
  }
  /** Takes a seat. Throws `ApiError` or `Unreachable`. */
  async join(seat: Seat | null, name: string): Promise<void> {
    await me.known(name);
    this.#seated(await api.join(this.game, { seat, invitation: this.invitation }));
    // The connection was anonymous before.
    connection.again();
    void this.talk.load();
  }
  /** Declines a challenge. Throws `ApiError` or `Unreachable`. */
  async decline(): Promise<void> {
    await api.declineChallenge(this.game);
    await this.#refresh();
  }
  goto(ply: number): Promise<void> {
    this.#looking.replay = null;
    return this.#goto(ply);
  }
  async replay(): Promise<void> {
    if (this.replaying) return this.goto(Infinity);
    if (!this.mayReplay) return;
    const begin = this.lookingBack
      ? Math.max(0, this.ply - 1)
      : Math.min(this.#last.begin, this.current.played.length - 1);
    await this.#looking.play(begin, this.current.played.length, this.tools.replayPace, (ply) => this.#goto(ply));
  }
  /** Creates the next game of the series, or joins it. */
  async rematch(): Promise<string | null> {
    try {
      const { id } = await api.rematch(this.game);
      await api.join(id, {});
      return id;
    } catch (error) {
      this.failure = errorText(error);
      return null;
    }
  }
  record(): Promise<string> {
    return this.session.record(recordRequest(this.saved));
  }
  retry(): Promise<void> {
    this.failure = null;
    return this.#exclusive(() => this.#resume());
  }
  dismiss(): void {
    this.failure = null;
  }
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#looking.replay = null;
    this.#ticking.run(false);
    this.#unfollow();
    this.#unnotice();
    this.preparing.end();
    this.session.free();
  }

  opened(): void {
    for (const { id, seq, action } of this.#waiting.all()) connection.act(this.game, id, seq, action);
    void this.talk.load();
    this.talk.send();
    // A player of this game may have logged in meanwhile.
    if (this.you === null && me.user) void this.#refresh();
  }
  onEvents(events: EventView[]): void {
    void this.#exclusive(() => this.#hear(events));
  }
  present(presence: Presence): void {
    this.#presence.update(presence, connection.at());
    this.spectators = presence.spectators;
    this.seats = this.#presence.at(this.seats);
    this.#watchClock();
  }
  onMessage(message: RoomMessage): void {
    this.talk.hear(message);
  }
  accepted(id: string): void {
    // Its events arrive separately, before or after.
    this.#waiting.done(id);
  }
  refused(problem: Problem, id: string | null): void {
    if (id === "plan") {
      this.dropped = this.preparing.premoves[0] ?? "";
      this.preparing.drop();
      return;
    }
    if (id === null && concernsChat(problem)) this.talk.refuse(problem);
    const waits = id === null ? undefined : this.#waiting.find(id);
    if (!waits) return;
    void this.#exclusive(async () => {
      if (problem.status === 409 && waits.tries < TRIES) {
        // The game had moved on: apply the missed events and resend.
        await this.#hear(problem.events ?? []);
        this.#waiting.again(waits.id, this.seq);
        connection.act(this.game, waits.id, this.seq, waits.action);
        return;
      }
      if (problem.status === 503) {
        // It is unknown whether it was stored; resending it unchanged is idempotent.
        setTimeout(() => {
          const still = this.#waiting.find(waits.id);
          if (still && !this.#ended) connection.act(this.game, still.id, still.seq, still.action);
        }, NOT_NOW);
        return;
      }
      this.#waiting.done(waits.id);
      this.objection = failureOf(problem);
      if (this.#ghosts.length > 0) await this.#resume();
    });
  }

  readonly #mine = (seat: Seat): boolean => seat === this.you;

  #exclusive<T>(work: () => Promise<T>, otherwise?: T): Promise<T> {
    const done = this.#work.then(async () => {
      if (this.#ended) return otherwise as T;
      try {
        return await work();
      } catch (error) {
        if (!this.#ended) this.failure = errorText(error);
        return otherwise as T;
      }
    });
    this.#work = done.catch(() => undefined);
    return done;
  }
  #seated(view: GameView): void {
    this.seats = this.#presence.at(view.seats);
    this.you = view.you;
    this.link = view.invitation ?? null;
    this.next = view.next ?? null;
    this.#game = view;
    this.talk.rights = view.chat;
  }
  async #refresh(): Promise<void> {
    try {
      this.#seated(await api.game(this.game, this.invitation));
    } catch {
      // The next event triggers another request.
    }
  }
  /** Ratings are computed shortly after the end. */
  #awaitRatings(tries = 5): void {
    const known = (this.seats as Seated[]).some(({ rating_change: change }) => typeof change === "number");
    if (this.#ended || known || tries === 0) return;
    setTimeout(() => void this.#refresh().then(() => this.#awaitRatings(tries - 1)), RATED_AFTER);
  }
  #send(action: PlayerAction, seq = this.seq): void {
    const { id } = this.#waiting.add(this.tools.id() + this.tools.id(), seq, action);
    connection.act(this.game, id, seq, action);
  }

  async #hear(events: readonly EventView[]): Promise<void> {
    const news = events.filter(({ seq }) => seq > this.seq);
    if (news.length === 0) return;
    // Events are missing: request all of them.
    if (news[0]!.seq !== this.seq + 1) return this.#resume();
    this.#log = [...this.#log, ...news];
    for (const event of news) this.#note(event);
    if (this.#ghosts.length === 0) return this.#show(await this.session.hear(connection.at(), this.#absent, news));
    for (const event of news)
      if (event.type === "moved" && event.seat === this.you && event.move === this.#ghosts[0])
        this.#ghosts = this.#ghosts.slice(1);
    // Drop the moves shown ahead, apply the server's events, and reapply what is still in flight.
    const before = this.current;
    let update = await this.session.resume(connection.at(), this.#log);
    for (const move of this.#ghosts) update = await this.#again(move, update);
    const { view } = update;
    if (view && isSame(view, before)) {
      // As predicted: the view stays, and with it the selection for the next move.
      this.#contest = update.contest;
      this.#watchClock();
    } else this.#show({ ...update, ...(view ? await this.#lastPly(view, before.played.length) : {}) });
  }
  /** Shows a move ahead again if it is still legal. */
  async #again(move: string, update: ContestUpdate): Promise<ContestUpdate> {
    try {
      const after = await this.session.act(connection.at(), this.you, { move });
      this.#expected = after.events.at(-1)?.seq ?? this.#expected;
      return { ...after, view: after.view ?? update.view! };
    } catch (error) {
      if (!(error instanceof RulesError)) throw error;
      this.#ghosts = [];
      return update;
    }
  }
  async #lastPly(view: View, before: number): Promise<{ description?: Description }> {
    const { length } = view.played;
    return length === before + 1 ? { description: await this.session.describePly(length) } : {};
  }
  #note(event: EventView): void {
    const { type } = event;
    // Permissions and chat rooms change here.
    if (type === "joined" || type === "started" || type === "ended") void this.#refresh();
    if (type === "ended" && this.#settings.rated) this.#awaitRatings();
    if (type === "vacation")
      this.seats = this.seats.map((one, at) => (at === event.seat ? { ...one, vacation: event.until } : one));
    const isDeclined = type === "answered" && event.answer === "declined" && event.offer === "draw";
    this.declined = isDeclined ? event.seat : null;
    // Any move of the user's after a dropped premove replaces its message.
    if (type === "moved" && event.seat === this.you) {
      this.dropped = null;
      void this.preparing.load();
    }
  }

  /** Restarts from the server's state. */
  async #resume(): Promise<void> {
    const view = await api.game(this.game, this.invitation);
    this.#log = view.events;
    this.#seated(view);
    this.#ghosts = [];
    this.#show(await this.session.resume(connection.at(), view.events));
  }

  #show(update: ContestUpdate): void {
    this.#contest = update.contest;
    if (update.view) {
      this.current = update.view;
      void this.#last.look(update.view, onlookersOf(this.saved.seats, this.you), update.description ?? null);
      this.#looking.keepBefore(update.view.played.length);
      if (!this.lookingBack) this.animation = update.description ?? null;
      this.preparing.refresh();
    }
    this.#watchClock();
  }

  async #goto(ply: number): Promise<void> {
    await this.#exclusive(async () => {
      const before = this.ply;
      await this.#looking.at(ply, this.current.played.length, (ask) => ask(this.session));
      this.animation = this.ply === before + 1 ? (this.#looking.plies[0] ?? null) : null;
    });
  }

  /** How long the seat to move has been away. */
  get #absent(): number {
    const { toAct } = this;
    return toAct !== null && this.seats[toAct]?.user ? this.#presence.absent(toAct, connection.at()) : 0;
  }
  #watchClock(): void {
    const waits = this.isLive && this.#absent > 0 && this.you !== null;
    const { firstDecisionBy: by } = this.#contest;
    this.#ticking.run(!this.#ended && this.result === null && (this.runs !== null || by !== null || waits));
  }
  /** The current clock readings. They decide nothing: the server reports time-outs. */
  async #read(): Promise<void> {
    this.#contest = (await this.session.hear(connection.at(), this.#absent, [])).contest;
    this.#watchClock();
  }
}
