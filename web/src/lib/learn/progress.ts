// Completed tutorial steps, stored on this device. Unreadable data counts as nothing done.

import type { GameId } from "$lib/engine/types";

const KEY = "ludoteca.learn";

function read(): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Names of the completed steps. */
export function doneSteps(game: GameId): Set<string> {
  const kept = read()[game];
  return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []);
}

export function rememberStep(game: GameId, step: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: [...doneSteps(game).add(step)] }));
  } catch {
    // Storage full or forbidden: the tutorial starts over next time.
  }
}

/** The step to start with, counted from 1: the first incomplete one, or the first of all. */
export function nextStep(game: GameId, steps: readonly { id: string }[]): number {
  const done = doneSteps(game);
  return (
    Math.max(
      0,
      steps.findIndex(({ id }) => !done.has(id)),
    ) + 1
  );
}
