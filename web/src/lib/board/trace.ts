// The moves of a turn as marks on the board: for each ply its origin, path and destination.

import type { BoardData, Cell, Description, MoveEvent, Seat } from "$lib/engine/types";
import { bounds, headingAngle, pieceOn } from "./geometry";
import { ASIDE } from "./squadro/runner";
import type { Box, Mark, Point } from "./types";

/** Events that bring a piece onto the board. */
const NEW: readonly string[] = ["sets-up", "places"];

function markOf({ key, path, piece, seat }: MoveEvent, mover: Seat): Mark | null {
  if (NEW.includes(key)) return { kind: "put", cells: path };
  // A line of four has a path but no piece.
  if (path.length < 2 || piece === null) return null;
  return { kind: seat === mover ? "way" : "sentBack", cells: path };
}

/** Marks of these plies, numbered if there are several. `gone` are the pieces that left the board. */
export function traceOf(plies: readonly Description[], gone: readonly MoveEvent[]): Mark[] {
  const marks = plies.flatMap(({ events, seat }, ply) => {
    const text = plies.length > 1 ? { text: String(ply + 1) } : {};
    return events.flatMap((event) => markOf(event, seat) ?? []).map((mark): Mark => ({ ...mark, seat, ...text }));
  });
  const left = gone.filter(({ path }) => path.length > 0);
  return [...marks, ...left.map(({ path, seat }): Mark => ({ kind: "gone", cells: path, seat: seat ?? 0 }))];
}

/** Half the size of a frame around a cell; tall pieces need more room above. */
const HALF: Record<BoardData["ground"], number> = { tracks: 45, hexagon: 45, seats: 45, rail: 49 };
const RISE: Record<BoardData["ground"], number> = { tracks: 0, hexagon: 14, seats: 0, rail: 0 };
/** Where a path ends at a piece (further out above tall ones), and the radius of the ring at its origin. */
const AT_PIECE = 42;
export const AT_START = 15;

const at = (board: BoardData, cell: Cell): Point => board.cells[cell] ?? { x: 0, y: 0 };

/** Half the width of the frame around a piece at home, which has close neighbours. */
const HALF_AT_HOME = 27;

/** The frame around the piece on a cell; a domino covers two, and a piece at home lies beside its track. */
export function frame(board: BoardData, cell: Cell): Box {
  const piece = pieceOn(board, cell);
  if (piece?.shape === "runner" && piece.home) {
    const { x, y } = at(board, cell);
    const long = HALF[board.ground];
    return headingAngle(piece.heading) % 180 === 0
      ? { x: x - long, y: y + ASIDE - HALF_AT_HOME, width: 2 * long, height: 2 * HALF_AT_HOME }
      : { x: x + ASIDE - HALF_AT_HOME, y: y - long, width: 2 * HALF_AT_HOME, height: 2 * long };
  }
  const cells = piece?.shape === "domino" ? [piece.cell, piece.other] : [cell];
  const box = bounds(
    cells.map((one) => at(board, one)),
    HALF[board.ground],
  );
  const rise = RISE[board.ground];
  return { ...box, y: box.y - rise, height: box.height + rise };
}

/** The four corners of a frame, so that nothing inside is covered. */
export function corners({ x, y, width, height }: Box, leg = 17): string {
  const [right, bottom] = [x + width, y + height];
  return (
    `M${x} ${y + leg}V${y}H${x + leg}M${right - leg} ${y}H${right}V${y + leg}` +
    `M${right} ${bottom - leg}V${bottom}H${right - leg}M${x + leg} ${bottom}H${x}V${bottom - leg}`
  );
}

/** A path through cells that leaves out the pieces on it, ending in an arrow head. */
export function way(board: BoardData, cells: readonly Cell[]): { line: string; head: string } {
  const last = cells.length - 1;
  const rise = 2 * RISE[board.ground];
  const room = (cell: Cell, i: number, down: number) => {
    if (i === 0) return AT_START;
    return i === last || pieceOn(board, cell) ? AT_PIECE + rise * Math.max(0, down) : 0;
  };
  let [line, head] = ["", ""];
  for (let i = 1; i <= last; i++) {
    const [from, to] = [at(board, cells[i - 1] ?? -1), at(board, cells[i] ?? -1)];
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const along = (point: Point, by: number) => ({
      x: point.x + Math.cos(angle) * by,
      y: point.y + Math.sin(angle) * by,
    });
    const text = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    const down = Math.sin(angle);
    const begin = along(from, room(cells[i - 1] ?? -1, i - 1, -down));
    const end = along(to, -room(cells[i] ?? -1, i, down));
    line += `M${text(begin)}L${text(end)}`;
    if (i < last) continue;
    const wing = (side: number) => ({
      x: end.x - Math.cos(angle + side * 0.55) * 24,
      y: end.y - Math.sin(angle + side * 0.55) * 24,
    });
    head = `M${text(wing(1))}L${text(end)}L${text(wing(-1))}`;
  }
  return { line, head };
}
