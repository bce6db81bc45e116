// Starting online games: by link, seek or challenge.

import type { GameId, GameInfo, Seat } from "$lib/engine/types";
import { t, tOr } from "$lib/i18n";
import type { Choices } from "$lib/ui/setup";
import { api, ApiError, Unreachable } from "./api";
import { me } from "./me.svelte";
import { pairing } from "./pairing.svelte";
import type { NewSeek, SeatRequest } from "./types.gen";
import { type Challenged, gameRequest, quickSeek, seekRequest } from "./requests";

const gameAddress = (id: string): string => `/g/${id}`;
/** The level above the engine's ten. */
const PERFECT = 11;
export const LOBBY = "/online";

/** Creates the game or seek and returns the address to go to. Throws `ApiError` or `Unreachable`. */
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

/** Whether the user has an account; guest games are unrated. */
async function account(): Promise<boolean> {
  if (me.account === undefined) await me.look();
  return !!me.account;
}

/** Matches an equal seek, or posts a new one in the lobby. */
async function seek(request: NewSeek): Promise<string> {
  const { started } = await api.seek(request);
  return started ? gameAddress(started) : LOBBY;
}

/** Accepts another player's seek; null while more players are missing. */
export async function acceptSeek(id: string, name: string): Promise<string | null> {
  await me.known(name);
  const { started } = await api.acceptSeek(id);
  return started ? gameAddress(started) : null;
}

/** Looks for any opponent; null until one is found. */
export async function quickPair(game: GameId, name: string): Promise<string | null> {
  await me.known(name);
  await account();
  const address = await seek(quickSeek(game, pairing.terms()));
  return address === LOBBY ? null : address;
}

/** Takes the seat reserved for the challenged user. */
export async function accept(id: string): Promise<string> {
  await api.join(id, {});
  return gameAddress(id);
}

/** Declines a challenge: the game is deleted and the challenger notified. */
export const decline = (id: string): Promise<unknown> => api.declineChallenge(id);

/** Starts a game against the server's perfect-play table. */
export async function playPerfect(side: Seat | "random", name: string): Promise<string> {
  await me.known(name);
  const own = side === "random" ? Math.floor(2 * Math.random()) : side;
  const table = { level: PERFECT };
  const seats: SeatRequest[] = own === 0 ? ["you", table] : [table, "you"];
  return gameAddress((await api.createGame({ game: "squadro", players: 2, clock: null, seats, listed: false })).id);
}

/** A sentence for an error. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return tOr(`lobby.problem.${error.problem.key}`, error.problem.detail);
  if (error instanceof Unreachable) return t("online.unreachable");
  return t("fail.page", String(error));
}
