// A game on this device: what the page shows and does. The judge in Rust decides what happens at the table;
// here it is asked, shown, and stored after everything that happens.
//
// Whose time counts: a clock on this device runs only while the game is on a page that is open and visible,
// since nobody can see it otherwise (TB-7). Only where turns take days does time go on.

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

/** How much longer a pause is when a peg has left the board, which takes a while to understand. */
const MOMENT = 2.5;

export class LocalGame {
  readonly online: OnlineGame | null = null;
  readonly id: string;
  readonly info: GameInfo;
  /** For previews by the board: ask it, but change the game only through this class. */
  readonly session: Session;
  /** The game as it stands. */
  current: View = $state.raw()!;
  /** How `view` came about; null after a leap. */
  animation = $state.raw<Description | null>(null);
  failure = $state.raw<GameFailure | null>(null);
  /** Who has declined a draw, until somebody moves. */
  declined = $state<Seat | null>(null);
  #contest: ContestState = $state.raw()!;
  /** Since when nobody can see the clock, by `Tools.at`; null while it is seen. */
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

  /** Opens a stored game where it was left. Fails with `CannotLoad`, or `Broken` if the rules do. */
  static async load(id: string, tools: Tools = browserTools): Promise<LocalGame> {
    const loaded = await loadGame(id, tools);
    const playing = new LocalGame(loaded, tools);
    void playing.#last.look(loaded.view, loaded.game.seats);
    if (!document.hidden) await playing.#exclusive(() => playing.#back());
    playing.#goOn();
    playing.#answerOffer();
    if (playing.toAct !== null && loaded.game.seats.some(({ kind }) => kind === "computer"))
      playing.#computer.prepare();
    return playing;
  }

  // What the page shows.

