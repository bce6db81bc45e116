// A drill: a position in which one side wins is played to its end, against the computer at full strength, which defends as long as it can.

import { RulesTable } from "$lib/engine/rules";
import { Playing } from "$lib/game/playing.svelte";
import type { Puzzle, Puzzles } from "./read";

/** One of the positions to be won, by a number from 0 up to 1. */
export function drillOf({ puzzles }: Puzzles, chance: number): Puzzle | null {
  const won = puzzles.filter(({ task }) => task !== "draw");
  return won[Math.floor(chance * won.length)] ?? null;
}

/** Begins the game that plays a puzzle out and answers with its id. The person has the seat to act. */
export async function playOut(
  { game, options }: Pick<Puzzles, "game" | "options">,
  { position }: Pick<Puzzle, "position">,
  thinkingTime: number,
): Promise<string> {
  const opening = { game, options, position };
  const table = new RulesTable();
  try {
    const { players, status } = await table.open(opening);
    const seats = Array.from({ length: players }, (_, seat) =>
      seat === status.toAct ? { kind: "person" as const, name: "" } : { kind: "computer" as const, level: 10 },
    );
    return await Playing.create({ opening, seats, takeBackAllowed: true, thinkingTime });
  } finally {
    table.free();
  }
}
