// Maps ruling numbers to the pages that contain them. Also used when building the rules pages.

import type { GameId } from "../engine/types";

/** A rules page: of a game, or `table` for the table rules. */
export type RulesName = GameId | "table";

const RULES: Readonly<Record<string, RulesName>> = {
  SQ: "squadro",
  NO: "number-one",
  PK: "peak",
  OP: "one-piece-for-two",
  TB: "table",
};

/** Matches ruling numbers in a text. */
export const RULINGS = new RegExp(`\\b(?:${Object.keys(RULES).join("|")})-\\d+\\b`, "g");

/** The page that contains a ruling; null if unknown. */
export const rulesWith = (ruling: string): RulesName | null =>
  RULES[/^([A-Z]{2})-\d+$/.exec(ruling)?.[1] ?? ""] ?? null;

export const rulesAddress = (rules: RulesName): string => (rules === "table" ? "/rules/table" : `/${rules}/rules`);

/**
 * The address of a ruling: on the page its number belongs to, otherwise on that of the game mentioning it.
 */
export const rulingAddress = (game: GameId, ruling: string): string =>
  `${rulesAddress(rulesWith(ruling) ?? game)}#${ruling}`;
