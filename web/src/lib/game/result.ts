// Scores and records at the end of a game.

import type { RecordRequest, Seat, View } from "$lib/engine/types";
import type { Holder, SavedGame } from "./types";

/** The seat was eliminated. */
export const isOut = ({ facts }: View, seat: Seat): boolean =>
  facts.game === "number-one" && facts.out.some((out) => out.seat === seat);

/** All people are out. */
export function onlyComputersRemain(view: View, seats: readonly Holder[]): boolean {
  const people = seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  return people.length > 0 && people.every((seat) => isOut(view, seat));
}

/** Points by seat: one for every seat left behind, half for a shared place. */
export const pointsOf = (places: readonly number[]): number[] =>
  places.map((mine, seat) =>
    places.reduce((sum, other, at) => sum + (at === seat || other < mine ? 0 : other === mine ? 0.5 : 1), 0),
  );

/** What a record contains beyond what the judge knows. */
export function recordRequest({ created, series }: SavedGame): RecordRequest {
  const date = new Date(created).toISOString().slice(0, 10).replaceAll("-", ".");
  return { tags: { Date: date, ...(series.number > 1 && { Round: String(series.number) }) } };
}
