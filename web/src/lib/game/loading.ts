// How a game comes to be on this device, and how it is found there again. What the rules do not know is not stored and not opened.

import { Refused } from "$lib/engine/port";
import type { Session } from "$lib/engine/rules";
import type { GameInfo, View } from "$lib/engine/types";
import { newGame } from "./saved";
import type { Tools } from "./tools";
import type { GameFailure, SavedGame, Series, Setup, Unreadable } from "./types";

/** Why a stored game cannot be opened; nothing was changed. `text` is what is stored, for keeping it elsewhere. */
export class CannotLoad extends Error {
  constructor(
    readonly problem: { why: "missing" } | Unreadable,
    readonly text: string = "",
  ) {
    super(problem.why);
    this.name = "CannotLoad";
  }
}

/** The rules' view of a game, if it has as many seats as people and computers are there. */
function seated(view: View, { seats }: SavedGame): View {
  if (view.players === seats.length) return view;
  const args = [String(seats.length), String(view.players)];
  throw new Refused({ kind: "setup", key: "seats", args, text: `${args[0]} are seated for a game of ${args[1]}` });
}

/** Makes a game, stores it and answers with its id. Fails with `Refused` when the rules do not know such a game, `Broken` when they cannot be asked. */
export async function makeGame(setup: Setup, tools: Tools, series?: Series): Promise<string> {
  const game = newGame(setup, tools.id(), tools.date());
  const session = tools.session();
  try {
    const { status } = seated(await session.open(setup.opening), game);
    const places = status.over?.places ?? null;
    tools.store.save({ ...game, series: series ?? game.series, toAct: status.toAct, places }, 0);
  } finally {
    session.free();
  }
  return game.id;
}

export interface Loaded {
  game: SavedGame;
  session: Session;
  view: View;
  info: GameInfo;
  /** It can be played but not be stored. */
  failure: GameFailure | null;
}

/** Opens a stored game in a session. Fails with `CannotLoad`, or `Broken` when the rules cannot be asked. */
export async function loadGame(id: string, tools: Tools): Promise<Loaded> {
  const loaded = tools.store.load(id);
  if (!loaded) throw new CannotLoad({ why: "missing" });
  if (!("game" in loaded)) throw new CannotLoad(loaded.problem, loaded.text);
  const { game, unstored } = loaded;
  const session = tools.session();
  try {
    const view = seated(await session.open({ ...game.opening, moves: game.moves }), game);
    const info = (await tools.games()).find(({ id }) => id === view.game)!;
    return { game, session, view, info, failure: unstored ? { kind: "storage", why: unstored } : null };
  } catch (error) {
    session.free();
    if (!(error instanceof Refused)) throw error;
    throw new CannotLoad(
      { why: "damaged", what: error.message, refused: { ...error.failure, game: game.opening.game } },
      JSON.stringify(game),
    );
  }
}
