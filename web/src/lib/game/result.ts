// How games end that do not end on the board, and what is written and counted of an end.

import type { GameInfo, RecordRequest, Seat, Sentence, View } from "$lib/engine/types";
import { timeControl } from "./clock";
import type { Holder, OffBoard, Result, SavedGame } from "./types";

/** The seat has left the game by the rules. */
export const isOut = ({ facts }: View, seat: Seat): boolean =>
  facts.game === "number-one" && facts.out.some((out) => out.seat === seat);

/** Resigning and running out of time end the game for all, since the rules know no way to take a seat out and play on. Who leaves comes behind
 * all who are still in, and those share the first place; who went out before has the place the board gave. */
export function placesWithout(view: View, leaver: Seat): number[] {
  const out = new Map(view.facts.game === "number-one" ? view.facts.out.map(({ seat, place }) => [seat, place]) : []);
  const others = view.players - out.size - 1;
  return Array.from({ length: view.players }, (_, seat) => out.get(seat) ?? (seat === leaver ? others + 1 : 1));
}

const shared = (places: readonly number[]): boolean => places.filter((place) => place === 1).length > 1;

function reasonOf({ how, seat, places }: OffBoard, names: readonly string[]): Sentence {
  const name = names[seat] ?? "";
  const said = how === "time" ? `${name} ran out of time` : `${name} resigned`;
  return shared(places)
    ? { key: `${how}-shared`, args: [name], text: `${said}; those still in share the first place` }
    : { key: how, args: [name], text: said };
}

export function resultOf(view: View, offBoard: OffBoard | null, names: readonly string[]): Result | null {
  if (offBoard) return { places: offBoard.places, reason: reasonOf(offBoard, names), offBoard };
  const over = view.status.over;
  return over && { places: over.places, reason: over.reason, offBoard: null };
}

/** For each seat one point for every seat it left behind, and a half for each that shares its place. */
export const pointsOf = (places: readonly number[]): number[] =>
  places.map((mine, seat) =>
    places.reduce((sum, other, at) => sum + (at === seat || other < mine ? 0 : other === mine ? 0.5 : 1), 0),
  );

/** A result in the notation; `*` for a shared first place among three and four, for which it has no word. */
function resultText(places: readonly number[], info: GameInfo): string {
  if (info.maxPlayers === 2) return places[0] === places[1] ? "1/2-1/2" : places[0] === 1 ? "1-0" : "0-1";
  if (new Set(places).size < places.length) return "*";
  const seats = places.map((place, seat) => ({ place, name: info.seats[seat] ?? "" }));
  return seats
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name)
    .join(">");
}

const holderText = (holder: Holder): string =>
  holder.kind === "person" ? holder.name : `Computer, level ${holder.level}`;

/** What a record of this game says beside its moves. */
export function recordRequest(saved: SavedGame, played: View["played"], info: GameInfo): RecordRequest {
  const tags: Record<string, string> = {
    Date: new Date(saved.created).toISOString().slice(0, 10).replaceAll("-", "."),
  };
  saved.seats.forEach((holder, seat) => {
    const name = info.seats[seat] ?? "";
    tags[name.charAt(0).toUpperCase() + name.slice(1)] = holderText(holder) || "?";
  });
  if (saved.clock) tags.TimeControl = timeControl(saved.clock);
  if (saved.series.number > 1) tags.Round = String(saved.series.number);
  if (saved.takeBacks > 0) tags.TakeBacks = String(saved.takeBacks);
  const request: RecordRequest = { tags };
  if (saved.clock) {
    request.clocks = saved.readings.map((left, ply) => {
      const time = left[played[ply]?.seat ?? -1];
      return time === undefined ? null : Math.round(time / 100) / 10;
    });
  }
  if (saved.offBoard) {
    request.result = resultText(saved.offBoard.places, info);
    request.termination = saved.offBoard.how === "time" ? "time forfeit" : "resignation";
    // Places that the result cannot say.
    if (request.result === "*") tags.Places = saved.offBoard.places.join(" ");
  }
  return request;
}
