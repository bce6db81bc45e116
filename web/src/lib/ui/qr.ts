/** Width of the light border that readers need, in modules (ISO/IEC 18004). */
export const QUIET = 4;

export interface QrPath {
  /** Modules from edge to edge, including the quiet zone. */
  size: number;
  /** The dark modules as horizontal runs. */
  path: string;
}

export async function qrPath(text: string): Promise<QrPath> {
  // Loaded on demand.
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`];
    }),
  );
  return { size, path: runs.join("") };
}
