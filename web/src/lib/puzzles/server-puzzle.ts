// A puzzle that exists only on the server.

import { communityApi } from "$lib/community/api";
import type { GameId } from "$lib/engine/types";
import { ApiError } from "$lib/online/api";
import type { PuzzleView } from "$lib/online/types.gen";
import type { ProvenMove, Puzzle, Puzzles, Task } from "./read";

function puzzleOf({ id, position, task, steps, moves, line, right, themes, grade }: PuzzleView): Puzzle {
  return { id, position, task: task as Task, steps, moves: moves as ProvenMove[], line, right, themes, grade };
}

/** Null if it does not exist; throws if the server is unreachable. */
export async function servedPuzzle(game: GameId, id: string): Promise<Puzzles | null> {
  try {
    const view = await communityApi.puzzle(game, id);
    return { game, options: view.options as Record<string, string>, puzzles: [puzzleOf(view)] };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
