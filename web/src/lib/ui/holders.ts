// Player names.

import type { GameId, Seat } from "$lib/engine/types";
import type { Holder, Person, Rated } from "$lib/game/types";
import { list, number, seatName, t } from "$lib/i18n";

const people = (seats: readonly Holder[]) => seats.filter(({ kind }) => kind === "person");

/** Whether this seat belongs to the current user: on one device, the only person. */
export function isYou(seats: readonly Holder[], seat: Seat): boolean {
  const holder = seats[seat];
  return holder?.kind === "person" && (holder.you ?? people(seats).length === 1);
}

/** A user's name; bots are marked with a word. */
export const personName = ({ name, bot = false }: Pick<Person, "name" | "bot">): string =>
  bot ? t("online.bot", name) : name;

/** "You" for a single person against computers; other people by name or seat. */
export function playerName(seats: readonly Holder[], seat: Seat, game: GameId): string {
  const holder = seats[seat];
  if (!holder) return seatName(game, seat);
  if (holder.kind === "computer") return t("play.computer", holder.level);
  if (holder.name) return personName(holder);
  return isYou(seats, seat) ? t("play.you") : seatName(game, seat);
}

/** The players as shown to others: without "you", and with the seat's name for unnamed players. */
export const namedForOthers = (seats: readonly Holder[], game: GameId): Holder[] =>
  seats.map((holder, seat) =>
    holder.kind === "person" ? { ...holder, name: holder.name || seatName(game, seat), you: false } : holder,
  );

/** The name including a computer's seat: "Red (computer, level 3)". */
export function fullName(seats: readonly Holder[], seat: Seat, game: GameId): string {
  const holder = seats[seat];
  if (holder?.kind === "computer") return t("play.computer.of", seatName(game, seat), holder.level);
  return playerName(seats, seat, game);
}

/** Names for use in sentences about the game. */
export const namesOf =
  (seats: readonly Holder[], game: GameId) =>
  (seat: Seat): string => {
    const holder = seats[seat];
    return (holder?.kind === "person" && personName(holder)) || seatName(game, seat);
  };

export function turnText(seats: readonly Holder[], seat: Seat, game: GameId): string {
  return isYou(seats, seat) ? t("play.yourMove") : t("play.toMove", fullName(seats, seat, game));
}

/** The players in a few words, for lists. */
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

/** A rating beside a name, with a question mark if uncertain, and the change in this game. */
export function ratingText({ rating, ratingChange: change }: Rated): string {
  if (!rating) return "";
  const shown = number(rating.value, { useGrouping: false }) + (rating.provisional ? "?" : "");
  return change === undefined ? shown : `${shown} ${number(change, { signDisplay: "always" })}`;
}
