// Marks on the analysis board besides the last move: annotations, engine moves, branches, a threat.

import type { Mark } from "$lib/board/types";
import type { Cell, View } from "$lib/engine/types";
import type { Threat } from "$lib/study/advice.svelte";
import type { Analyst } from "$lib/study/analyst.svelte";
import type { Study } from "$lib/study/tree.svelte";
import { valueMarks } from "$lib/study/values";

interface Wanted {
  arrows: boolean;
  branches: boolean;
  threat: Threat | null;
  /** The cells chosen so far. */
  chosen: readonly Cell[];
}

/** An arrow through the move's cells, or a ring for a one-tap move. */
const moveMark = (cells: Cell[], rank: number): Mark =>
  cells.length > 1 ? { kind: "arrow", cells, rank } : { kind: "hint", cells, rank };
const cellsOf = (view: View, move: string): Cell[] => view.moves.find((legal) => legal.move === move)?.targets ?? [];

export function shownMarks(study: Study, analyst: Analyst, { arrows, branches, threat, chosen }: Wanted): Mark[] {
  const { view, current } = study;
  // No marks of the next position on the previous board.
  if (!view || study.shown !== current) return [];
  const marks: Mark[] = [];
  if (branches && current.children.length > 1) {
    for (const child of current.children) marks.push(moveMark(cellsOf(view, child.move), child === study.next ? 1 : 3));
  }
  if (analyst.all) marks.push(...valueMarks(view, analyst.all, chosen));
  else if (arrows && analyst.on) {
    analyst.lines.forEach(({ moves }, index) => {
      if (moves[0]) marks.push(moveMark(cellsOf(view, moves[0]), index + 1));
    });
  }
  if (threat) marks.push({ ...moveMark(threat.cells, 1), colour: "red" });
  marks.push(...current.shapes);
  return marks.filter(({ cells }) => cells.length > 0);
}
