// A short summary of an online game's terms.

import type { ClockSettings, GameId } from "$lib/engine/types";
import { t, tOr } from "$lib/i18n";
import { clockName } from "$lib/ui/clock-text";
import type { RatingRange } from "./types.gen";

export const clockText = (clock: ClockSettings | null): string => (clock ? clockName(clock) : t("lobby.noClock"));

const optionText = ([key, value]: [string, string]): string =>
  `${tOr(`option.${key}`, key)}: ${tOr(`option.${key}.${value}`, value)}`;

const RATED = { true: "lobby.rated", false: "lobby.unrated", null: "lobby.rated.ifPossible" } as const;

/** The clock, the number of players if it varies, and options that differ from the default. */
export function termsText(request: {
  game: string;
  players?: number | null;
  options?: Record<string, string>;
  clock?: ClockSettings | null;
  rated?: boolean | null;
  rating_range?: RatingRange | null;
}): string {
  const many: GameId = "number-one";
  return [
    clockText(request.clock ?? null),
    ...(request.game === many && request.players ? [t("game.players", request.players)] : []),
    ...(request.rated === undefined ? [] : [t(RATED[String(request.rated) as keyof typeof RATED])]),
    ...(request.rating_range ? [t("lobby.range", request.rating_range.min, request.rating_range.max)] : []),
    ...Object.entries(request.options ?? {}).map(optionText),
  ].join(" · ");
}
