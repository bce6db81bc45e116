// Reports stored on this device: the judgements of a game, so that analysis can be resumed.

import type { Value } from "$lib/engine/types";
import type { Judgement } from "./report";

const PREFIX = "ludoteca.report.";
const VERSION = 1;

type Area = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

function isValue(value: unknown): value is Value {
  if (!isFields(value)) return false;
  if (value.kind === "estimate") return isNumber(value.value);
  if (value.kind === "proven")
    return ["win", "draw", "loss"].includes(String(value.result)) && (value.plies === null || isNumber(value.plies));
  return (
    value.kind === "shares" &&
    typeof value.proven === "boolean" &&
    Array.isArray(value.shares) &&
    value.shares.every(isNumber)
  );
}
const isJudgement = (value: unknown): value is Judgement =>
  isFields(value) &&
  isTexts(value.line) &&
  isValue(value.value) &&
  (value.source === "table" || value.source === "engine") &&
  isNumber(value.millis) &&
  (value.played === undefined || isValue(value.played)) &&
  (value.stake === undefined || isNumber(value.stake));

export class ReportStore {
  /** `area` is called each time, because even accessing forbidden storage throws. */
  constructor(private readonly area: () => Area = () => localStorage) {}

  /** The stored judgements for the positions a game has in common with the stored one. */
  load(id: string, moves: readonly string[]): (Judgement | null)[] {
    const found: (Judgement | null)[] = Array.from({ length: moves.length + 1 }, () => null);
    try {
      const kept: unknown = JSON.parse(this.area().getItem(PREFIX + id) ?? "null");
      if (!isFields(kept) || kept.version !== VERSION || !isTexts(kept.moves) || !Array.isArray(kept.judgements))
        return found;
      const judgements: readonly unknown[] = kept.judgements;
      for (let at = 0; at <= moves.length; at++) {
        const judgement = judgements[at];
        if (isJudgement(judgement)) found[at] = judgement;
        if (kept.moves[at] !== moves[at]) break;
      }
    } catch {
      // Forbidden or damaged: analysed again.
    }
    return found;
  }

  save(id: string, moves: readonly string[], judgements: readonly (Judgement | null)[]): void {
    try {
      this.area().setItem(PREFIX + id, JSON.stringify({ version: VERSION, moves, judgements }));
    } catch {
      // Full or forbidden: kept in memory until the page closes.
    }
  }

  remove(id: string): void {
    try {
      this.area().removeItem(PREFIX + id);
    } catch {
      // Forbidden: there is none.
    }
  }
}

export const reports = new ReportStore();
