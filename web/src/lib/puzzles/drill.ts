// Drills: a won position played to the end against the computer at full strength, which defends as long as
// possible.

import { RulesSession } from "$lib/engine/rules";
import type { Seat } from "$lib/engine/types";
import { createGame } from "$lib/game/loading";
import type { Goal, SavedGame } from "$lib/game/types";
import { puzzlesOf } from "./load";
import type { Puzzle, Puzzles } from "./read";

/** A drill chosen by a number from 0 up to 1; avoids the one just played if there are others. */
export function drillOf({ puzzles }: Puzzles, chance: number, before?: string): Puzzle | null {
  const won = puzzles.filter(({ task }) => task !== "draw");
  const others = won.filter(({ id }) => id !== before);
  const choice = others.length > 0 ? others : won;
  return choice[Math.floor(chance * choice.length)] ?? null;
}

export function goalOf({ id, task, moves }: Pick<Puzzle, "id" | "task" | "moves">): Goal {
  const plies = moves.find(({ accepted }) => accepted)?.plies ?? 0;
  return { kind: task === "first" ? "first" : "win", plies, puzzle: id };
}

/** The seat of the drill: the one to move. */
export async function seatOf({ game, options }: Puzzles, { position }: Puzzle): Promise<Seat> {
  const session = new RulesSession();
  try {
    return (await session.open({ game, options, position })).status.toAct ?? 0;
  } finally {
    session.free();
  }
}

/** Creates the game that plays a puzzle out and returns its id. The person plays the seat to move. */
export async function playOut(
  { game, options }: Pick<Puzzles, "game" | "options">,
  puzzle: Puzzle,
  thinkingTime: number,
): Promise<string> {
  const opening = { game, options, position: puzzle.position };
  const session = new RulesSession();
  try {
    const { players, status } = await session.open(opening);
    const seats = Array.from({ length: players }, (_, seat) =>
      seat === status.toAct ? { kind: "person" as const, name: "" } : { kind: "computer" as const, level: 10 },
    );
    return await createGame({ opening, seats, takeBackAllowed: true, thinkingTime, goal: goalOf(puzzle) });
  } finally {
    session.free();
  }
}

/** Restarts the same drill; returns the new game's id. */
export function drillAgain({ opening, seats, takeBackAllowed, thinkingTime, goal }: SavedGame): Promise<string> {
  return createGame({ opening, seats, takeBackAllowed, thinkingTime, ...(goal ? { goal } : {}) });
}

/** Starts another drill of the same game; returns its id, or null if there is none. */
export async function nextDrill({ opening, thinkingTime, goal }: SavedGame, chance: number): Promise<string | null> {
  const file = await puzzlesOf(opening.game);
  const puzzle = drillOf(file, chance, goal?.puzzle);
  return puzzle ? playOut(file, puzzle, thinkingTime) : null;
}
