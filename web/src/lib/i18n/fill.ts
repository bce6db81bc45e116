// Arguments put into their places.

import type { GameId, Seat, Sentence } from "$lib/engine/types";

/**
 * Sentences of the engine, by `game.key`, or by `key` for what is said of all games; words within them by
 * `word.` and the English ones.
 */
export type Engine = Readonly<Record<string, string>>;
type Arg = string | number;

const PLACE = /\{(\d)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function kept<T>(map: Map<string, T>, language: string, make: () => T): T {
  const found = map.get(language) ?? make();
  map.set(language, found);
  return found;
}

/** `{0}` becomes the first argument, `{0|one|others}` the word that goes with it. */
export function fill(text: string, args: readonly Arg[], language: string): string {
  if (!text.includes("{")) return text;
  return text.replace(PLACE, (place, index: string, one?: string, others?: string) => {
    const arg = args[Number(index)];
    if (arg === undefined) return place;
    if (one !== undefined && others !== undefined) {
      const plural = kept(rules, language, () => new Intl.PluralRules(language));
      return plural.select(Number(arg)) === "one" ? one : others;
    }
    if (typeof arg === "string") return arg;
    return kept(numbers, language, () => new Intl.NumberFormat(language)).format(arg);
  });
}

/** The seats as the engine names them in its sentences. */
const SEATS: Record<GameId, readonly string[]> = {
  squadro: ["yellow", "red"],
  "number-one": ["a", "b", "c", "d"],
  peak: ["light", "dark"],
  "one-piece-for-two": ["red", "blue"],
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the page calls the seats and cells that the engine names. */
interface Names {
  seat: (seat: Seat) => string;
  /** By its size from 1, after “the”. */
  peg: (size: number) => string;
  cell: (name: string) => string;
}

/**
 * What the engine says in the page's words, where `{@0}` is the place of a seat, `{#0}` of a peg given by its
 * size, and `{0}` of anything else; its own English words where there are no others. An argument that is made
 * of words has words of its own under `word.argument`. The sentence begins with a capital letter unless with
 * a cell, a piece or something a person typed.
 */
export function sentence(said: Sentence, game: GameId, engine: Engine, names: Names, language: string): string {
  const seatNumber = (arg: string) => SEATS[game].indexOf(arg.toLowerCase());
  const text = engine[`${game}.${said.key}`] ?? engine[said.key];
  if (text === undefined) {
    const [first] = said.args;
    const asWritten = first !== undefined && said.text.startsWith(first) && seatNumber(first) < 0;
    return asWritten ? said.text : capital(said.text);
  }
  const named = text.replace(/\{@(\d)\}/g, (place, index: string) => {
    const arg = said.args[Number(index)];
    if (arg === undefined) return place;
    const seat = seatNumber(arg);
    return seat < 0 ? arg : names.seat(seat);
  });
  const pegs = named.replace(/\{#(\d)\}/g, (_, index: string) => names.peg(Number(said.args[Number(index)])));
  const args = said.args.map((arg) => engine[`word.${arg}`] ?? names.cell(arg));
  return fill(/^\{\d/.test(text) ? pegs : capital(pegs), args, language);
}
