// Texts and result of a drill on the play page.

import type { GameId, Seat } from "$lib/engine/types";
import type { Goal, Result, SavedGame } from "$lib/game/types";
import { seatName, t } from "$lib/i18n";

/** The seat of a drill: its only person's. */
export const drillSeat = ({ seats }: Pick<SavedGame, "seats">): Seat =>
  seats.findIndex(({ kind }) => kind === "person");

/** `slow`: a win that took more moves than the goal allows. */
export type GoalOutcome = "met" | "slow" | "missed";

/** The seat has to come first alone, and to win in time. Aborted games have no places. */
export function goalOutcome(
  { kind, plies }: Goal,
  result: Pick<Result, "places">,
  seat: Seat,
  played: number,
): GoalOutcome {
  const { places } = result;
  const first = places.length > 0 && places.every((place, at) => at === seat || place > (places[seat] ?? Infinity));
  if (!first) return "missed";
  return kind === "win" && played > plies ? "slow" : "met";
}

/** The goal in a few words, with the number of moves left, or the outcome once the game is over. */
export function goalInShort({ kind, plies }: Goal, outcome: GoalOutcome | null, played: number): string {
  if (outcome !== null) return t(`drill.short.${outcome}`);
  if (kind === "first") return t("drill.short.first");
  return played === 0
    ? t("drill.short.win", plies)
    : plies > played
      ? t("drill.short.left", plies - played)
      : t("drill.short.late");
}

/** The outcome, with the number of plies played. */
export const goalResult = (outcome: GoalOutcome, { plies }: Goal, game: GameId, seat: Seat, played: number): string =>
  outcome === "missed" ? t("drill.missed", seatName(game, seat), plies) : t(`drill.${outcome}`, played, plies);
