// When and where pieces move, worked out from what a move does.

import type { BoardData, Cell, Description, MoveEvent } from "$lib/engine/types";
import type { Point } from "./types";

/** A move along its path, in milliseconds. */
export const MOVE = 220;
/** After it pieces sent back wait this long. */
export const WAIT = 80;
/** What happens in place: a piece is turned, put down or taken off. */
export const PLACE = 180;

/** A piece on its way. */
export interface Motion {
  /** Of the board before. */
  piece: number;
  delay: number;
  duration: number;
  /** Where it is, when (0 to 1), and whether it is lifted over something. */
  stops: (Point & { offset: number; lifted: boolean })[];
}

/** Something that happens to a piece where it stands. */
export interface InPlace {
  kind: "round" | "over" | "appears" | "leaves";
  /** Of the board before for what leaves, of the board after for the rest. */
  piece: number;
  delay: number;
}

export interface Sequence {
  motions: Motion[];
  /** On the board before, while the pieces move. */
  leaving: InPlace[];
  /** On the board after. */
  after: InPlace[];
  /** Until the board after is shown. */
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

/** The order in which everything happens; `pace` 1 is the usual one, 2 takes twice as long. */
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
