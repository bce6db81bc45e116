// Dimensions of Peak's discs.

export const RX = 40;
export const RY = 34;
/** Maximum thickness of a disc. */
const THICK = 9;
/** Maximum rise of a tower, so that it does not hide the digit of the one behind. */
const RISE = 47;
/** Foot of the lowest disc, below the centre of its cell. */
const FOOT = 7;

/** Vertical distance between the discs of a tower. */
export const lift = (height: number): number => Math.min(THICK, RISE / Math.max(height, 1));

/** Where the centre of the top face is drawn. */
export const topOf = (height: number): number => FOOT - lift(height) * height;

/** Centre of each disc's top face, bottom up. */
export const levels = (height: number): number[] =>
  Array.from({ length: height }, (_, level) => FOOT - lift(height) * (level + 1));

/** The side of a disc whose top face is centred at y. */
export const side = (y: number, thick: number): string =>
  `M${-RX} ${y}V${y + thick}A${RX} ${RY} 0 0 0 ${RX} ${y + thick}V${y}Z`;

/** Ribs around the side: evenly spaced, so they close up towards the edges. */
export function ribs(y: number, thick: number): string {
  let path = "";
  for (let angle = 4; angle < 180; angle += 8) {
    const [x, down] = [RX * Math.cos((angle * Math.PI) / 180), RY * Math.sin((angle * Math.PI) / 180)];
    path += `M${x.toFixed(1)} ${(y + down + 1).toFixed(1)}v${(thick - 1.5).toFixed(1)}`;
  }
  return path;
}

/** The grain of a top face: chords, each slightly different. */
export function grain(y: number): string {
  let path = "";
  for (const [share, left, right] of GRAIN) {
    const half = (RX - 3) * Math.sqrt(1 - share * share);
    path += `M${(-half * left).toFixed(1)} ${(y + RY * share).toFixed(1)}H${(half * right).toFixed(1)}`;
  }
  return path;
}
const GRAIN = [
  [-0.78, 0.5, 1],
  [-0.62, 1, 0.9],
  [-0.45, 0.95, 0.4],
  [-0.2, 1, 1],
  [0.08, 0.3, 1],
  [0.22, 1, 0.8],
  [0.5, 0.7, 1],
  [0.66, 1, 0.55],
  [0.84, 0.6, 0.9],
] as const;

/** The material of a layer. */
export const wood = (seat: number | null | undefined): "maple" | "oak" | "unknown" =>
  seat === 0 ? "maple" : seat === 1 ? "oak" : "unknown";
