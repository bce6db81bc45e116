// A game being played on this device: what the page shows and does. The rules are asked; who sits where, clocks, taking back, resigning and the series are
// kept here, and stored after everything that happens.

import { Broken, Refused } from "$lib/engine/port";
import type { Session } from "$lib/engine/rules";
import type { Description, Failure, GameInfo, MoveEvent, Seat, Sentence, View } from "$lib/engine/types";
import { given, lowTime, newClock, takenBack, turnEnded } from "./clock";
import { ComputerTurn } from "./computer-turn.svelte";
import { Computer } from "./computer";
import { whenHidden } from "./hidden";
import { Hint } from "./hint.svelte";
import { Kept } from "./keeping.svelte";
import { loadGame, makeGame } from "./loading";
import { isOut, placesWithout, pointsOf, recordRequest, resultOf } from "./result";
import { RunningClock } from "./running.svelte";
import { browserTools, type Tools } from "./tools";
import { departuresOf, LastTurn } from "./last-turn.svelte";
import { inTurn, rounds, takeBackOf } from "./turns";
import type { Busy, GameFailure, HintMark, Replay, Result, SavedGame, Setup, TakeBack } from "./types";

/** So much longer a pause is when a peg has left the board, as that takes a while to understand. */
const MOMENT = 2.5;

export class LocalGame {
  readonly id: string;
  readonly info: GameInfo;
  /** The game as it stands. */
  current: View = $state.raw()!;
  /** How `view` came about; null after a leap. */
  animation = $state.raw<Description | null>(null);
  failure = $state.raw<GameFailure | null>(null);
  /** The clocks stand because somebody asked for it. */
  paused = $state(false);
  readonly clock: RunningClock;

  #past = $state.raw<View | null>(null);
  #work: Promise<unknown> = Promise.resolve();
  #ended = false;
  #hidden = document.hidden;
  readonly #kept: Kept;
  readonly #hint: Hint;
  readonly #computer: Computer;
  readonly #turn: ComputerTurn;
  readonly #last: LastTurn;
  /** The ply that led to the earlier position that is shown. */
  #pastPly = $state.raw<Description | null>(null);
  #replay = $state.raw<Replay | null>(null);
  readonly #unwatch: (() => void)[];