  /** All that is kept of the game. */
  get saved(): SavedGame {
    return this.#kept.saved;
  }
  /** A computer at work. */
  get busy(): Busy | null {
    return this.#turn.busy;
  }
  /** What to draw: the game as it stands, or an earlier position that is being looked at. */
  get view(): View {
    return this.#looking.view ?? this.current;
  }
  /** How many plies the view has. */
  get ply(): number {
    return this.view.played.length;
  }
  get lookingBack(): boolean {
    return this.#looking.view !== null;
  }
  get result(): Result | null {
    return this.#contest.ending;
  }
  /** What each seat's clock shows; empty without a clock. */
  get clocks(): Reading[] {
    return this.#contest.clocks;
  }
  /** Whose clock runs. */
  get runs(): Seat | null {
    return this.#away === null ? this.#contest.runs : null;
  }
  /**
   * How long the seat to act still has for its first decision, in whole seconds; null while none is awaited
   * (TB-6).
   */
  get firstLeft(): number | null {
    return this.#away === null ? secondsTo(this.#contest.firstDecisionBy, this.tools.at()) : null;
  }
  /** Whether a seat has little time left. */
  isLow(seat: Seat): boolean {
    const { clock } = this.saved;
    return clock !== null && this.clocks[seat] !== undefined && isLow(clock, this.clocks[seat]);
  }
  /** Who must decide; null when it is over. */
  get toAct(): Seat | null {
    return this.#contest.toAct;
  }
  /** A person may move on the board that is shown. */
  get mayMove(): boolean {
    return !this.lookingBack && this.failure?.kind !== "broken" && this.#isPerson(this.toAct);
  }
  /** The seat at the bottom of the board: the one to act where the board turns, else the first person's. */
  get from(): Seat {
    const { turnBoard, seats } = this.saved;
    if (turnBoard && this.#isPerson(this.toAct)) return this.toAct!;
    const first = seats.findIndex(({ kind }) => kind === "person");
    return Math.max(0, first);
  }
  /** The seat to act is in the middle of its turn (Number One). */
  get midTurn(): boolean {
    return this.toAct !== null && this.#contest.midTurn;
  }
  /** For each ply the number of its round, as records count. */
  get rounds(): number[] {
    return rounds(this.current.played, this.saved.seats.length);
  }
  /** For each seat the points of the series, this game included once it is over. */
  get score(): number[] {
    const points = this.result && pointsOf(this.result.places);
    return this.saved.series.score.map((score, seat) => score + (points?.[seat] ?? 0));
  }
  /** Marks of the hint for the board. */
  get marks(): HintMark[] {
    return this.lookingBack ? [] : this.#hint.marks;
  }
  /** The plies to mark: those of the opponents' last turn; in one's own turn, or looking back, the last. */
  get lastPlies(): Description[] {
    if (this.lookingBack) return this.#looking.plies;
    const { plies } = this.#last;
    return this.midTurn && this.#isPerson(this.toAct) ? plies.slice(-1) : plies;
  }
  /** What has left the board since a person began to decide; looking back, what the last ply removed. */
  get departures(): MoveEvent[] {
    return this.lookingBack ? departuresOf(this.#looking.plies[0]) : this.#last.departures;
  }
  /** A replay that is under way. */
  get replaying(): Replay | null {
    return this.#looking.replay;
  }
  /** Whether there is anything to replay. */
  get mayReplay(): boolean {
    return this.current.played.length > 0 && this.failure?.kind !== "broken";
  }
  /** How much of the hint is shown: 0 nothing, 1 the piece, 2 the move. */
  get hintStep(): 0 | 1 | 2 {
    return this.#hint.step;
  }
  /** The move of the hint, once it is shown. */
  get hintMove(): string | null {
    return this.#hint.move;
  }
  /** The engine is looking for a hint. */
  get hinting(): boolean {
    return this.#hint.form;
  }
  /** What taking back would undo; null when nothing can be taken back. */
  get takeBackText(): TakeBack | null {
    return this.saved.series.next === null ? takeBackOf(this.#contest, this.current, this.isMine) : null;
  }
  /** What was offered and waits for an answer. */
  get offer(): Offered | null {
    // Taking back is agreed by doing it.
    const offer = offerOf(this.#contest, this.isMine);
    return offer?.what === "draw" ? offer : null;
  }
  /** Whether whoever looks at the page decides for a seat. */
  readonly isMine = (seat: Seat): boolean => this.#isPerson(seat);
  /** Whether the person to act may offer a draw. */
  get mayOfferDraw(): boolean {
    return mayOfferDraw(this.#contest, this.isMine);
  }
  /** Whether the game may still be aborted. */
  get mayAbort(): boolean {
    return aborting(this.#contest, this.isMine) !== undefined;
  }
  /** Who may mean to give up now, the person to act first. */
  get resigning(): Seat[] {
    return resigning(this.#contest, this.isMine);
  }
  /** Whether a seat can be given time: a person's, while a clock decides anything. */
  mayGiveTime(seat: Seat): boolean {
    return this.#giverFor(seat) !== null;
  }

  // What the page does.

  /** Plays a move of the person to act; answers why not, or null when it was played. */
  play(move: string): Promise<Failure | null> {
    return this.#exclusive(async () => {
      if (!this.mayMove) return null;
      this.#turn.calm();
      try {
        await this.#ask(this.toAct, { move });
        return null;
      } catch (error) {
        if (error instanceof RulesError) return error.failure;
        throw error;
      }
    }, null);
  }

  /** Everybody who could still decide something is out: only computers play on. */
  get maySkip(): boolean {
    return this.result === null && onlyComputersRemain(this.view, this.saved.seats);
  }
  /** The computers play the game to its end at once. */
  skipToEnd(): void {
    if (this.maySkip) this.#turn.skip();
  }

  /** Ends a computer's thinking and waiting: it plays the best it has found. */
  moveNow(): void {
    this.#turn.hurry();
  }

  /** Takes back what `takeBackText` says. At one table everybody agrees by that, and so do computers. */
  takeBack(): Promise<void> {
    return this.#exclusive(async () => {
      const back = this.takeBackText;
      if (!back) return;
      this.#turn.interrupt();
      await this.#ask(back.seat, "take-back");
      for (const seat of this.#contest.pending?.waiting ?? []) await this.#ask(seat, "accept");
    });
  }

  /** A person leaves the game; with three and four seats the others play on (NO-14). */
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
  /** The person to act offers a draw; a computer answers at once, a person when `answer` is called. */
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
  /** Gives a person some seconds more. */
  giveTime(seat: Seat): Promise<void> {
    return this.#exclusive(async () => {
      const giver = this.#giverFor(seat);
      if (giver !== null) await this.#ask(giver, { "give-time": seat });
    });
  }

  /** Shows a step more of a hint: the piece, then the move. */
  async hint(): Promise<void> {
    const [hint, { saved }] = [this.#hint, this];
    if (!this.mayMove || hint.form || hint.goesOn()) return;
    try {
      const move = await hint.ask(saved);
      await this.#exclusive(async () => {
        const legal = this.current.moves.find((legal) => legal.move === move);
        // The game may have gone on meanwhile.
        if (this.saved.moves !== saved.moves || !legal) return;
        hint.show(legal, await this.#rules((session) => session.describe(legal.move)));
      });
    } catch (error) {
      this.#failed(error, "engine");
    } finally {
      hint.form = false;
    }
  }

  /** Looks at the position after so many plies, without leaving the game; the last one is the game itself. */
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

  /** Shows the opponents' last turn again, ply by ply, and what followed it; a second call ends that. */
  replay(): Promise<void> {
    if (this.replaying || !this.mayReplay) return this.goto(Infinity);
    const pace = () => this.tools.replayPace();
    return this.#looking.play(this.#last.begin, this.current.played.length, pace, (ply) => this.#goto(ply));
  }

  /** Stores the next game of the series, by the game's own rule; answers its id, null if this one goes on. */
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

  /** The record of the game as text, with names, clocks and result. */
  record(): Promise<string> {
    return this.#rules((session) => session.record(recordRequest(this.saved)));
  }

  /** The failure has been read; it is shown again only if it happens again. A broken worker needs `retry`. */
  dismiss(): void {
    if (this.failure?.kind === "broken") return;
    this.failure = null;
    if (!document.hidden) void this.#exclusive(() => this.#back());
  }

  /** After a failure: starts again from the moves there are. */
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

  /** Leaves the game: it is stored as it is, and nothing of it runs any more. */
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

  // How it works.

  /** At one table time is given by anybody, a computer among them, but to people only. */
  #giverFor(seat: Seat): Seat | null {
    return this.#isPerson(seat) ? giverFor(this.#contest, seat, () => true) : null;
  }

  #isPerson(seat: Seat | null): boolean {
    return seat !== null && this.saved.seats[seat]?.kind === "person";
  }

