// How a game ended, in words.

import type { GameId, Seat } from "$lib/engine/types";
import type { Holder, Result } from "$lib/game/types";
import { list, say, t } from "$lib/i18n";
import { fullName, isYou, namesOf } from "./holders";

/** Seats ordered by place. */
export function byPlace({ places }: Pick<Result, "places">): { place: number; seats: Seat[] }[] {
  return [...new Set(places)]
    .sort((a, b) => a - b)
    .map((place) => ({ place, seats: places.flatMap((of, seat) => (of === place ? [seat] : [])) }));
}

/**
 * The result in a few words: to the only person as "you", otherwise by the winner's name. In other people's
 * games (`theirs`) there is no "you".
 */
export function headline(
  result: Pick<Result, "places">,
  seats: readonly Holder[],
  game: GameId,
  theirs = false,
): string {
  const first = byPlace(result)[0]?.seats ?? [];
  if (first.length === 0) return t("end.aborted");
  if (first.length === seats.length) return t("end.draw");
  const you = theirs ? -1 : seats.findIndex((_, seat) => isYou(seats, seat));
  const place = result.places[you];
  if (place === 1) return first.length > 1 ? t("end.youShare") : t("end.youWon");
  if (place !== undefined) return seats.length > 2 ? t("end.youPlace", place, seats.length) : t("end.youLost");
  if (first.length > 1) return t("end.shared", list(first.map((seat) => fullName(seats, seat, game))), 1);
  return t("end.won", fullName(seats, first[0] ?? 0, game));
}

/** Why it ended: a ruling, or an event outside the board. */
export function reason(
  { reason, termination, leaver, aborted }: Result,
  seats: readonly Holder[],
  game: GameId,
  theirs = false,
): string {
  if (reason) return say(reason, game, theirs ? namesOf(seats, game) : namesAndYou(seats, game));
  if (termination === "aborted" && aborted) return whyAborted(aborted, seats, game, theirs);
  if (termination === "agreement" || termination === "aborted" || termination === "adjudication")
    return t(`end.${termination}.why`);
  const how = LEAVING[termination];
  if (how === undefined || leaver === null) return t("end.adjudication.why");
  if (!theirs && isYou(seats, leaver)) return t(`end.${how}.you`);
  return t(`end.${how}`, fullName(seats, leaver, game));
}

/** Names for sentences, with the user's own marked if several people play. */
function namesAndYou(seats: readonly Holder[], game: GameId): (seat: Seat) => string {
  const nameOf = namesOf(seats, game);
  return (seat) => {
    const holder = seats[seat];
    return holder?.kind === "person" && holder.you ? t("end.name.you", nameOf(seat)) : nameOf(seat);
  };
}

/** Who aborted a game or caused the abort. */
function whyAborted(
  { by, why }: NonNullable<Result["aborted"]>,
  seats: readonly Holder[],
  game: GameId,
  theirs: boolean,
): string {
  // A challenged user who declined never had the seat.
  if (why === "declined") return t("end.aborted.declined");
  if (by === null) return t("end.aborted.why");
  if (!theirs && isYou(seats, by)) return t(`end.aborted.${why}.you`);
  return t(`end.aborted.${why}`, fullName(seats, by, game));
}

const LEAVING: Partial<Record<Result["termination"], "resignation" | "time" | "absence">> = {
  resignation: "resignation",
  "time forfeit": "time",
  absence: "absence",
};

/** The ruling behind an end: of the game or of the table rules. */
export function rulingOf({ reason, termination, places, aborted }: Result): string | undefined {
  if (reason) return reason.ruling;
  if (termination === "aborted") return aborted?.why === "first-decision" ? "TB-6" : "TB-3";
  if (termination === "agreement") return "TB-4";
  return places.length > 2 ? "TB-2" : "TB-1";
}
