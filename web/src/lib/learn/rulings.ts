// Where a ruling is to be read, by the letters its number begins with. The build of the rules pages uses this
// too.

import type { GameId } from "../engine/types";

/** Rules to read: of a game, or `table` for what happens beside every board. */
export type RulesName = GameId | "table";

const RULES: Readonly<Record<string, RulesName>> = {
  SQ: "squadro",
  NO: "number-one",
  PK: "peak",
  OP: "one-piece-for-two",
  TB: "table",
};

/** The numbers of rulings in a text. */
export const RULINGS = new RegExp(`\\b(?:${Object.keys(RULES).join("|")})-\\d+\\b`, "g");

/** The rules a ruling is part of; null for what is none. */
export const rulesWith = (ruling: string): RulesName | null =>
  RULES[/^([A-Z]{2})-\d+$/.exec(ruling)?.[1] ?? ""] ?? null;

export const rulesAddress = (rules: RulesName): string => (rules === "table" ? "/rules/table" : `/${rules}/rules`);

/** The address of a ruling: in the rules its number names, else in those of the game that speaks of it. */
export const rulingAddress = (game: GameId, ruling: string): string =>
  `${rulesAddress(rulesWith(ruling) ?? game)}#${ruling}`;