  /** One thing after the other; a worker that dies becomes a failure that is shown. */
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

  /** Asks the rules. A worker that was restarted (for another game's sake) gets this game's session again. */
  async #rules<T>(ask: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await ask(this.session);
    } catch (error) {
      if (!(error instanceof RulesError) || error.failure.kind !== "request") throw error;
      await judged(this.session, this.saved, this.tools.at());
      return ask(this.session);
    }
  }

  /** Asks the judge for something, now. What the worker takes to answer is charged to nobody. */
  async #ask(seat: Seat | null, action: Action): Promise<void> {
    const at = this.tools.at();
    if (this.#away !== null) {
      await this.#chargeNobody(at);
      this.#away = at;
    }
    this.#took(await this.#rules((session) => session.act(at, seat, action)));
  }

  /** Nobody could see the clock until now. */
  async #chargeNobody(at: number): Promise<void> {
    if (this.#away === null || !this.#stands) return;
    const away = Math.max(0, at - this.#away);
    this.#took(await this.#rules((session) => session.act(at, null, { resume: { away } })));
  }

  /** The clock can be seen again. */
  async #back(): Promise<void> {
    const at = this.tools.at();
    if (this.#away !== null && this.#stands) {
      await this.#chargeNobody(at);
      this.#took(await this.#rules((session) => session.act(at, null, "return")));
    }
    this.#away = null;
    this.#watchClock();
  }

  /** The clock stands while nobody can see it. */
  get #stands(): boolean {
    const { clock } = this.saved;
    return clock !== null && clock.system !== "correspondence" && this.toAct !== null;
  }

  /** What the judge has said: it is shown and stored, and the game goes on. */
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

  /** Shows the game as it stands now; who looks at an earlier position stays there. */
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

  /** Changes what is kept and stores it. */
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

  /** Another page with this game has stored something: that is the game now. */
  async #adopt(theirs: SavedGame): Promise<void> {
    if (this.#ended || !this.#kept.isNews(theirs)) return;
    const plies = this.current.played.length;
    if (isSameLog(theirs.log, this.saved.log)) return this.#kept.take(theirs);
    // What the judge does not accept is not followed, and not overwritten either.
    const { view, contest } = await judged(this.session, theirs, this.tools.at());
    this.#kept.take(theirs);
    this.#contest = contest;
    this.#turn.interrupt();
    const last = view.played.length === plies + 1 ? this.#rules((session) => session.describePly(plies + 1)) : null;
    this.#show(view, await last);
    this.#watchClock();
    this.#goOn();
  }

  /** Time passes that counts: of a clock, or for a first decision. */
  get #counts(): boolean {
    return this.#away === null && (this.#contest.runs !== null || this.#contest.firstDecisionBy !== null);
  }
  /** While time counts that can be seen, the judge is asked again and again what the clocks show. */
  #watchClock(): void {
    this.#ticking.run(this.#counts && !this.#ended && this.failure?.kind !== "broken");
  }
  async #tick(): Promise<void> {
    if (this.#counts) this.#took(await this.#rules((session) => session.tick(this.tools.at())));
  }

  /** From now on nobody sees the clock. This is stored at once: the page may be gone in a moment. */
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

  /** A draw that was offered to a computer is not left open. */
  #answerOffer(): void {
    const to = this.offer?.to ?? null;
    if (to !== null && !this.#isPerson(to)) void this.#considerDraw(to);
  }
  /** A computer agrees to a draw when it thinks that it is not the better one. */
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
