// Names of the editor's tools.

import type { GameId } from "$lib/engine/types";
import { seatName, t, tOr } from "$lib/i18n/study";

const SIZES = ["board.peg.small", "board.peg.medium", "board.peg.large"] as const;

export function toolName(game: GameId, key: string): string {
  if (game === "squadro") {
    const [seat, way] = key.split("-");
    return t(way === "back" ? "editor.back" : "editor.out", seatName(game, seat === "r" ? 1 : 0));
  }
  if (game === "peak" && key !== "take") return t("board.disc", seatName(game, key === "d" ? 1 : 0));
  const peg = game === "number-one" ? /^([a-d])([1-3])$/.exec(key) : null;
  if (peg) return t(SIZES[Number(peg[2]) - 1] ?? SIZES[0], seatName(game, "abcd".indexOf(peg[1] ?? "a")));
  return tOr(`editor.tool.${key}`, key);
}

/** Name of an editor choice; seats by their letter in the notation. */
export function choiceName(game: GameId, key: string, value: string, letters: string[]): string {
  const seat = letters.indexOf(value);
  if ((key === "act" || key === "winner") && seat >= 0) return seatName(game, seat);
  if (value === "-") return t("editor.none");
  return key === "moved" ? value.split("").join(", ") : value;
}
