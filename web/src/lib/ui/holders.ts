// What players are called.

import type { GameId, Seat } from "$lib/engine/types";
import type { Holder, Person, Rated } from "$lib/game/types";
import { list, number, seatName, t } from "$lib/i18n";

const people = (seats: readonly Holder[]) => seats.filter(({ kind }) => kind === "person");

/** Whether the seat is that of whoever looks at the page: on one device the only person. */
export function isYou(seats: readonly Holder[], seat: Seat): boolean {
  const holder = seats[seat];
  return holder?.kind === "person" && (holder.you ?? people(seats).length === 1);
}

/** Somebody's own name; a program that plays is marked with a word. */
export const personName = ({ name, bot = false }: Pick<Person, "name" | "bot">): string =>
  bot ? t("online.bot", name) : name;

/** "You" where one person plays against computers; else people go by their own names, or their seats'. */
export function playerName(seats: readonly Holder[], seat: Seat, game: GameId): string {
  const holder = seats[seat];
  if (!holder) return seatName(game, seat);
  if (holder.kind === "computer") return t("play.computer", holder.level);
  if (holder.name) return personName(holder);
  return isYou(seats, seat) ? t("play.you") : seatName(game, seat);
}

/** The seats as others are told of them: nobody is "you" to them, and who has no name goes by the seat's. */
export const namedForOthers = (seats: readonly Holder[], game: GameId): Holder[] =>
  seats.map((holder, seat) =>
    holder.kind === "person" ? { ...holder, name: holder.name || seatName(game, seat), you: false } : holder,
  );

/** The same where a computer's seat must be known: "Red (computer, level 3)". */
export function fullName(seats: readonly Holder[], seat: Seat, game: GameId): string {
  const holder = seats[seat];
  if (holder?.kind === "computer") return t("play.computer.of", seatName(game, seat), holder.level);
  return playerName(seats, seat, game);
}

/** What players are called in sentences about the game: by their own names, or their seats'. */
export const namesOf =
  (seats: readonly Holder[], game: GameId) =>
  (seat: Seat): string => {
    const holder = seats[seat];
    return (holder?.kind === "person" && personName(holder)) || seatName(game, seat);
  };

/** Whose turn it is. */
export function turnText(seats: readonly Holder[], seat: Seat, game: GameId): string {
  return isYou(seats, seat) ? t("play.yourMove") : t("play.toMove", fullName(seats, seat, game));
}

/** Who plays, in a few words for a list. */
export function companyOf(seats: readonly Holder[], game: GameId): string {
  const persons = people(seats);
  if (persons.length === seats.length) return list(seats.map((_, seat) => playerName(seats, seat, game)));
  const levels = seats.flatMap((holder) => (holder.kind === "computer" ? [holder.level] : []));
  const one = new Set(levels).size === 1 && persons.length === 1;
  if (one) return t("games.against", t("play.computer", levels[0]!));
  return list(
    seats.map((holder, seat) =>
      holder.kind === "computer" ? t("play.computer.short", holder.level) : playerName(seats, seat, game),
    ),
  );
}

/** A rating beside a name: an uncertain one has a question mark; what the game has changed follows. */
export function ratingText({ rating, ratingChange: change }: Rated): string {
  if (!rating) return "";
  const shown = number(rating.value, { useGrouping: false }) + (rating.provisional ? "?" : "");
  return change === undefined ? shown : `${shown} ${number(change, { signDisplay: "always" })}`;
}
