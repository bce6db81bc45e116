// Where the points of a rating's history are drawn.

import type { RatingPoint } from "./types";

export const WIDTH = 320;
export const HEIGHT = 140;
/** Room for a line's end above and below. */
const EDGE = 6;
/** A graph of a rating that hardly changes must not look wild. */
const LEAST_SPAN = 100;

export interface Drawn {
  lowest: number;
  highest: number;
  points: readonly { x: number; y: number }[];
  /** The range of each, up and back again. */
  band: readonly { x: number; y: number }[];
}

/** By game, not by day: somebody who pauses has the same graph. */
export function drawn(points: readonly RatingPoint[]): Drawn {
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
