// Layout of the rating history graph.

import type { PuzzlePoint } from "$lib/online/types.gen";

export const WIDTH = 320;
export const HEIGHT = 140;
/** Room for a line's end above and below. */
const EDGE = 6;
/** Minimum span of the vertical axis, so that small changes look small. */
const LEAST_SPAN = 100;

export interface Drawn {
  lowest: number;
  highest: number;
  points: readonly { x: number; y: number }[];
  /** The uncertainty band: along the top and back along the bottom. */
  band: readonly { x: number; y: number }[];
}

/** Spaced by game, not by date: a break leaves no gap. */
export function drawn(points: readonly PuzzlePoint[]): Drawn {
  const ratings = points.map(({ rating }) => rating);
  const lowest = Math.min(...ratings);
  const highest = Math.max(...ratings);
  const span = Math.max(highest - lowest, LEAST_SPAN);
  const middle = (lowest + highest) / 2;
  const x = (index: number) => (points.length < 2 ? WIDTH / 2 : (index / (points.length - 1)) * WIDTH);
  const y = (rating: number) => HEIGHT / 2 - ((rating - middle) / span) * (HEIGHT - 2 * EDGE);
  const within = (value: number) => Math.min(HEIGHT, Math.max(0, value));
  const at = (side: 1 | -1) =>
    points.map(({ rating, deviation }, index) => ({ x: x(index), y: within(y(rating + side * 2 * deviation)) }));
  return {
    lowest,
    highest,
    points: ratings.map((rating, index) => ({ x: x(index), y: y(rating) })),
    band: [...at(1), ...at(-1).reverse()],
  };
}

export const path = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
