// How wood grows: lines along it that flow together round knots one does not see. The same for the same seed, so that a board always looks the same.

import type { Box } from "./types";

export interface Wood {
  /** Between two lines. */
  spacing: number;
  knots: number;
  /** How far the lines bend round a knot. */
  bend: number;
  seed: number;
}

export const WALNUT: Wood = { spacing: 10, knots: 6, bend: 36, seed: 11 };
export const BEECH: Wood = { spacing: 15, knots: 2, bend: 9, seed: 5 };

/** Numbers from 0 to 1 that follow from a seed. */
function chance(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Paths from left to right across a box: broad shadows, the common lines, and fine ones to be drawn broken. */
export function grain(box: Box, { spacing, knots, bend, seed }: Wood): { broad: string; line: string; fine: string } {
  const PARTS = 9;
  const next = chance(seed);
  const around = Array.from({ length: knots }, () => ({
    x: box.x + box.width * next(),
    y: box.y + box.height * next(),
    bend: bend * (0.6 + next()),
  }));
  const found = { broad: "", line: "", fine: "" };
  for (let base = box.y; base < box.y + box.height; base += spacing * (0.5 + next())) {
    const kind = next();
    // Lines that are drawn broken begin at different places, or their gaps would lie beneath each other.
    const left = box.x - 200 * next();
    const points = Array.from({ length: PARTS + 1 }, (_, part) => {
      const x = left + ((box.x + box.width - left) * part) / PARTS;
      let y = base;
      for (const knot of around) {
        const away = (base - knot.y) / (2 * knot.bend);
        const along = (x - knot.x) / (box.width * 0.17);
        y += (2 * knot.bend * away) / (1 + away * away) / (1 + along * along);
      }
      return { x, y };
    });
    const [first, ...rest] = points;
    if (!first) break;
    let path = `M${first.x.toFixed(0)} ${first.y.toFixed(1)}`;
    rest.forEach((point, i) => {
      const after = rest[i + 1];
      if (!after) path += `L${point.x.toFixed(0)} ${point.y.toFixed(1)}`;
      else {
        const middle = `${((point.x + after.x) / 2).toFixed(0)} ${((point.y + after.y) / 2).toFixed(1)}`;
        path += `Q${point.x.toFixed(0)} ${point.y.toFixed(1)} ${middle}`;
      }
    });
    found[kind < 0.14 ? "broad" : kind < 0.6 ? "line" : "fine"] += path;
  }
  return found;
}
