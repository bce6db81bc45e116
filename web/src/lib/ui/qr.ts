// A text as a QR code, as a path for SVG.

/** Modules that stay light around the code: readers need them (ISO/IEC 18004). */
export const QUIET = 4;

export interface QrPath {
  /** Modules from edge to edge, with the quiet zone. */
  size: number;
  /** The dark modules, one run of them after the other. */
  path: string;
}

export async function qrPath(text: string): Promise<QrPath> {
  // Fetched when somebody is to see a code.
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
