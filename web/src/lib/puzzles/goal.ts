// What is seen of a drill at the board.

import type { GameId, Seat } from "$lib/engine/types";
import type { Goal, Result, SavedGame } from "$lib/game/types";
import { seatName, t } from "$lib/i18n";

/** The seat a drill is for: its only person's. */
export const drillSeat = ({ seats }: Pick<SavedGame, "seats">): Seat =>
  seats.findIndex(({ kind }) => kind === "person");

/** Whether the goal was met: the seat is placed before all others. In an aborted game no seat is. */
export const goalMet = ({ places }: Pick<Result, "places">, seat: Seat): boolean =>
  places.length > 0 && places.every((place, other) => other === seat || place > (places[seat] ?? Infinity));

/**
 * What a drill is played for, in the few words that are seen all the time, with how many moves are left for
 * it after those that were played; `met` once it is over.
 */
export function goalInShort({ kind, plies }: Goal, met: boolean | null, played: number): string {
  if (met !== null) return t(met ? "drill.short.met" : "drill.short.missed");
  if (kind === "first") return t("drill.short.first");
  return played === 0
    ? t("drill.short.win", plies)
    : plies > played
      ? t("drill.short.left", plies - played)
      : t("drill.short.late");
}

/** How it went: after so many plies. */
export const goalResult = (met: boolean, { plies }: Goal, game: GameId, seat: Seat, played: number): string =>
  met ? t("drill.met", played, plies) : t("drill.missed", seatName(game, seat), plies);
