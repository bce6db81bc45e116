// Creating and loading games on this device. A game the judge rejects is neither stored nor opened.

import { RulesError } from "$lib/engine/port";
import type { Session } from "$lib/engine/rules";
import type {
  Arg,
  Beginning,
  LoggedEvent,
  ContestState,
  GameInfo,
  ContestUpdate,
  Rematch,
  View,
} from "$lib/engine/types";
import { newGame } from "./saved";
import { browserTools, type Tools } from "./tools";
import type { GameFailure, Holder, SavedGame, Series, Setup, Unreadable } from "./types";

/** Why a stored game cannot be opened. Nothing was changed; `text` is the stored data, for export. */
export class CannotLoad extends Error {
  constructor(
    readonly problem: { why: "missing" } | Unreadable,
    readonly text: string = "",
  ) {
    super(problem.why);
    this.name = "CannotLoad";
  }
}

/** A player as written in game records. */
const holderText = (holder: Holder): string =>
  holder.kind === "person" ? holder.name : `Computer, level ${holder.level}`;

function beginningOf(game: SavedGame, at: number): Beginning {
  const { opening, clock, takeBackAllowed: takeBack, drawOffersFrom, seats, moves, past } = game;
  const terms = { ...opening, takeBack, ...(clock && { clock }), ...(drawOffersFrom && { drawOffersFrom }) };
  return { at, terms, names: seats.map(holderText), moves, ...past };
}

/** The plies of a game. With three and four seats they include resignations, because the others play on. */
export const movesOf = ({ played, players }: View): string[] =>
  played.filter(({ leaves }) => players > 2 || !leaves).map(({ move }) => move);

/** The stored game after new events. */
export function changed(game: SavedGame, { events, contest: { toAct, ending } }: ContestUpdate, view: View): SavedGame {
  const { past: _, ...rest } = game;
  const kept = ending && { termination: ending.termination, places: ending.places, leaver: ending.leaver };
  return { ...rest, log: [...game.log, ...events], moves: movesOf(view), toAct, ending: kept };
}

/** Whether two tabs have the same log: logs only grow, and each event has its own time. */
export const isSameLog = (a: readonly LoggedEvent[], b: readonly LoggedEvent[]): boolean =>
  a.length === b.length && a.at(-1)?.at === b.at(-1)?.at;

/** Restores a game in the judge from its log, or starts it. */
export async function judged(session: Session, game: SavedGame, at: number): Promise<ContestUpdate & { view: View }> {
  const fresh = game.log.length === 0;
  const answer = await (fresh ? session.begin(beginningOf(game, at)) : session.resume(at, game.log));
  const view = answer.view!;
  if (view.players === game.seats.length) return { ...answer, view };
  const seats = [game.seats.length, view.players];
  const args = seats.map((value): Arg => ({ kind: "number", value }));
  throw new RulesError({ kind: "setup", key: "seats", args, text: `${seats[0]} are seated for a game of ${seats[1]}` });
}

/**
 * Creates and stores a game, and returns its id. Throws `RulesError` if the rules reject it, `WorkerError` if
 * they cannot be asked.
 */
export async function createGame(setup: Setup, tools: Tools = browserTools, series?: Series): Promise<string> {
  const game = { ...newGame(setup, tools.id(), tools.date()), seen: tools.at() };
  const session = tools.session();
  try {
    const answer = await judged(session, game, tools.at());
    tools.store.save({ ...changed(game, answer, answer.view), series: series ?? game.series }, 0);
  } finally {
    session.free();
  }
  return game.id;
}

/** Creates and stores the next game of a series with the score so far, and returns its id. */
export function nextGame(saved: SavedGame, score: readonly number[], next: Rematch, tools: Tools): Promise<string> {
  const { id, opening, takeBackAllowed, drawOffersFrom, turnBoard, thinkingTime, clock, series } = saved;
  return createGame(
    {
      opening: { game: opening.game, players: next.players, options: next.options },
      seats: next.seats.map((seat) => saved.seats[seat]!),
      ...{ takeBackAllowed, turnBoard, thinkingTime, clock, ...(drawOffersFrom && { drawOffersFrom }) },
    },
    tools,
    { previous: id, next: null, number: series.number + 1, score: next.seats.map((seat) => score[seat]!) },
  );
}

export interface Loaded {
  game: SavedGame;
  session: Session;
  view: View;
  contest: ContestState;
  info: GameInfo;
  /** Set if the game is playable but cannot be stored. */
  failure: GameFailure | null;
}

/** Opens a stored game in a session. Throws `CannotLoad`, or `WorkerError` if the rules cannot be asked. */
export async function loadGame(id: string, tools: Tools): Promise<Loaded> {
  const loaded = tools.store.load(id);
  if (!loaded) throw new CannotLoad({ why: "missing" });
  if (!("game" in loaded)) throw new CannotLoad(loaded.problem, loaded.text);
  const { game, unstored } = loaded;
  const session = tools.session();
  try {
    const answer = await judged(session, game, tools.at());
    const { view, contest } = answer;
    const info = (await tools.games()).find(({ id }) => id === view.game)!;
    const failure: GameFailure | null = unstored ? { kind: "storage", why: unstored } : null;
    return { game: changed(game, answer, view), session, view, contest, info, failure };
  } catch (error) {
    session.free();
    if (!(error instanceof RulesError)) throw error;
    throw new CannotLoad(
      { why: "damaged", what: error.message, refused: { ...error.failure, game: game.opening.game } },
      JSON.stringify(game),
    );
  }
}
