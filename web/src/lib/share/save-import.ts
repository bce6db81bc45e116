// Stores an imported game on this device, with its players.

import type { GameInfo, View } from "$lib/engine/types";
import { movesOf } from "$lib/game/loading";
import { newGame } from "$lib/game/saved";
import type { Ending, Holder, SavedGame } from "$lib/game/types";
import type { Imported } from "./types";

/** An id derived from the record (two FNV-1a hashes), so that importing a game twice stores it once. */
export function nameOf(record: string): string {
  const hash = (start: number): string => {
    let value = start;
    for (let at = 0; at < record.length; at++) value = Math.imul(value ^ record.charCodeAt(at), 0x01000193);
    return (value >>> 0).toString(36).padStart(7, "0");
  };
  return `in-${hash(0x811c9dc5)}${hash(0x050c5d1f)}`;
}

/** The player of a seat as named in a record; `?` is unknown. */
export function holderOf(text: string): Holder {
  const level = Number(/^Computer, level (\d+)$/.exec(text)?.[1] ?? 0);
  if (level >= 1 && level <= 10) return { kind: "computer", level };
  return { kind: "person", name: text === "?" ? "" : text };
}

/** Players by seat, from the tags of a record. */
export function holdersOf(tags: ReadonlyMap<string, string>, { seats }: GameInfo, players: number): Holder[] {
  const named = (seat: string) => tags.get(seat.charAt(0).toUpperCase() + seat.slice(1)) ?? "?";
  return seats.slice(0, players).map((seat) => holderOf(named(seat)));
}

/** Places by seat, from a result in the notation; null if it is missing or incomplete. */
export function placesOf(result: string, { seats }: GameInfo, players: number): number[] | null {
  const TWO: Record<string, number[]> = { "1-0": [1, 2], "0-1": [2, 1] };
  if (players === 2 && TWO[result]) return TWO[result];
  const order = result.split(">");
  const places = seats.slice(0, players).map((seat) => order.indexOf(seat) + 1);
  return places.includes(0) ? null : places;
}

const LEAVING = ["resignation", "time forfeit", "absence"] as const;

/**
 * A result that is not on the board: a resignation or an agreement. The last of those still in has resigned.
 */
function endingOf({ tags, result }: Imported, view: View, info: GameInfo): Ending | null {
  if (view.status.over) return { termination: "normal", places: view.status.over.places, leaver: null };
  const status = tags.find(([name]) => name === "Termination")?.[1];
  if (status === "aborted") return { termination: "aborted", places: [], leaver: null };
  if (result === "1/2-1/2") return { termination: "agreement", places: [1, 1], leaver: null };
  const places = placesOf(result, info, view.players);
  if (!places) return null;
  const out = view.facts.game === "number-one" ? view.facts.out.map(({ seat }) => seat) : [];
  const still = places.map((_, seat) => seat).filter((seat) => !out.includes(seat));
  const leaver = still.reduce((last, one) => (places[one]! > places[last]! ? one : last));
  return { termination: LEAVING.find((how) => how === status) ?? "resignation", places, leaver };
}

/** The game as stored. `view` is its last position. */
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
