// Texts about puzzles.

import type { GameId, Seat } from "$lib/engine/types";
import type { Goal } from "$lib/game/types";
import { seatName, t, tOr } from "$lib/i18n/study";
import type { ProvenMove, Puzzle, Worth } from "./read";
import type { Refutation, Verdict } from "./solving.svelte";

export const themeName = (theme: string): string => tOr(`puzzle.theme.${theme}`, theme);

export const gradeName = (grade: number): string => t("puzzle.grade", grade, tOr(`level.${grade}`, ""));

export function taskText(puzzle: Puzzle, game: GameId, solver: Seat): string {
  const nearest = puzzle.moves.find(({ accepted }) => accepted)?.plies ?? 0;
  return t(`puzzle.task.${puzzle.task}`, seatName(game, solver), nearest);
}

/** The goal of a drill, before it begins. */
export const goalText = ({ kind, plies }: Goal, game: GameId, seat: Seat): string =>
  t(`drill.goal.${kind}`, seatName(game, seat), plies);

/** `wins in 5 plies`. */
export const worthText = ({ value, plies }: Worth): string =>
  plies === null || value === "draw" ? t(`puzzle.value.${value}`) : t(`puzzle.value.${value}.in`, plies);

export function verdictText(verdict: Verdict): string {
  switch (verdict.kind) {
    case "right":
      return t("puzzle.right", verdict.move);
    case "slow":
      return t("puzzle.slow", verdict.move, verdict.worth.plies ?? "");
    case "unproven":
      return t("puzzle.unproven", verdict.move);
    case "wrong":
      return verdict.worth
        ? t("puzzle.wrong", verdict.move, worthText(verdict.worth))
        : t("puzzle.wrong.unknown", verdict.move);
  }
}

/** `Red answers R3 and wins.` */
export function refutationText({ seat, moves, proven }: Refutation, verdict: Verdict, game: GameId): string {
  const args = [seatName(game, seat), moves.join(" ")] as const;
  if (!proven || !("worth" in verdict) || !verdict.worth) return t("puzzle.answer", ...args);
  return t(`puzzle.answer.${verdict.worth.value}`, ...args);
}

/** Moves grouped by equal value, in the order of the proof. */
export function grouped(moves: readonly ProvenMove[]): { worth: Worth; accepted: boolean; moves: string[] }[] {
  const groups: { worth: Worth; accepted: boolean; moves: string[] }[] = [];
  for (const { move, accepted, value, plies } of moves) {
    const last = groups.at(-1);
    if (last?.accepted === accepted && last.worth.value === value && last.worth.plies === plies) last.moves.push(move);
    else groups.push({ worth: { value, plies }, accepted, moves: [move] });
  }
  return groups;
}
