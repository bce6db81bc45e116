// What a game's facts say of a seat, and of the game as a whole.

import type { Seat, View } from "$lib/engine/types";
import type { Result } from "$lib/game/types";
import { t } from "$lib/i18n";

/** A few words beside a player's name; null where there is nothing to say. */
export function seatFact({ facts }: View, seat: Seat, result: Result | null): string | null {
  if (result && result.places.length > 2) return t("play.place", result.places[seat] ?? 0);
  switch (facts.game) {
    case "squadro":
      return t("play.home", facts.home[seat] ?? 0);
    case "number-one": {
      const out = facts.out.find((one) => one.seat === seat);
      return out ? t("play.out", out.place) : null;
    }
    case "peak": {
      const score = t("play.score", facts.scores[seat] ?? 0);
      return facts.stuck === seat ? `${score}, ${t("play.stuck")}` : score;
    }
    case "one-piece-for-two":
      return null;
  }
}

export function gameFact({ facts }: View): string | null {
  if (facts.game !== "one-piece-for-two") return null;
  return facts.inBox > 0 ? t("play.inBox", facts.inBox) : t("play.boxEmpty");
}
