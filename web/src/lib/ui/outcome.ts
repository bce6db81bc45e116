// How a game ended, in words.

import type { GameId, Seat } from "$lib/engine/types";
import type { Holder, Result } from "$lib/game/types";
import { list, say, seatName, t } from "$lib/i18n";
import { isYou, playerName } from "./holders";

/** Seats by place, the first first. */
export function byPlace({ places }: Pick<Result, "places">): { place: number; seats: Seat[] }[] {
  return [...new Set(places)]
    .sort((a, b) => a - b)
    .map((place) => ({ place, seats: places.flatMap((of, seat) => (of === place ? [seat] : [])) }));
}

export function headline(result: Pick<Result, "places">, seats: readonly Holder[], game: GameId): string {
  const first = byPlace(result)[0]?.seats ?? [];
  if (first.length === seats.length) return t("end.draw");
  if (first.length > 1) return t("end.shared", list(first.map((seat) => seatName(game, seat))), 1);
  const winner = first[0] ?? 0;
  return isYou(seats, winner) ? t("end.youWon") : t("end.won", seatName(game, winner));
}

/** Why it ended: on the board by a ruling, or else by somebody's leaving. */
export function reason({ reason, offBoard }: Result, seats: readonly Holder[], game: GameId): string {
  if (!offBoard) return say(reason, game);
  if (isYou(seats, offBoard.seat)) return t(`end.${offBoard.how}.you`);
  return t(`end.${offBoard.how}`, playerName(seats, offBoard.seat, game));
}
