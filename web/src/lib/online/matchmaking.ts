// How people come together: games made for a link, wishes in the lobby, challenges.

import type { GameId, GameInfo, Seat } from "$lib/engine/types";
import { t, tOr } from "$lib/i18n";
import type { Choices } from "$lib/ui/setup";
import { api, ApiError, type SeekRequest, Unreachable } from "./api";
import { me } from "./me.svelte";
import { pairing } from "./pairing.svelte";
import type { SeatWish } from "./types.gen";
import { type Challenged, gameRequest, quickSeek, seekRequest } from "./requests";

/** Where whoever meets goes next. */
const gameAddress = (id: string): string => `/g/${id}`;
/** The level above the engine's ten. */
const PERFECT = 11;
export const LOBBY = "/online";

/** Begins what was chosen; answers with where to go. Fails with `Declined` or `Unreachable`. */
export async function begin(
  info: GameInfo,
  choices: Choices,
  { position, challenged }: { position: string | null; challenged: Challenged | null },
): Promise<string> {
  await me.known(choices.names.own);
  if (choices.online.opponent === "anyone" && !challenged && !position) {
    await account();
    return seek(seekRequest(info, choices, pairing.terms()));
  }
  if (choices.online.rated && (position || !(await account()))) choices.online.rated = false;
  return gameAddress(
    (await api.createGame(gameRequest(info, choices, { position, challenged, chance: Math.random() }))).id,
  );
}

/** Whether this is a user with an account; games of guests are not rated. */
async function account(): Promise<boolean> {
  if (me.account === undefined) await me.look();
  return !!me.account;
}

/** Takes up a wish that is the same, or waits for somebody in the lobby. */
async function seek(request: SeekRequest): Promise<string> {
  const { started } = await api.seek(request);
  return started ? gameAddress(started) : LOBBY;
}

/** Takes up somebody's wish; null while more players are missing. */
export async function acceptSeek(id: string, name: string): Promise<string | null> {
  await me.known(name);
  const { started } = await api.acceptSeek(id);
  return started ? gameAddress(started) : null;
}

/** Looks for anybody; null until somebody comes. */
export async function quickPair(game: GameId, name: string): Promise<string | null> {
  await me.known(name);
  await account();
  const address = await seek(quickSeek(game, pairing.terms()));
  return address === LOBBY ? null : address;
}

/** Takes the seat that is kept for whoever was challenged. */
export async function accept(id: string): Promise<string> {
  await api.join(id, {});
  return gameAddress(id);
}

/** Whoever challenged is told, and the game is no more. */
export const decline = (id: string): Promise<unknown> => api.declineChallenge(id);

/** A game against whoever plays from the server's table. */
export async function playPerfect(side: Seat | "random", name: string): Promise<string> {
  await me.known(name);
  const own = side === "random" ? Math.floor(2 * Math.random()) : side;
  const table = { level: PERFECT };
  const seats: SeatWish[] = own === 0 ? ["you", table] : [table, "you"];
  return gameAddress((await api.createGame({ game: "squadro", players: 2, clock: null, seats, listed: false })).id);
}

/** Why something could not be done, in a sentence. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return tOr(`lobby.problem.${error.problem.key}`, error.problem.detail);
  if (error instanceof Unreachable) return t("online.unreachable");
  return t("fail.page", String(error));
}
