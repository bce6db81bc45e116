// Squadro's exact values from the server's table. Without a table the engine's search is used, and its values
// are marked as such.

import { RulesSession, type Session } from "$lib/engine/rules";
import type { Opening, Value } from "$lib/engine/types";

/** A table entry: the value for the seat to move, and the value of each move. */
export interface Exact {
  value: Value;
  moves: { move: string; value: Value }[];
}

type Outcome = "win" | "draw" | "loss";
interface Worth {
  valueForMover: Outcome;
  plies: number | null;
}
interface Answer extends Worth {
  moves: ({ move: string } & Worth)[];
}

const isOutcome = (value: unknown): value is Outcome => value === "win" || value === "draw" || value === "loss";
const isWorth = (item: unknown): item is Worth => {
  if (typeof item !== "object" || item === null || !("valueForMover" in item)) return false;
  const plies = "plies" in item ? item.plies : null;
  return isOutcome(item.valueForMover) && (plies === null || (Number.isInteger(plies) && Number(plies) >= 0));
};
const isAnswer = (answer: unknown): answer is Answer =>
  isWorth(answer) &&
  "moves" in answer &&
  Array.isArray(answer.moves) &&
  answer.moves.every((one: unknown) => isWorth(one) && "move" in one && typeof one.move === "string");

const valueOf = ({ valueForMover, plies }: Worth): Value => ({
  kind: "proven",
  result: valueForMover,
  plies: plies ?? null,
});

/** The server's table. Its availability is checked once; after an error it is not asked for a while. */
export class ExactTable {
  #absentUntil = 0;
  #present: Promise<boolean> | null = null;
  readonly #known = new Map<string, Exact>();

  constructor(
    private readonly get: (address: string) => Promise<Response> = (address) => fetch(address),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Null if there is no answer. */
  async ask(position: string): Promise<Exact | null> {
    const known = this.#known.get(position);
    if (known) return known;
    if (this.now() < this.#absentUntil) return null;
    try {
      if (!(await (this.#present ??= this.#isThere()))) return null;
      const found = await this.#fetch(position);
      if (found) {
        if (this.#known.size >= KNOWN) this.#known.clear();
        this.#known.set(position, found);
        return found;
      }
    } catch {
      // Unreachable: check its availability again later.
      this.#present = null;
    }
    this.#absentUntil = this.now() + ABSENT;
    return null;
  }

  async isPresent(): Promise<boolean> {
    try {
      return await (this.#present ??= this.#isThere());
    } catch {
      this.#present = null;
      return false;
    }
  }

  async #isThere(): Promise<boolean> {
    const response = await this.get("/health");
    const answer: unknown = response.ok ? await response.json() : null;
    return typeof answer === "object" && answer !== null && "squadroTable" in answer && answer.squadroTable === true;
  }

  async #fetch(position: string): Promise<Exact | null> {
    const response = await this.get(`/api/v1/squadro/table?position=${encodeURIComponent(position)}`);
    if (!response.ok) return null;
    const answer: unknown = await response.json();
    if (!isAnswer(answer)) return null;
    return { value: valueOf(answer), moves: answer.moves.map((one) => ({ move: one.move, value: valueOf(one) })) };
  }
}

const KNOWN = 5000;
const ABSENT = 60_000;

export const exactTable = new ExactTable();

/** All positions of a game up to the current one. */
export async function positionsOf(opening: Opening, session: Session = new RulesSession()): Promise<string[]> {
  const { played } = await session.open(opening);
  const views = await Promise.all(Array.from({ length: played.length + 1 }, (_, ply) => session.viewAt(ply)));
  session.free();
  return views.map(({ position }) => position);
}

/** Earlier positions that have occurred twice: a third time is a draw (SQ-10). */
export function occurredTwice(positions: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const position of positions) counts.set(position, (counts.get(position) ?? 0) + 1);
  const last = positions.at(-1);
  return [...counts].filter(([position, count]) => count >= 2 && position !== last).map(([position]) => position);
}

/**
 * Whether a position won by the table could still be drawn through repetition. With each move the winner gets
 * nearer to the end, so the current position cannot recur; but a position that has occurred twice, is won for
 * the same side and is nearer to the end may lie on the way.
 */
export async function couldBeDrawn(
  positions: readonly string[],
  value: Value,
  ask: (position: string) => Promise<Exact | null>,
): Promise<boolean> {
  if (value.kind !== "proven" || value.result === "draw") return false;
  const now = positions.at(-1) ?? "";
  for (const position of occurredTwice(positions)) {
    const there = (await ask(position))?.value;
    // Assume that unknown positions are on the way.
    if (there?.kind !== "proven") return true;
    const sameMover = mover(position) === mover(now);
    const sameWinner = there.result !== "draw" && (there.result === value.result) === sameMover;
    if (sameWinner && (there.plies ?? 0) < (value.plies ?? Infinity)) return true;
  }
  return false;
}

/** The last word of a position's text is the seat to move. */
const mover = (position: string): string => position.split(" ").at(-1) ?? "";