  private constructor(
    saved: SavedGame,
    view: View,
    info: GameInfo,
    /** For previews by the board: ask it, but change the game only through this class. */
    readonly session: Session,
    private readonly tools: Tools,
  ) {
    this.id = saved.id;
    this.info = info;
    this.#kept = new Kept(saved, tools);
    this.current = view;
    this.clock = new RunningClock(tools.now, (seat) => void this.#exclusive(async () => this.#leave("time", seat)));
    this.clock.run(saved.left, null);
    this.#computer = new Computer(tools.thinker());
    this.#hint = new Hint(this.#computer);
    this.#turn = new ComputerTurn(this.#computer, tools);
    this.#last = new LastTurn((ply) => session.describePly(ply));
    this.#unwatch = [
      tools.store.watch(saved.id, (theirs) => void this.#exclusive(() => this.#adopt(theirs))),
      whenHidden((hidden) => this.#hide(hidden)),
    ];
  }

  /** Makes a game, stores it and answers with its id. Fails with `Refused` when the rules do not know such a game, `Broken` when they cannot be asked. */
  static create(setup: Setup, tools: Tools = browserTools): Promise<string> {
    return makeGame(setup, tools);
  }

  /** Makes a game and begins it. */
  static async start(setup: Setup, tools: Tools = browserTools): Promise<LocalGame> {
    return LocalGame.load(await makeGame(setup, tools), tools);
  }

  /** Opens a stored game where it was left. Fails with `CannotLoad`, or `Broken` when the rules cannot be asked. */
  static async load(id: string, tools: Tools = browserTools): Promise<LocalGame> {
    const { game, view, info, session, failure } = await loadGame(id, tools);
    const playing = new LocalGame(game, view, info, session, tools);
    playing.failure = failure;
    void playing.#last.look(view, game.seats);
    playing.#goOn();
    if (playing.toAct !== null && game.seats.some(({ kind }) => kind === "computer")) playing.#computer.prepare();
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
    return this.#past ?? this.current;
  }
  /** How many plies the view has. */
  get ply(): number {
    return this.view.played.length;
  }
  get lookingBack(): boolean {
    return this.#past !== null;
  }
  get result(): Result | null {
    return resultOf(this.current, this.saved.offBoard, this.info.seats);
  }
  /** The seat whose time ran out. */
  get flag(): Seat | null {
    return this.saved.offBoard?.how === "time" ? this.saved.offBoard.seat : null;
  }
  /** Whether a seat has little time left. */
  isLow(seat: Seat): boolean {
    return this.saved.clock !== null && (this.clock.shown[seat] ?? Infinity) < lowTime(this.saved.clock);
  }
  /** Who must decide; null when it is over. */
  get toAct(): Seat | null {
    return this.saved.offBoard ? null : this.current.status.toAct;
  }
  /** A person may move on the board that is shown. */
  get mayMove(): boolean {
    return !this.lookingBack && this.failure?.kind !== "broken" && this.#isPerson(this.toAct);
  }
  /** The seat at the bottom of the board: the one to act where the board turns, else the first person's. */
  get from(): Seat {
    const { turnBoard, seats } = this.saved;
    if (turnBoard && this.#isPerson(this.toAct)) return this.toAct!;
    return Math.max(
      0,
      seats.findIndex(({ kind }) => kind === "person"),
    );
  }
  /** The seat to act is in the middle of its turn (Number One). */
  get midTurn(): boolean {
    return inTurn(this.current);
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
  /** The plies to be marked on the board: those of the opponents' last turn; in one's own turn, and at an earlier position, the last one. */
  get lastPlies(): Description[] {
    if (this.lookingBack) return this.#pastPly ? [this.#pastPly] : [];
    const { plies } = this.#last;
    return this.midTurn && this.#isPerson(this.toAct) ? plies.slice(-1) : plies;
  }
  /** What has left the board since a person last decided, that decision included; at an earlier position by its last ply. */
  get departures(): MoveEvent[] {
    return this.lookingBack ? departuresOf(this.#pastPly ?? undefined) : this.#last.departures;
  }
  /** A replay that is under way. */
  get replaying(): Replay | null {
    return this.#replay;
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
    return this.#hint.asking;
  }
  /** What taking back would undo; null when nothing can be taken back. Inside an unfinished turn it always can. */
  get takeBackText(): TakeBack | null {
    const { takeBackAllowed, offBoard, series, seats } = this.saved;
    if (offBoard || series.next !== null) return null;
    const back = takeBackOf(this.current, seats);
    return takeBackAllowed || (this.midTurn && back?.plies === 1) ? back : null;
  }

  // What the page does.

  /** Plays a move of the person to act; answers why not, or null when it was played. */
  play(move: string): Promise<Failure | null> {
    return this.#exclusive(async () => {
      if (!this.mayMove) return null;
      this.#turn.calm();
      try {
        await this.#apply(move);
        return null;
      } catch (error) {
        if (error instanceof Refused) return error.failure;
        throw error;
      }
    }, null);
  }

  /** Ends a computer's thinking and waiting: it plays the best it has found. */
  moveNow(): void {
    this.#turn.hurry();
  }

  /** Takes back what `takeBackText` says. */
  takeBack(): Promise<void> {
    return this.#exclusive(async () => {
      const back = this.takeBackText;
      if (!back) return;
      this.#interrupt();
      const now = this.clock.stop();
      const takeBacks = this.saved.takeBacks + (this.midTurn && back.plies === 1 ? 0 : 1);
      const moves = this.saved.moves.slice(0, back.ply);
      await this.#rules((session) => session.follow(moves));
      this.#show(await this.#rules((session) => session.view()), null);
      const { clock, readings, seats } = this.saved;
      const then = clock ? (readings[back.ply - 1] ?? newClock(clock, seats.length)) : [];
      const left = takenBack(now, then, back.seat);
      this.#keep({ moves, readings: readings.slice(0, back.ply), left, takeBacks });
      this.#goOn();
    });
  }

  /** A person gives up. */
  resign(seat: Seat): Promise<void> {
    return this.#exclusive(async () => {
      if (this.#mayResign(seat)) this.#leave("resignation", seat);
    });
  }

  /** Who may mean to give up now: the person to act, or while a computer is to act any person who is still in. */
  get resigning(): Seat[] {
    const people = this.saved.seats.flatMap((_, seat) => (this.#mayResign(seat) ? [seat] : []));
    return this.#isPerson(this.toAct) ? people.filter((seat) => seat === this.toAct) : people;
  }
  /** Whether a seat can be given time: a person's, while a clock decides anything. */
  mayGiveTime(seat: Seat): boolean {
    return this.saved.clock !== null && this.result === null && this.#isPerson(seat);
  }
  /** Gives a person some seconds more. */
  giveTime(seat: Seat): Promise<void> {
    return this.#exclusive(async () => {
      if (!this.mayGiveTime(seat)) return;
      this.#keep({ left: given(this.clock.stop(), seat) });
      this.#startClock();
    });
  }

