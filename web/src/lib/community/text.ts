// Texts for ratings, pools and finished games.

import type { GameId } from "$lib/engine/types";
import type { Holder } from "$lib/game/types";
import { t } from "$lib/i18n";
import { ApiError, Unreachable } from "$lib/online/api";
import { gameName } from "$lib/ui/names";
import type { ArchivedGameView, PoolView } from "$lib/online/types.gen";
import { has, say } from "./words";

export const SPEEDS = ["bullet", "blitz", "rapid", "classical", "correspondence"] as const;
export const ENDINGS = [
  "normal",
  "resignation",
  "time forfeit",
  "absence",
  "agreement",
  "repetition",
  "adjudication",
] as const;

/** The translation of a server keyword, or the keyword itself. */
function word(key: string, otherwise: string): string {
  return has(key) ? say(key) : otherwise;
}
export const speedName = (speed: string): string => word(`speed.${speed}`, speed);
export const endingName = (termination: string): string => word(`archive.end.${termination}`, termination);

/**
 * The pool's game, number of players where several are possible, speed, and which bots or levels take part.
 */
export function poolName({ game, players, speed, apart }: PoolView): string {
  return [
    gameName(game as GameId),
    ...(game === "number-one" ? [t("game.players", players)] : []),
    speedName(speed),
    ...(apart === "people" ? [] : [word(`apart.${apart}`, apart)]),
  ].join(" · ");
}

export const holdersIn = ({ seats }: ArchivedGameView): Holder[] =>
  seats.map(({ user, level, name }) =>
    level === null ? { kind: "person", name, ...(user?.bot ? { bot: true } : {}) } : { kind: "computer", level },
  );

/** The server has no archive and no ratings. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.key === "not-found";

export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    const { key, args = [], detail } = error.problem;
    if (isMissing(error)) return say("trouble.none");
    return key === "no-such-user" ? say("profile.unknown", args[0] ?? "") : say("trouble", detail);
  }
  return error instanceof Unreachable ? t("online.unreachable") : t("fail.page", String(error));
}
