// A game on this device. The judge in Rust decides what happens; this class asks it, shows the result and
// stores every change. A local clock runs only while the game's page is open and visible, because it cannot
// be seen otherwise (TB-7). Only correspondence clocks keep running.

import { WorkerError, RulesError } from "$lib/engine/port";
import type { Session } from "$lib/engine/rules";
import type { Action, ContestState, ContestUpdate, Description, Failure } from "$lib/engine/types";
import type { GameInfo, MoveEvent, Reading, Seat, View } from "$lib/engine/types";
import type { OnlineGame } from "$lib/online/online-game.svelte";
import { isLow, secondsTo } from "./clock";
import { ComputerTurn } from "./computer-turn.svelte";
import { Computer } from "./computer";
import { onVisibilityChange } from "./visibility";
import { Hint } from "./hint.svelte";
import { StoredGame } from "./stored-game.svelte";
import { changed, isSameLog, judged, type Loaded, loadGame, nextGame } from "./loading";
import { onlyComputersRemain, pointsOf, recordRequest } from "./result";
import { aborting, giverFor, mayOfferDraw, offerOf, resigning, takeBackOf } from "./rights";
import { Ticker } from "./ticker";
import { browserTools, type Tools } from "./tools";
import { departuresOf, LastTurn } from "./last-turn.svelte";
import { GameHistory } from "./history.svelte";
import { rounds } from "./turns";
import type { Busy, GameFailure, HintMark, Offered, Replay, Result, SavedGame, TakeBack } from "./types";

/** Pause factor after a peg was eliminated, which takes longer to follow. */
const MOMENT = 2.5;

export class LocalGame {
  readonly online: OnlineGame | null = null;
  readonly id: string;
  readonly info: GameInfo;
  /** For previews by the board: query it, but change the game only through this class. */
  readonly session: Session;
  current: View = $state.raw()!;
  /** The move that led to `view`; null after a jump. */
  animation = $state.raw<Description | null>(null);
  failure = $state.raw<GameFailure | null>(null);
  /** The seat that declined a draw, until the next move. */
  declined = $state<Seat | null>(null);
  #contest: ContestState = $state.raw()!;
  /** Since when the clock has been out of sight, by `Tools.at`; null while visible. */
  #away = $state<number | null>(null);
  readonly #ticking = new Ticker(() => this.#exclusive(() => this.#tick()));

  readonly #looking = new GameHistory();
  #work: Promise<unknown> = Promise.resolve();
  #ended = false;
  readonly #kept: StoredGame;
  readonly #hint: Hint;
  readonly #computer: Computer;
  readonly #turn: ComputerTurn;
  readonly #last: LastTurn;
  readonly #unwatch: (() => void)[];