  /** Shows a step more of a hint: the piece, then the move. */
  async hint(): Promise<void> {
    const hint = this.#hint;
    if (!this.mayMove || hint.asking) return;
    if (hint.step > 0) {
      hint.step = 2;
      return;
    }
    const { saved } = this;
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
      hint.asking = false;
    }
  }

  /** Looks at the position after so many plies, without leaving the game; the last one is the game itself. */
  goto(ply: number): Promise<void> {
    this.#replay = null;
    return this.#goto(ply);
  }

  #goto(ply: number): Promise<void> {
    return this.#exclusive(async () => {
      const before = this.ply;
      const to = Math.max(0, Math.min(ply, this.current.played.length));
      const past = to === this.current.played.length ? null : await this.#rules((session) => session.viewAt(to));
      this.#pastPly = to > 0 ? await this.#rules((session) => session.describePly(to)) : null;
      this.animation = to === before + 1 ? this.#pastPly : null;
      this.#past = past;
    });
  }

  /** Shows the opponents' last turn once more, ply by ply, and what has been played since; a second time ends that. */
  async replay(): Promise<void> {
    if (this.#replay || !this.mayReplay) return this.goto(Infinity);
    const { begin } = this.#last;
    const of = this.current.played.length - begin;
    for (let at = 0; ; at++) {
      // Somebody may have asked for something else meanwhile.
      const replay = (this.#replay = { at, of });
      await this.#goto(begin + at);
      await new Promise((resolve) => setTimeout(resolve, this.tools.replayPace()));
      if (this.#replay !== replay || this.#ended) return;
      if (!this.lookingBack) break;
    }
    this.#replay = null;
  }

  /** Makes the clocks stand until `resume`. */
  pause(): void {
    this.paused = true;
    this.#stand();
  }
  resume(): void {
    this.paused = false;
    if (this.clock.seat === null) this.#startClock();
  }

  /** Begins the next game of the series by the game's own rule, stores it and answers with its id; null when this one goes on. */
  async rematch(): Promise<string | null> {
    return this.#exclusive(async () => {
      const { result, saved, tools } = this;
      if (!result) return null;
      if (saved.series.next !== null && tools.store.load(saved.series.next)) return saved.series.next;
      const { options, players, seats } = await this.#rules((session) => session.rematch(saved.offBoard?.places));
      const { takeBackAllowed, turnBoard, thinkingTime, clock } = saved;
      const series = {
        previous: saved.id,
        next: null,
        number: saved.series.number + 1,
        score: seats.map((seat) => this.score[seat]!),
      };
      const next = await makeGame(
        {
          opening: { game: saved.opening.game, players, options },
          seats: seats.map((seat) => saved.seats[seat]!),
          ...{ takeBackAllowed, turnBoard, thinkingTime, clock },
        },
        tools,
        series,
      );
      this.#keep({ series: { ...saved.series, next } });
      return next;
    }, null);
  }

  /** The record of the game as text, with names, clocks and result. */
  record(): Promise<string> {
    return this.#rules((session) => session.record(recordRequest(this.saved, this.current.played, this.info)));
  }

  /** The failure has been read; it comes again only when something fails again. A broken worker needs `retry`. */
  dismiss(): void {
    if (this.failure?.kind !== "broken") this.failure = null;
  }

  /** After a failure: starts again from the moves there are. */
  retry(): Promise<void> {
    this.failure = null;
    return this.#exclusive(async () => {
      this.#interrupt();
      this.#show(await this.session.open({ ...this.saved.opening, moves: this.saved.moves }), null);
      this.#keep({});
      this.#goOn();
    });
  }

  /** Leaves the game: it is stored as it is, and nothing of it runs any more. */
  end(): void {
    if (this.#ended) return;
    this.#stand();
    this.#ended = true;
    this.#interrupt();
    for (const unwatch of this.#unwatch) unwatch();
    this.#computer.end();
    this.session.free();
  }

  // How it works.

  #isPerson(seat: Seat | null): boolean {
    return seat !== null && this.saved.seats[seat]?.kind === "person";
  }

  #mayResign(seat: Seat): boolean {
    return this.result === null && this.#isPerson(seat) && !isOut(this.current, seat);
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
    this.#interrupt();
    this.#stand();
    if (error instanceof Refused) this.failure = { kind: "refused", sentence: error.failure satisfies Sentence };
    else if (error instanceof Broken) this.failure = { kind: "broken", part, why: error.message };
    else throw error;
  }

  /** Asks the rules. A worker that was started anew (another game's question may have ended the old one) has no session of this game: it is opened again. */
  async #rules<T>(ask: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await ask(this.session);
    } catch (error) {
      if (!(error instanceof Refused) || error.failure.kind !== "request") throw error;
      await this.session.open({ ...this.saved.opening, moves: this.saved.moves });
      return ask(this.session);
    }
  }

  /** Plays a move of whoever is to act. What the worker takes to answer is charged to nobody. */
  async #apply(move: string): Promise<void> {
    const seat = this.toAct!;
    const ran = this.clock.seat !== null;
    const spent = this.clock.stop();
    if (ran && spent[seat] === 0) {
      this.#leave("time", seat);
      return;
    }
    let moved;
    try {
      moved = await this.#rules((session) => session.play(move));
    } catch (error) {
      this.clock.run(spent, this.#runs() ? seat : null);
      throw error;
    }
    const { clock, moves, readings } = this.saved;
    const left = clock && !inTurn(moved.view) ? turnEnded(clock, spent, seat) : spent;
    this.#show(moved.view, moved.description);
    this.#keep({ moves: [...moves, moved.description.move], left, readings: clock ? [...readings, left] : [] });
    this.#goOn();
  }

  /** Shows the game as it stands now; who looks at an earlier position stays there. */
  #show(view: View, animation: Description | null): void {
    this.#forgetHint();
    this.current = view;
    void this.#last.look(view, this.saved.seats, animation);
    if (this.#past && this.#past.played.length >= view.played.length) this.#past = null;
    if (!this.#past) this.animation = animation;
  }

  #leave(how: "resignation" | "time", seat: Seat): void {
    if (this.result) return;
    this.#interrupt();
    const left = this.clock.stop();
    this.#forgetHint();
    this.#keep({ left, offBoard: { how, seat, places: placesWithout(this.current, seat) } });
  }

  #forgetHint(): void {
    if (this.hinting) this.#computer.stop();
    this.#hint.forget();
  }

  /** Changes what is kept and stores it. */
  #keep(change: Partial<SavedGame>): void {
    const stored = this.#kept.change(change, this.current.status);
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
    const { played } = this.current;
    const same = theirs.moves.length === played.length && theirs.moves.every((move, ply) => move === played[ply]?.move);
    // What the rules do not accept is not followed, and not overwritten either.
    if (!same) await this.#rules((session) => session.follow(theirs.moves));
    const goesOn = same && theirs.offBoard?.how === this.saved.offBoard?.how;
    this.#kept.take(theirs);
    if (goesOn) {
      if (this.clock.seat !== null) this.#startClock();
      return;
    }
    this.#interrupt();
    if (!same) {
      const oneMore = theirs.moves.length === played.length + 1;
      const does = oneMore ? await this.#rules((session) => session.describePly(theirs.moves.length)) : null;
      this.#show(await this.#rules((session) => session.view()), does);
    }
    this.#goOn();
  }

  #runs(): boolean {
    // The first move is free, so that nobody pays for finding their way.
    return (
      !this.paused &&
      !this.#hidden &&
      !this.#ended &&
      this.failure?.kind !== "broken" &&
      this.saved.clock !== null &&
      this.saved.moves.length > 0
    );
  }
  #startClock(): void {
    this.clock.run(this.saved.left, this.#runs() ? this.toAct : null);
  }

  #hide(hidden: boolean): void {
    this.#hidden = hidden;
    if (hidden) this.#stand();
    else if (this.clock.seat === null) this.#startClock();
  }
  /** Stops the clock and stores what it shows. */
  #stand(): void {
    if (this.clock.seat !== null) this.#keep({ left: this.clock.stop() });
  }

  #interrupt(): void {
    this.#turn.interrupt();
  }

  /** Lets the clock of the seat to act run, and the computer think if that is its seat. */
  #goOn(): void {
    if (this.#ended) return;
    this.#startClock();
    const seat = this.toAct;
    const holder = seat === null ? undefined : this.saved.seats[seat];
    if (seat !== null && holder?.kind === "computer") void this.#think(seat, holder.level);
  }

  async #think(seat: Seat, level: number): Promise<void> {
    const left = this.saved.clock ? (this.clock.shown[seat] ?? null) : null;
    const pace = this.tools.pace() * (this.#last.hasDeparture ? MOMENT : 1);
    const turn = this.#turn.begin(seat, level, this.saved, left, pace);
    try {
      const move = await turn.move;
      if (!turn.on()) return;
      if (move === null) throw new Broken("the engine found no move");
      await this.#exclusive(async () => {
        if (!turn.on()) return;
        this.#turn.end();
        await this.#apply(move);
      });
    } catch (error) {
      if (turn.on()) this.#failed(error, "engine");
    }
  }
}
