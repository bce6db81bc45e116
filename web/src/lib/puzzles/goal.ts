// What is seen of a drill at the board.

import type { GameId, Seat } from "$lib/engine/types";
import type { Goal, Result, SavedGame } from "$lib/game/types";
import { seatName, t } from "$lib/i18n";

/** The seat a drill is for: its only person's. */
export const drillSeat = ({ seats }: Pick<SavedGame, "seats">): Seat =>
  seats.findIndex(({ kind }) => kind === "person");

/** Whether the goal was met: the seat has a place before all others. */
export const goalMet = ({ places }: Pick<Result, "places">, seat: Seat): boolean =>
  places.every((place, other) => other === seat || place > (places[seat] ?? Infinity));

/** What a drill is played for, in the few words that are seen all the time; `met` once it is over. */
export const goalInShort = ({ kind, plies }: Goal, met: boolean | null): string =>
  met === null ? t(`drill.short.${kind}`, plies) : t(met ? "drill.short.met" : "drill.short.missed");

/** How it went: after so many plies. */
export const goalResult = (met: boolean, { plies }: Goal, game: GameId, seat: Seat, played: number): string =>
  met ? t("drill.met", played, plies) : t("drill.missed", seatName(game, seat), plies);
