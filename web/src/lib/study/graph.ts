// Layout of the value graph's lines.

import type { Seat } from "$lib/engine/types";
import type { Chances } from "./values";

export interface Point {
  ply: number;
  x: number;
  y: number;
  proven: boolean;
}
interface Size {
  width: number;
  height: number;
  /** Margin on every side, so that dots are not clipped. */
  edge: number;
}

/** A seat's line: one point per ply with a known value, first place at the top. */
export function points(chances: readonly (Chances | null)[], seat: Seat, { width, height, edge }: Size): Point[] {
  const last = Math.max(1, chances.length - 1);
  const round = (value: number) => Math.round(10 * value) / 10;
  return chances.flatMap((here, ply) =>
    here
      ? [
          {
            ply,
            x: round(edge + (ply / last) * (width - 2 * edge)),
            y: round(edge + (1 - (here.shares[seat] ?? 0)) * (height - 2 * edge)),
            proven: here.proven,
          },
        ]
      : [],
  );
}

/** Splits a line at gaps. */
export function runs(line: readonly Point[]): Point[][] {
  const all: Point[][] = [];
  for (const point of line) {
    const run = all.at(-1);
    if (run && run.at(-1)!.ply === point.ply - 1) run.push(point);
    else all.push([point]);
  }
  return all;
}

/**
 * Distributes marks over as few rows as needed to keep neighbours apart; returns each mark's row from 0.
 * Input is ordered from left to right.
 */
export function lanes(at: readonly number[], apart: number): number[] {
  const ends: number[] = [];
  return at.map((x) => {
    const free = ends.findIndex((end) => x - end >= apart);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = x;
    return lane;
  });
}
