// A hint in two steps: which piece, then which move.

import type { Description, LegalMove } from "$lib/engine/types";
import type { HintMark } from "./types";

export const HINT_TIME = 500;

/** The marks of the first step and of the second. A move that is chosen with one cell (Squadro) shows where it leads by what it does. */
export function hintMarks({ targets }: LegalMove, does: Description): [HintMark[], HintMark[]] {
  const [first] = targets;
  if (first === undefined) return [[], []];
  const piece: HintMark = { kind: "hint", cells: [first] };
  const path = targets.length > 1 ? targets : (does.events[0]?.path ?? []);
  return [[piece], path.length > 1 ? [piece, { kind: "arrow", cells: path }] : [piece]];
}
