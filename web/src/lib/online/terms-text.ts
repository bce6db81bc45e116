// What a game over the network is played by, in a few words.

import type { GameId } from "$lib/engine/types";
import { t, tOr } from "$lib/i18n";
import { clockName } from "$lib/ui/clock-text";
import { clockOfWish } from "./convert";
import type { ClockSettings, RatingRange } from "./types.gen";

export function clockText(clock: ClockSettings | null): string {
  const settings = clockOfWish(clock);
  return settings ? clockName(settings) : t("lobby.noClock");
}

const optionText = ([key, value]: [string, string]): string =>
  `${tOr(`option.${key}`, key)}: ${tOr(`option.${key}.${value}`, value)}`;

const RATED = { true: "lobby.rated", false: "lobby.unrated", null: "lobby.rated.ifPossible" } as const;

/** The clock, how many play where that is not plain, and options that are not the usual ones. */
export function termsText(wish: {
  game: string;
  players?: number | null;
  options?: Record<string, string>;
  clock: ClockSettings | null;
  rated?: boolean | null;
  rating_range?: RatingRange | null;
}): string {
  const many: GameId = "number-one";
  return [
    clockText(wish.clock),
    ...(wish.game === many && wish.players ? [t("game.players", wish.players)] : []),
    ...(wish.rated === undefined ? [] : [t(RATED[String(wish.rated) as keyof typeof RATED])]),
    ...(wish.rating_range ? [t("lobby.range", wish.rating_range.min, wish.rating_range.max)] : []),
    ...Object.entries(wish.options ?? {}).map(optionText),
  ].join(" · ");
}
