// Animation timing and paths, computed from a move's description.

import type { BoardData, Cell, Description, MoveEvent } from "$lib/engine/types";
import type { Point } from "./types";

/** Milliseconds for a move along its path. */
export const MOVE = 220;
/** Delay before captured pieces are sent back. */
export const WAIT = 80;
/** Milliseconds for turning, placing or removing a piece. */
export const PLACE = 180;

export interface Motion {
  /** Index on the board before the move. */
  piece: number;
  delay: number;
  duration: number;
  /** Positions over time (0 to 1), and whether the piece is lifted over something. */
  stops: (Point & { offset: number; lifted: boolean })[];
}

/** A piece that changes without moving. */
export interface InPlace {
  kind: "round" | "over" | "appears" | "leaves";
  /** Index on the board before the move if it leaves, otherwise on the board after. */
  piece: number;
  delay: number;
}

export interface Sequence {
  motions: Motion[];
  /** Drawn on the board before, while pieces move. */
  leaving: InPlace[];
  /** Drawn on the board after. */
  after: InPlace[];
  /** Milliseconds until the board after is shown. */
  length: number;
}

function along(board: BoardData, event: MoveEvent, delay: number, duration: number): Motion | null {
  const points = event.path.map((cell: Cell) => board.cells[cell]).filter((cell) => cell !== undefined);
  if (event.piece === null || points.length < 2) return null;
  const lengths = points.map((point, i) => {
    const last = points[Math.max(0, i - 1)] ?? point;
    return Math.hypot(point.x - last.x, point.y - last.y);
  });
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let gone = 0;
  const stops = points.map(({ x, y }, i) => {
    gone += lengths[i] ?? 0;
    return { x, y, offset: Math.min(1, gone / whole), lifted: event.over.includes(event.path[i] ?? -1) };
  });
  return { piece: event.piece, delay, duration, stops };
}

const IN_PLACE: Record<string, InPlace["kind"]> = {
  "turns-round": "round",
  "turns-over": "over",
  places: "appears",
  "sets-up": "appears",
  "drops-out": "leaves",
};

/** The timeline of a move; `pace` 1 is normal, 2 takes twice as long. */
export function sequence(before: BoardData, { events }: Description, pace: number): Sequence {
  const found: Sequence = { motions: [], leaving: [], after: [], length: 0 };
  const move = MOVE * pace;
  for (const event of events) {
    const delay = event.key === "sent-back" ? move + WAIT * pace : 0;
    const motion = along(before, event, delay, move);
    if (motion) {
      found.motions.push(motion);
      found.length = Math.max(found.length, delay + move);
    }
    const kind = IN_PLACE[event.key];
    if (kind === "leaves" && event.piece !== null) {
      found.leaving.push({ kind, piece: event.piece, delay: found.length });
      found.length += PLACE * pace;
    } else if (kind && event.becomes !== null) {
      found.after.push({ kind, piece: event.becomes, delay: 0 });
    }
  }
  return found;
}
