// Arguments put into their places.

import type { Arg, GameId, Seat, Sentence } from "$lib/engine/types";

/**
 * Sentences of the engine, by `game.key`, or by `key` for what is said of all games; words within them by
 * `word.` and the English ones.
 */
export type Engine = Readonly<Record<string, string>>;

const PLACE = /\{(\d)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function kept<T>(map: Map<string, T>, language: string, make: () => T): T {
  const found = map.get(language) ?? make();
  map.set(language, found);
  return found;
}

/** `{0}` becomes the first argument, `{0|one|others}` the word that goes with it. */
export function fill(text: string, args: readonly (string | number)[], language: string): string {
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

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the page calls the seats and cells that the engine names. */
interface Names {
  seat: (seat: Seat) => string;
  cell: (name: string) => string;
}

/** An argument in the page's words. */
function named(arg: Arg, engine: Engine, names: Names): string {
  if (arg.kind === "seat") return names.seat(arg.value);
  if (arg.kind === "cell") return names.cell(arg.value);
  return (arg.kind === "words" && engine[`word.${arg.value}`]) || String(arg.value);
}

/**
 * What the engine says in the page's words, where `{0}` is the place of the first argument; its own English
 * words where there are no others. The sentence begins with a capital letter unless with a cell, a piece or
 * something a person typed.
 */
export function sentence(said: Sentence, game: GameId, engine: Engine, names: Names, language: string): string {
  const text = engine[`${game}.${said.key}`] ?? engine[said.key];
  if (text === undefined) {
    const [first] = said.args;
    const asWritten = first && first.kind !== "seat" && said.text.startsWith(String(first.value));
    return asWritten ? said.text : capital(said.text);
  }
  const first = said.args[Number(/^\{(\d)/.exec(text)?.[1])];
  const args = said.args.map((arg) => named(arg, engine, names));
  const whole = fill(text, args, language);
  return first && first.kind !== "seat" ? whole : capital(whole);
}