  private constructor(
    { game, view, contest, info, session, failure }: Loaded,
    private readonly tools: Tools,
  ) {
    this.id = game.id;
    this.info = info;
    this.session = session;
    this.failure = failure;
    this.#kept = new StoredGame(game, tools);
    this.current = view;
    this.#contest = contest;
    this.#away = game.seen;
    this.#computer = new Computer(tools.engine());
    this.#hint = new Hint(this.#computer);
    this.#turn = new ComputerTurn(this.#computer, tools);
    this.#last = new LastTurn((ply) => session.describePly(ply));
    this.#unwatch = [
      tools.store.watch(game.id, (theirs) => void this.#exclusive(() => this.#adopt(theirs))),
      onVisibilityChange((hidden) => (hidden ? this.#stand() : void this.#exclusive(() => this.#back()))),
    ];
  }

  /** Opens a stored game. Throws `CannotLoad`, or `WorkerError` if the rules fail. */
  static async load(id: string, tools: Tools = browserTools): Promise<LocalGame> {
    const loaded = await loadGame(id, tools);
    const playing = new LocalGame(loaded, tools);
    void playing.#last.look(loaded.view, loaded.game.seats);
    if (!document.hidden) await playing.#exclusive(() => playing.#back());
    const chosen = tools.store.chosen(id, loaded.game.moves.length);
    if (chosen !== null) await playing.play(chosen);
    playing.#goOn();
    playing.#answerOffer();
    if (playing.toAct !== null && loaded.game.seats.some(({ kind }) => kind === "computer"))
      playing.#computer.prepare();
    return playing;
  }

  get saved(): SavedGame {
    return this.#kept.saved;
  }
  get busy(): Busy | null {
    return this.#turn.busy;
  }
  /** The position to draw: the current one, or an earlier one being viewed. */
  get view(): View {
    return this.#looking.view ?? this.current;
  }
  /** Number of plies of the view. */
  get ply(): number {
    return this.view.played.length;
  }
  get lookingBack(): boolean {
    return this.#looking.view !== null;
  }
  get result(): Result | null {
    return this.#contest.ending;
  }
  /** Clock readings by seat; empty without a clock. */
  get clocks(): Reading[] {
    return this.#contest.clocks;
  }
  /** The seat whose clock is running. */
  get runs(): Seat | null {
    return this.#away === null ? this.#contest.runs : null;
  }
  /** Whole seconds left for the first decision; null if none is due (TB-6). */
  get firstLeft(): number | null {
    return this.#away === null ? secondsTo(this.#contest.firstDecisionBy, this.tools.at()) : null;
  }
  isLow(seat: Seat): boolean {
    const { clock } = this.saved;
    return clock !== null && this.clocks[seat] !== undefined && isLow(clock, this.clocks[seat]);
  }
  /** The seat to move; null when the game is over. */
  get toAct(): Seat | null {
    return this.#contest.toAct;
  }
  /** A person may move on the board shown. */
  get mayMove(): boolean {
    return !this.lookingBack && this.failure?.kind !== "broken" && this.#isPerson(this.toAct);
  }
  /**
   * The seat at the bottom of the board: the one to move if the board turns, otherwise the first person's.
   */
  get from(): Seat {
    const { turnBoard, seats } = this.saved;
    if (turnBoard && this.#isPerson(this.toAct)) return this.toAct!;
    const first = seats.findIndex(({ kind }) => kind === "person");
    return Math.max(0, first);
  }
  /** The seat to move is in the middle of its turn (Number One). */
  get midTurn(): boolean {
    return this.toAct !== null && this.#contest.midTurn;
  }
  /** Round number of each ply, as records count. */
  get rounds(): number[] {
    return rounds(this.current.played, this.saved.seats.length);
  }
  /** Series score by seat, including this game once it is over. */
  get score(): number[] {
    const points = this.result && pointsOf(this.result.places);
    return this.saved.series.score.map((score, seat) => score + (points?.[seat] ?? 0));
  }
  get marks(): HintMark[] {
    return this.lookingBack ? [] : this.#hint.marks;
  }
  /** Plies to mark: the opponents' last turn; during one's own turn or in history, the last ply. */
  get lastPlies(): Description[] {
    if (this.lookingBack) return this.#looking.plies;
    const { plies } = this.#last;
    return this.midTurn && this.#isPerson(this.toAct) ? plies.slice(-1) : plies;
  }
  /** Removals since a person last decided; in history, those of the last ply. */
  get departures(): MoveEvent[] {
    return this.lookingBack ? departuresOf(this.#looking.plies[0]) : this.#last.departures;
  }
  get replaying(): Replay | null {
    return this.#looking.replay;
  }
  get mayReplay(): boolean {
    return this.current.played.length > 0 && this.failure?.kind !== "broken";
  }
  /** 0 nothing, 1 the piece, 2 the move. */
  get hintStep(): 0 | 1 | 2 {
    return this.#hint.step;
  }
  /** The hinted move, once revealed. */
  get hintMove(): string | null {
    return this.#hint.move;
  }
  get hinting(): boolean {
    return this.#hint.isSearching;
  }
  /** What taking back would undo; null if impossible. */
  get takeBackText(): TakeBack | null {
    return this.saved.series.next === null ? takeBackOf(this.#contest, this.current, this.isMine) : null;
  }
  get offer(): Offered | null {
    // Local players agree to a takeback by making it.
    const offer = offerOf(this.#contest, this.isMine);
    return offer?.what === "draw" ? offer : null;
  }
  /** Whether a person at this device plays a seat. */
  readonly isMine = (seat: Seat): boolean => this.#isPerson(seat);
  /** Whether the person to move may offer a draw. */
  get mayOfferDraw(): boolean {
    return mayOfferDraw(this.#contest, this.isMine);
  }
  get mayAbort(): boolean {
    return aborting(this.#contest, this.isMine) !== undefined;
  }
  /** People who may resign, the one to move first. */
  get resigning(): Seat[] {
    return resigning(this.#contest, this.isMine);
  }
  /** Whether a seat can be given time: only people, and only with a clock. */
  mayGiveTime(seat: Seat): boolean {
    return this.#giverFor(seat) !== null;
  }

  /** Plays a move for the person to move; resolves to the reason if it was rejected. */
  play(move: string): Promise<Failure | null> {
    if (this.mayMove) this.tools.store.choose(this.id, { after: this.saved.moves.length, move });
    return this.#exclusive(async () => {
      if (!this.mayMove) return null;
      this.#turn.calm();
      try {
        await this.#ask(this.toAct, { move });
        return null;
      } catch (error) {
        if (error instanceof RulesError) return error.failure;
        throw error;
      } finally {
        this.tools.store.choose(this.id, null);
      }
    }, null);
  }

  /** All people are out: only computers play on. */
  get maySkip(): boolean {
    return this.result === null && onlyComputersRemain(this.view, this.saved.seats);
  }
  /** Lets the computers finish the game at once. */
  skipToEnd(): void {
    if (this.maySkip) this.#turn.skip();
  }

  /** Interrupts the computer: it plays its best move so far. */
  moveNow(): void {
    this.#turn.hurry();
  }

  /** Takes back as `takeBackText` says. Local players and computers always agree. */
  takeBack(): Promise<void> {
    return this.#exclusive(async () => {
      const back = this.takeBackText;
      if (!back) return;
      this.#turn.interrupt();
      await this.#ask(back.seat, "take-back");
      for (const seat of this.#contest.pending?.waiting ?? []) await this.#ask(seat, "accept");
    });
  }

  /** Resigns for a person; with three and four seats the others play on (NO-14). */
  resign(seat: Seat): Promise<void> {
    return this.#exclusive(async () => {
      if (this.resigning.includes(seat)) await this.#ask(seat, "resign");
    });
  }

  /** Ends the game without a result. */
  abort(): Promise<void> {
    return this.#exclusive(async () => {
      const seat = aborting(this.#contest, this.isMine);
      if (seat !== undefined) await this.#ask(seat, "abort");
    });
  }
  /** Offers a draw for the person to move; a computer answers at once, a person through `answer`. */
  offerDraw(): Promise<void> {
    return this.#exclusive(async () => {
      if (!this.mayOfferDraw) return;
      await this.#ask(this.toAct, "offer-draw");
      this.#answerOffer();
    });
  }
  answer(accepts: boolean): Promise<void> {
    return this.#exclusive(async () => {
      const offer = this.offer;
      if (offer && this.#isPerson(offer.to)) await this.#answerDraw(offer.to, accepts);
    });
  }
  /** Adds some seconds to a person's clock. */
  giveTime(seat: Seat): Promise<void> {
    return this.#exclusive(async () => {
      const giver = this.#giverFor(seat);
      if (giver !== null) await this.#ask(giver, { "give-time": seat });
    });
  }

  /** Reveals the next step of a hint: the piece, then the move. */
  async hint(): Promise<void> {
    const [hint, { saved }] = [this.#hint, this];
    if (!this.mayMove || hint.isSearching || hint.goesOn()) return;
    try {
      const move = await hint.ask(saved);
      await this.#exclusive(async () => {
        const legal = this.current.moves.find((legal) => legal.move === move);
        // The game may have changed in the meantime.
        if (this.saved.moves !== saved.moves || !legal) return;
        hint.show(legal, await this.#rules((session) => session.describe(legal.move)));
      });
    } catch (error) {
      this.#failed(error, "engine");
    } finally {
      hint.isSearching = false;
    }
  }

  /** Shows the position after a number of plies; the last one is the current game. */
  goto(ply: number): Promise<void> {
    this.#looking.replay = null;
    return this.#goto(ply);
  }
  #goto(ply: number): Promise<void> {
    return this.#exclusive(async () => {
      const before = this.ply;
      await this.#looking.at(ply, this.current.played.length, (ask) => this.#rules(ask));
      this.animation = this.ply === before + 1 ? (this.#looking.plies[0] ?? null) : null;
    });
  }

  /** Replays the opponents' last turn ply by ply; a second call stops it. */
  replay(): Promise<void> {
    if (this.replaying || !this.mayReplay) return this.goto(Infinity);
    const pace = () => this.tools.replayPace();
    return this.#looking.play(this.#last.begin, this.current.played.length, pace, (ply) => this.#goto(ply));
  }

  /**
   * Stores the next game of the series by the game's own rule; returns its id, or null if this game is not
   * over.
   */
  async rematch(): Promise<string | null> {
    return this.#exclusive(async () => {
      const { result, saved, tools } = this;
      if (!result || result.places.length === 0) return null;
      if (saved.series.next !== null && tools.store.load(saved.series.next)) return saved.series.next;
      const rematch = await this.#rules((session) => session.rematch());
      const next = await nextGame(saved, this.score, rematch, tools);
      this.#keep({ series: { ...saved.series, next } });
      return next;
    }, null);
  }

  /** The game record as text, with names, clocks and result. */
  record(): Promise<string> {
    return this.#rules((session) => session.record(recordRequest(this.saved)));
  }

  /** Dismisses a failure until it happens again. A dead worker needs `retry`. */
  dismiss(): void {
    if (this.failure?.kind === "broken") return;
    this.failure = null;
    if (!document.hidden) void this.#exclusive(() => this.#back());
  }

  /** Restarts from the moves played, after a failure. */
  retry(): Promise<void> {
    this.failure = null;
    return this.#exclusive(async () => {
      this.#turn.interrupt();
      const { view, contest } = await judged(this.session, this.saved, this.tools.at());
      this.#contest = contest;
      this.#show(view, null);
      if (!document.hidden) await this.#back();
      this.#keep({});
      this.#goOn();
    });
  }

  /** Leaves the game: stores it and stops all timers. */
  end(): void {
    if (this.#ended) return;
    this.#stand();
    this.#ended = true;
    this.#looking.replay = null;
    this.#watchClock();
    this.#turn.interrupt();
    for (const unwatch of this.#unwatch) unwatch();
    this.#computer.end();
    this.session.free();
  }

  /** Any local seat can give time, even a computer's, but only to people. */
  #giverFor(seat: Seat): Seat | null {
    return this.#isPerson(seat) ? giverFor(this.#contest, seat, () => true) : null;
  }

  #isPerson(seat: Seat | null): boolean {
    return seat !== null && this.saved.seats[seat]?.kind === "person";
  }

  /** Runs tasks one after another and shows a worker failure to the user. */
  #exclusive<T>(work: () => Promise<T>, otherwise?: T): Promise<T> {
    const done = this.#work.then(async () => {
      if (this.#ended) return otherwise as T;
      try {
        return await work();
      } catch (error) {
        this.#failed(error, "rules");
        return otherwise as T;
      }
    });
    this.#work = done.catch(() => undefined);
    return done;
  }

  #failed(error: unknown, part: "rules" | "engine"): void {
    if (this.#ended) return;
    this.#turn.interrupt();
    this.#stand();
    if (error instanceof RulesError) this.failure = { kind: "refused", sentence: error.failure };
    else if (error instanceof WorkerError) this.failure = { kind: "broken", part, why: error.message };
    else throw error;
  }

  /** Calls the rules. If the worker was restarted by another game, restores this session first. */
  async #rules<T>(ask: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await ask(this.session);
    } catch (error) {
      if (!(error instanceof RulesError) || error.failure.kind !== "request") throw error;
      await judged(this.session, this.saved, this.tools.at());
      return ask(this.session);
    }
  }

  /** Sends an action to the judge. The worker's response time is not charged to any clock. */
  async #ask(seat: Seat | null, action: Action): Promise<void> {
    const at = this.tools.at();
    if (this.#away !== null) {
      await this.#excludeHiddenTime(at);
      this.#away = at;
    }
    this.#took(await this.#rules((session) => session.act(at, seat, action)));
  }

  /** Excludes the time since the clock was last visible. */
  async #excludeHiddenTime(at: number): Promise<void> {
    if (this.#away === null || !this.#stands) return;
    const away = Math.max(0, at - this.#away);
    this.#took(await this.#rules((session) => session.act(at, null, { resume: { away } })));
  }

  /** The clock is visible again. */
  async #back(): Promise<void> {
    const at = this.tools.at();
    if (this.#away !== null && this.#stands) {
      await this.#excludeHiddenTime(at);
      this.#took(await this.#rules((session) => session.act(at, null, "return")));
    }
    this.#away = null;
    this.#watchClock();
  }

  /** The clock is stopped while out of sight. */
  get #stands(): boolean {
    const { clock } = this.saved;
    return clock !== null && clock.system !== "correspondence" && this.toAct !== null;
  }

  /** Shows and stores the judge's answer, and continues the game. */
  #took(answer: ContestUpdate): void {
    this.#contest = answer.contest;
    if (answer.view) {
      this.#turn.interrupt();
      this.declined = null;
      this.#show(answer.view, answer.description ?? null);
    }
    if (answer.events.length > 0) this.#keep(changed(this.saved, answer, this.current));
    this.#watchClock();
    if (answer.view) this.#goOn();
  }

  /** Shows the current position; a user viewing history stays there. */
  #show(view: View, animation: Description | null): void {
    this.#forgetHint();
    this.current = view;
    void this.#last.look(view, this.saved.seats, animation);
    this.#looking.keepBefore(view.played.length);
    if (!this.lookingBack) this.animation = animation;
  }

  #forgetHint(): void {
    if (this.hinting) this.#computer.stop();
    this.#hint.forget();
  }

  /** Changes the stored data and saves them. */
  #keep(change: Partial<SavedGame>): void {
    const stored = this.#kept.change({ ...change, seen: this.#away ?? this.tools.at() });
    if (stored.ok) {
      if (this.failure?.kind === "storage") this.failure = null;
    } else if (stored.why === "conflict") {
      this.failure = { kind: "elsewhere" };
      void this.#exclusive(() => this.#adopt(stored.theirs));
    } else if (!stored.again) {
      this.failure ??= { kind: "storage", why: stored.why };
    }
  }

  /** Takes over what another tab has stored for this game. */
  async #adopt(theirs: SavedGame): Promise<void> {
    if (this.#ended || !this.#kept.isNews(theirs)) return;
    const plies = this.current.played.length;
    if (isSameLog(theirs.log, this.saved.log)) return this.#kept.take(theirs);
    // Invalid data is neither followed nor overwritten.
    const { view, contest } = await judged(this.session, theirs, this.tools.at());
    this.#kept.take(theirs);
    this.#contest = contest;
    this.#turn.interrupt();
    const last = view.played.length === plies + 1 ? this.#rules((session) => session.describePly(plies + 1)) : null;
    this.#show(view, await last);
    this.#watchClock();
    this.#goOn();
  }

  /** Whether time matters: on a clock, or for a first decision. */
  get #counts(): boolean {
    return this.#away === null && (this.#contest.runs !== null || this.#contest.firstDecisionBy !== null);
  }
  /** Polls the judge for clock readings while time matters and the page is visible. */
  #watchClock(): void {
    this.#ticking.run(this.#counts && !this.#ended && this.failure?.kind !== "broken");
  }
  async #tick(): Promise<void> {
    if (this.#counts) this.#took(await this.#rules((session) => session.tick(this.tools.at())));
  }

  /** Stops the clock while the page is hidden. Stored at once, because the page may be closed any moment. */
  #stand(): void {
    if (this.#away !== null || this.#ended) return;
    this.#away = this.tools.at();
    this.#watchClock();
    if (this.#stands) this.#keep({});
  }

  /** Lets the computer think if it is its turn. */
  #goOn(): void {
    if (this.#ended) return;
    const seat = this.toAct;
    const holder = seat === null ? undefined : this.saved.seats[seat];
    if (seat !== null && holder?.kind === "computer") void this.#think(seat, holder.level);
  }

  /** A computer answers a draw offer. */
  #answerOffer(): void {
    const to = this.offer?.to ?? null;
    if (to !== null && !this.#isPerson(to)) void this.#considerDraw(to);
  }
  /** A computer accepts a draw unless it thinks it is better. */
  async #considerDraw(seat: Seat): Promise<void> {
    try {
      const worth = await this.#computer.worth(this.saved, seat);
      await this.#exclusive(async () => {
        if (this.offer?.to === seat) await this.#answerDraw(seat, worth >= 0);
      });
    } catch (error) {
      this.#failed(error, "engine");
    }
  }
  async #answerDraw(seat: Seat, accepts: boolean): Promise<void> {
    await this.#ask(seat, accepts ? "accept" : "decline");
    if (!accepts) this.declined = seat;
  }

  async #think(seat: Seat, level: number): Promise<void> {
    const left = this.clocks[seat]?.left ?? null;
    const pace = this.tools.pace() * (this.#last.hasDeparture ? MOMENT : 1);
    const turn = this.#turn.begin(seat, level, this.saved, left, pace);
    try {
      const move = await turn.move;
      if (!turn.on()) return;
      if (move === null) throw new WorkerError("the engine found no move");
      await this.#exclusive(async () => {
        if (!turn.on()) return;
        this.#turn.end();
        await this.#ask(seat, { move });
      });
    } catch (error) {
      if (turn.on()) this.#failed(error, "engine");
    }
  }
}
