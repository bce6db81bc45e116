// A drill: a position in which one side wins is played to its end, against the computer at full strength,
// which defends as long as it can.

import { RulesSession } from "$lib/engine/rules";
import type { Seat } from "$lib/engine/types";
import { createGame } from "$lib/game/loading";
import type { Goal, SavedGame } from "$lib/game/types";
import { puzzlesOf } from "./load";
import type { Puzzle, Puzzles } from "./read";

/**
 * One of the positions to be won, by a number from 0 up to 1; not the one that was just played where there
 * are others.
 */
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

/** Whose drill it is: the seat to act. */
export async function seatOf({ game, options }: Puzzles, { position }: Puzzle): Promise<Seat> {
  const session = new RulesSession();
  try {
    return (await session.open({ game, options, position })).status.toAct ?? 0;
  } finally {
    session.free();
  }
}

/** Begins the game that plays a puzzle out and answers with its id. The person has the seat to act. */
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

/** The same drill from its beginning; answers with the new game's id. */
export function drillAgain({ opening, seats, takeBackAllowed, thinkingTime, goal }: SavedGame): Promise<string> {
  return createGame({ opening, seats, takeBackAllowed, thinkingTime, ...(goal ? { goal } : {}) });
}

/** Another drill of the same game; answers with its id, or null where there is none. */
export async function nextDrill({ opening, thinkingTime, goal }: SavedGame, chance: number): Promise<string | null> {
  const file = await puzzlesOf(opening.game);
  const puzzle = drillOf(file, chance, goal?.puzzle);
  return puzzle ? playOut(file, puzzle, thinkingTime) : null;
}
