// A game that came in is kept among the games of this device, with its players.

import type { GameInfo, View } from "$lib/engine/types";
import { movesOf } from "$lib/game/loading";
import { newGame } from "$lib/game/saved";
import type { Ending, Holder, SavedGame } from "$lib/game/types";
import type { Imported } from "./types";

/**
 * The same record has the same name, so that a game that comes in twice is there once (FNV-1a, twice from
 * different starts).
 */
export function nameOf(record: string): string {
  const hash = (start: number): string => {
    let value = start;
    for (let at = 0; at < record.length; at++) value = Math.imul(value ^ record.charCodeAt(at), 0x01000193);
    return (value >>> 0).toString(36).padStart(7, "0");
  };
  return `in-${hash(0x811c9dc5)}${hash(0x050c5d1f)}`;
}

/** Who held a seat, as records of ours say it; `?` is nobody known. */
export function holderOf(text: string): Holder {
  const level = Number(/^Computer, level (\d+)$/.exec(text)?.[1] ?? 0);
  if (level >= 1 && level <= 10) return { kind: "computer", level };
  return { kind: "person", name: text === "?" ? "" : text };
}

/** For each seat who held it, from the tags of a record. */
export function holdersOf(tags: ReadonlyMap<string, string>, { seats }: GameInfo, players: number): Holder[] {
  const named = (seat: string) => tags.get(seat.charAt(0).toUpperCase() + seat.slice(1)) ?? "?";
  return seats.slice(0, players).map((seat) => holderOf(named(seat)));
}

/** By seat its place, from a result in the notation; null where it tells none, or not one for all seats. */
export function placesOf(result: string, { seats }: GameInfo, players: number): number[] | null {
  const TWO: Record<string, number[]> = { "1-0": [1, 2], "0-1": [2, 1] };
  if (players === 2 && TWO[result]) return TWO[result];
  const order = result.split(">");
  const places = seats.slice(0, players).map((seat) => order.indexOf(seat) + 1);
  return places.includes(0) ? null : places;
}

const LEAVING = ["resignation", "time forfeit", "absence"] as const;

/**
 * A result that the board does not show: somebody left, or both agreed. Who came last of those still in is
 * the one who left.
 */
function endingOf({ tags, result }: Imported, view: View, info: GameInfo): Ending | null {
  if (view.status.over) return { termination: "normal", places: view.status.over.places, leaver: null };
  const said = tags.find(([name]) => name === "Termination")?.[1];
  if (said === "aborted") return { termination: "aborted", places: [], leaver: null };
  if (result === "1/2-1/2") return { termination: "agreement", places: [1, 1], leaver: null };
  const places = placesOf(result, info, view.players);
  if (!places) return null;
  const out = view.facts.game === "number-one" ? view.facts.out.map(({ seat }) => seat) : [];
  const still = places.map((_, seat) => seat).filter((seat) => !out.includes(seat));
  const leaver = still.reduce((last, one) => (places[one]! > places[last]! ? one : last));
  return { termination: LEAVING.find((how) => how === said) ?? "resignation", places, leaver };
}

/** The game as it is stored. `view` is the one of its last position. */
export function savedFrom(imported: Imported, view: View, info: GameInfo, now: number): SavedGame {
  const tags = new Map(imported.tags);
  const [, year, month, day] = /^(\d{4})\.(\d\d)\.(\d\d)$/.exec(tags.get("Date") ?? "") ?? [];
  const date = year ? Date.UTC(Number(year), Number(month) - 1, Number(day), 12) : now;
  const { game, players, options, firstPosition } = view;
  const opening = { game, players, options, ...(firstPosition === null ? {} : { position: firstPosition }) };
  const seats = holdersOf(tags, info, players);
  const ending = endingOf(imported, view, info);
  return {
    ...newGame({ opening: { ...opening, moves: movesOf(view) }, seats }, nameOf(imported.record), Math.min(date, now)),
    ...(ending && ending.termination !== "normal" ? { past: { ending } } : {}),
    toAct: ending ? null : view.status.toAct,
    ending,
    imported: true,
    changed: now,
  };
}
