// Texts and result of a drill on the play page.

import type { GameId, Seat } from "$lib/engine/types";
import type { Goal, Result, SavedGame } from "$lib/game/types";
import { seatName, t } from "$lib/i18n";

/** The seat of a drill: its only person's. */
export const drillSeat = ({ seats }: Pick<SavedGame, "seats">): Seat =>
  seats.findIndex(({ kind }) => kind === "person");

/** Whether the goal was met: the seat comes first alone. Aborted games have no places. */
export const goalMet = ({ places }: Pick<Result, "places">, seat: Seat): boolean =>
  places.length > 0 && places.every((place, other) => other === seat || place > (places[seat] ?? Infinity));

/** The goal in a few words, with the number of moves left, or the result once the game is over. */
export function goalInShort({ kind, plies }: Goal, met: boolean | null, played: number): string {
  if (met !== null) return t(met ? "drill.short.met" : "drill.short.missed");
  if (kind === "first") return t("drill.short.first");
  return played === 0
    ? t("drill.short.win", plies)
    : plies > played
      ? t("drill.short.left", plies - played)
      : t("drill.short.late");
}

/** The result, with the number of plies played. */
export const goalResult = (met: boolean, { plies }: Goal, game: GameId, seat: Seat, played: number): string =>
  met ? t("drill.met", played, plies) : t("drill.missed", seatName(game, seat), plies);
