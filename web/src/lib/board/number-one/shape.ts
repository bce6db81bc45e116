// Dimensions of pegs: barrels seen from above.

export interface Barrel {
  /** Half the width at top and foot. */
  rx: number;
  ry: number;
  /** Where the centres of foot and top are drawn. */
  foot: number;
  top: number;
  letter: "S" | "M" | "L";
  /** How far the middle bulges out. */
  bulge: number;
  /** Heights of the turned grooves. */
  grooves: number[];
}

/** Vertical scale of a circle seen from the player's angle. */
export const FLAT = 0.74;

function barrel(letter: Barrel["letter"], rx: number, height: number, grooves: number[]): Barrel {
  const foot = 9;
  const top = foot - height;
  return {
    rx,
    ry: rx * FLAT,
    foot,
    top,
    letter,
    bulge: 1.5 + height * 0.1,
    grooves: grooves.map((share) => top + height * share),
  };
}

const BARRELS = [
  barrel("S", 26, 17, [0.5]),
  barrel("M", 34, 32, [0.3, 0.7]),
  barrel("L", 42, 49, [0.22, 0.78]),
] as const;

/** Sizes in the data: 1 small, 2 medium, 3 large. */
export const barrelOf = (size: number): Barrel => BARRELS[Math.min(Math.max(size, 1), 3) - 1] ?? BARRELS[0];

/** Half the width at a height. */
const width = ({ rx, foot, top, bulge }: Barrel, y: number): number => {
  const share = (y - top) / (foot - top);
  return rx + bulge * 4 * share * (1 - share);
};

/** The outline of the side, bulging in the middle. */
export function side({ rx, ry, foot, top, bulge }: Barrel): string {
  const [out, middle] = [rx + 2 * bulge, (foot + top) / 2];
  return `M${-rx} ${top}Q${-out} ${middle} ${-rx} ${foot}A${rx} ${ry} 0 0 0 ${rx} ${foot}Q${out} ${middle} ${rx} ${top}Z`;
}

/** A groove around the front. */
export function groove(barrel: Barrel, y: number): string {
  const out = width(barrel, y);
  return `M${-out} ${y}A${out} ${out * FLAT} 0 0 0 ${out} ${y}`;
}

/** A strip of the side between two shares of its width, from -1 (left) to 1 (right), for shading. */
export function strip({ rx, ry, foot, top, bulge }: Barrel, from: number, to: number): string {
  const down = (share: number) => ry * Math.sqrt(1 - share * share);
  const middle = (foot + top) / 2;
  const edge = (share: number, y0: number, y1: number) =>
    `Q${(rx + 2 * bulge) * share} ${middle + down(share)} ${rx * share} ${(y0 < y1 ? foot : top) + down(share)}`;
  return (
    `M${rx * from} ${top + down(from)}${edge(from, top, foot)}A${rx} ${ry} 0 0 0 ${rx * to} ${foot + down(to)}` +
    `${edge(to, foot, top)}A${rx} ${ry} 0 0 1 ${rx * from} ${top + down(from)}Z`
  );
}
