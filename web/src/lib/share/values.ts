// Export of a game's values as CSV.

import type { Value } from "$lib/engine/types";

export interface ValuedPly {
  ply: number;
  seat: number | null;
  move: string;
  /** For the seat to move after the move. */
  value: Value | null;
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line per ply: proven results with their distance, estimates and shares as numbers. */
export function csvOf(plies: readonly ValuedPly[]): string {
  const rows = plies.map(({ ply, seat, move, value }) => {
    const [kind, result, distance] =
      value === null
        ? ["", "", ""]
        : value.kind === "proven"
          ? ["proven", value.result, value.plies ?? ""]
          : value.kind === "estimate"
            ? ["estimate", value.value, ""]
            : [value.proven ? "proven" : "estimate", value.shares.join(" "), ""];
    return [ply, seat === null ? "" : seat + 1, move, kind, result, distance].map((item) => cell(String(item)));
  });
  return [["ply", "seat", "move", "kind", "value", "plies"], ...rows].map((row) => row.join(",")).join("\r\n") + "\r\n";
}
