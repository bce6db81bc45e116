// The HTTP API.

import type {
  GameImport,
  GameList,
  GameView,
  Guest,
  JoinRequest,
  Me,
  Messages,
  NewGame,
  NewSeek,
  NextGame,
  Plan,
  Problem,
  PushKey,
  Room,
  SeekView,
} from "./types.gen";

/** The server rejected the request; nothing has changed. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
    this.name = "ApiError";
  }
}

/** No response: no network, or no game server behind this page. */
export class Unreachable extends Error {
  constructor(why: string) {
    super(why);
    this.name = "Unreachable";
  }
}

const isProblem = (value: unknown): value is Problem => typeof (value as Problem | null)?.key === "string";

/** Browsers limit keepalive requests to 64 KiB in total. */
const OUTLIVES = 16_384;

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: unknown;
  let response: Response;
  try {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = text === undefined ? {} : { body: text, headers: { "content-type": "application/json" } };
    // Requests finish even if the page is closed right after "Log out".
    const keepalive = method !== "GET" && (text?.length ?? 0) <= OUTLIVES;
    response = await fetch(`/api/v1${path}`, { method, keepalive, ...sent });
    answer = await response.json();
  } catch (error) {
    throw new Unreachable(error instanceof Error ? error.message : String(error));
  }
  if (response.ok) return answer as T;
  if (isProblem(answer)) throw new ApiError(answer);
  throw new Unreachable(String(response.status));
}

const game = (id: string, more = "") => `/games/${encodeURIComponent(id)}${more}`;
const shown = (invitation: string | null) => (invitation ? `?invitation=${encodeURIComponent(invitation)}` : "");

export const api = {
  me: () => ask<Me>("GET", "/me"),
  createGuest: (name: string | null) => ask<Guest>("POST", "/guests", name ? { name } : {}),
  myGames: () => ask<GameList>("GET", "/me/games"),
  currentGames: () => ask<GameList>("GET", "/games?limit=24"),
  createGame: (request: NewGame) => ask<GameView>("POST", "/games", request),
  game: (id: string, invitation: string | null) => ask<GameView>("GET", game(id, shown(invitation))),
  join: (id: string, request: Partial<JoinRequest>) => ask<GameView>("POST", game(id, "/join"), request),
  declineChallenge: (id: string) => ask<unknown>("POST", game(id, "/decline")),
  rematch: (id: string) => ask<NextGame>("POST", game(id, "/rematch")),
  messages: (id: string, room: Room) => ask<Messages>("GET", game(id, `/messages?room=${room}`)),
  plan: (id: string) => ask<Plan>("GET", game(id, "/plan")),
  setPlan: (id: string, plan: Plan) => ask<unknown>("PUT", game(id, "/plan"), plan),
  pushKey: () => ask<PushKey>("GET", "/push/key"),
  subscribe: (subscription: PushSubscriptionJSON) => ask<unknown>("POST", "/push/subscriptions", subscription),
  unsubscribe: (endpoint: string) => ask<unknown>("DELETE", "/push/subscriptions", { endpoint }),
  bring: (game: GameImport) => ask<GameView>("POST", "/games/import", game),
  seek: (request: NewSeek) => ask<SeekView>("POST", "/seeks", request),
  acceptSeek: (id: string) => ask<SeekView>("POST", `/seeks/${encodeURIComponent(id)}/join`),
  unseek: (id: string) => ask<unknown>("DELETE", `/seeks/${encodeURIComponent(id)}`),
};
