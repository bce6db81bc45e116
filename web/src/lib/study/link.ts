// The link from a game to its analysis.

import { writeLink } from "$lib/engine/rules";
import type { Opening } from "$lib/engine/types";
import { bare, listed, type Node } from "./node";
import { withPlace } from "./path";

/** The analysis address of these moves, opened at `ply`; that of the empty game if the rules fail. */
export async function analysisOf(
  opening: Omit<Opening, "moves">,
  moves: readonly string[],
  ply: number,
): Promise<string> {
  const root = bare(0);
  let node: Node = root;
  for (const move of moves) {
    const next = bare(0, move);
    node.children = [next];
    node = next;
  }
  try {
    const link = await writeLink({
      opening: { ...opening, options: opening.options ?? {} },
      tags: [],
      result: "*",
      nodes: listed(root),
    });
    return withPlace(link, ply > 0 ? String(Math.min(ply, moves.length)) : "");
  } catch {
    return `/${opening.game}/analysis`;
  }
}
