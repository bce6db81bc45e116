// Wood texture: the grain of planks, and the signs cut into pieces. Deterministic for a given board.

import type { Seat } from "$lib/engine/types";

/** A seeded pseudo-random generator of numbers from 0 to 1. */
function chance(seed: number): () => number {
  let state = (seed * 2654435761 + 1013904223) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Plank {
  /** From top edge to bottom edge. */
  top: number;
  height: number;
  /** 0, 1 or 2: neighbouring planks differ slightly. */
  tone: number;
}

/** Planks glued side by side, each of a different width. */
export function planks(top: number, bottom: number, count: number, seed: number): Plank[] {
  const next = chance(seed);
  const parts = Array.from({ length: count }, () => 0.75 + next() * 0.5);
  const scale = (bottom - top) / parts.reduce((sum, part) => sum + part, 0);
  let at = top;
  return parts.map((part, index) => {
    const plank = { top: at, height: part * scale, tone: (index * 2 + Math.floor(index / 3)) % 3 };
    at += plank.height;
    return plank;
  });
}

export interface Grain {
  /** Long annual ring lines. */
  lines: string;
  /** The ring lines with a darker band, for woods with a strong figure. */
  broad: string;
  /** Short strokes: the flecks typical of beech. */
  flecks: string;
}

/**
 * The grain of planks from `left` to `right`, to be clipped by the caller. `calm` runs from 0 (wild) to 1
 * (straight).
 */
export function grain(boards: Plank[], left: number, right: number, calm: number, seed: number): Grain {
  let lines = "";
  let broad = "";
  let flecks = "";
  const width = right - left;
  boards.forEach((plank, index) => {
    const next = chance(seed * 31 + index);
    const dark = chance(seed * 17 + index);
    // Rings bend around a few invisible knots.
    const knots = Array.from({ length: 2 }, () => ({
      x: left + width * next(),
      y: plank.top + plank.height * next(),
      bend: (1 - calm) * 30 * (0.5 + next()),
    }));
    const clamp = (y: number) => Math.min(Math.max(y, plank.top + 1), plank.top + plank.height - 1);
    const drift = (next() - 0.5) * 14;
    for (let line = plank.top + 3; line < plank.top + plank.height - 2; line += 9 + next() * 12) {
      const at = (x: number) => {
        let y = line + (drift * (x - left)) / width;
        for (const knot of knots) {
          const away = (line - knot.y) / (2 * knot.bend + 1);
          const along = (x - knot.x) / (width * 0.16);
          y += (2 * knot.bend * away) / (1 + away * away) / (1 + along * along);
        }
        return clamp(y).toFixed(1);
      };
      const parts = 8;
      const x = (part: number) => left + (width * part) / parts;
      let path = `M${left.toFixed(0)} ${at(left)}`;
      for (let part = 1; part <= parts; part++) {
        path += `Q${x(part - 0.5).toFixed(0)} ${at(x(part - 0.5))} ${x(part).toFixed(0)} ${at(x(part))}`;
      }
      lines += path;
      if (dark() < 0.18) broad += path;
    }
    const count = Math.round((width * plank.height) / 2600);
    for (let i = 0; i < count; i++) {
      const length = 5 + next() * 13;
      flecks += `M${(left + next() * width).toFixed(0)} ${(plank.top + next() * plank.height).toFixed(0)}h${length.toFixed(0)}`;
    }
  });
  return { lines, broad, flecks };
}

/** A seat's sign as a path around 0,0: circle, triangle, square or diamond, of equal visual weight. */
export function sign(seat: Seat, r: number, flat = 1, y = 0): string {
  if (seat === 0) {
    const ry = r * flat;
    return `M${-r} ${y}A${r} ${ry} 0 1 1 ${r} ${y}A${r} ${ry} 0 1 1 ${-r} ${y}Z`;
  }
  const corners: readonly (readonly [number, number])[] =
    seat === 1
      ? [[0, -1.28], [1.2, 0.8], [-1.2, 0.8]] // prettier-ignore
      : seat === 2
        ? [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]] // prettier-ignore
        : [[0, -1.27], [1.27, 0], [0, 1.27], [-1.27, 0]]; // prettier-ignore
  const points = corners.map(([cx, cy]) => `${(cx * r).toFixed(1)} ${(y + cy * r * flat).toFixed(1)}`);
  return `M${points.join("L")}Z`;
}
