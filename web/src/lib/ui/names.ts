// Names that are the same in every language.

import type { GameId } from "$lib/engine/types";

const NAMES: Record<GameId, string> = {
  squadro: "Squadro",
  "number-one": "Number One",
  peak: "Peak",
  "one-piece-for-two": "One Piece for Two",
};
export const gameName = (game: GameId): string => NAMES[game];
