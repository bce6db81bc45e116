// The ruling relevant to the current situation.

import type { Description, Failure, GameId, View } from "$lib/engine/types";

/** The rulings about turns in general. */
const TURN: Record<GameId, string> = {
  squadro: "SQ-4",
  "number-one": "NO-4",
  peak: "PK-2",
  "one-piece-for-two": "OP-4",
};

/**
 * The ruling of the last rejected move, of the ending, or of the last event; otherwise the general one about
 * turns.
 */
export function rulingNow(refused: Failure | null, last: Description | null, view: View): string {
  const happened = last?.events.findLast(({ ruling }) => ruling !== undefined)?.ruling;
  return refused?.ruling ?? view.status.over?.reason.ruling ?? happened ?? TURN[view.game];
}
