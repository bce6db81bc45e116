// How a game ended, in words.

import type { GameId, Seat } from "$lib/engine/types";
import type { Holder, Result } from "$lib/game/types";
import { list, say, t } from "$lib/i18n";
import { fullName, isYou, namesOf } from "./holders";

/** Seats by place, the first first. */
export function byPlace({ places }: Pick<Result, "places">): { place: number; seats: Seat[] }[] {
  return [...new Set(places)]
    .sort((a, b) => a - b)
    .map((place) => ({ place, seats: places.flatMap((of, seat) => (of === place ? [seat] : [])) }));
}

/** The end in a few words: told to the person where there is only one, else of who won. In a game of other people (`theirs`) nobody is "you". */
export function headline(
  result: Pick<Result, "places">,
  seats: readonly Holder[],
  game: GameId,
  theirs = false,
): string {
  const first = byPlace(result)[0]?.seats ?? [];
  if (first.length === seats.length) return t("end.draw");
  const you = theirs ? -1 : seats.findIndex((_, seat) => isYou(seats, seat));
  const place = result.places[you];
  if (place === 1) return first.length > 1 ? t("end.youShare") : t("end.youWon");
  if (place !== undefined) return seats.length > 2 ? t("end.youPlace", place, seats.length) : t("end.youLost");
  if (first.length > 1) return t("end.shared", list(first.map((seat) => fullName(seats, seat, game))), 1);
  return t("end.won", fullName(seats, first[0] ?? 0, game));
}

/** Why it ended: on the board by a ruling, or else by somebody's leaving. */
export function reason({ reason, offBoard }: Result, seats: readonly Holder[], game: GameId, theirs = false): string {
  if (!offBoard) return say(reason, game, namesOf(seats, game));
  if (!theirs && isYou(seats, offBoard.seat)) return t(`end.${offBoard.how}.you`);
  return t(`end.${offBoard.how}`, fullName(seats, offBoard.seat, game));
}
