// Which ruling matters now in a game.

import type { Description, Failure, GameId, View } from "$lib/engine/types";

/** What speaks of a turn as such. */
const TURN: Record<GameId, string> = {
  squadro: "SQ-4",
  "number-one": "NO-4",
  peak: "PK-2",
  "one-piece-for-two": "OP-4",
};

/**
 * That of the last refusal, of the end, or of the last thing that happened; where there is none of these,
 * that of a turn.
 */
export function rulingNow(refused: Failure | null, last: Description | null, view: View): string {
  const happened = last?.events.findLast(({ ruling }) => ruling !== undefined)?.ruling;
  return refused?.ruling ?? view.status.over?.reason.ruling ?? happened ?? TURN[view.game];
}
