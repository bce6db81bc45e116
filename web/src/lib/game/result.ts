// What is counted and written of an end.

import type { RecordRequest, Seat, View } from "$lib/engine/types";
import type { Holder, SavedGame } from "./types";

/** The seat has left the game by the rules. */
export const isOut = ({ facts }: View, seat: Seat): boolean =>
  facts.game === "number-one" && facts.out.some((out) => out.seat === seat);

/** Everybody who could still decide something is out. */
export function onlyComputersRemain(view: View, seats: readonly Holder[]): boolean {
  const people = seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  return people.length > 0 && people.every((seat) => isOut(view, seat));
}

/** For each seat one point for every seat it left behind, and a half for each that shares its place. */
export const pointsOf = (places: readonly number[]): number[] =>
  places.map((mine, seat) =>
    places.reduce((sum, other, at) => sum + (at === seat || other < mine ? 0 : other === mine ? 0.5 : 1), 0),
  );

/** What a record of this game says beside what the judge knows. */
export function recordRequest({ created, series }: SavedGame): RecordRequest {
  const date = new Date(created).toISOString().slice(0, 10).replaceAll("-", ".");
  return { tags: { Date: date, ...(series.number > 1 && { Round: String(series.number) }) } };
}
