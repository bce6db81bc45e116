// What the next tap or click on a board does, in words. Where one is in choosing a move says it, and what one
// points with.

import { t } from "$lib/i18n";
import type { MoveSelection } from "./interaction.svelte";

/** Number One's pegs in the order in which they are set up. */
const PEGS = ["small", "medium", "large"] as const;

/** Nothing to say where nobody may move. */
export function tapHint(selection: MoveSelection, touch: boolean): string {
  const { view, active, carried, confirm } = selection.ground();
  const { moves, chosen, pending, aimed, carries } = selection;
  const by = touch ? "touch" : "mouse";
  if (!active || moves.length === 0) return "";
  if (carried) {
    if (pending) return t(`next.shown.${by}`);
    return carries ? t(`next.${chosen.length > 0 ? "lay" : "put"}.${by}`) : t(`next.lift.${by}`);
  }
  if (pending && confirm) return t("next.confirm", pending.move);
  if (moves.every(({ targets }) => targets.length === 1))
    return aimed ? t(`next.again.${by}`, aimed.move) : t(`next.alone.${by}`);
  if (view.game !== "number-one") return t(`next.${chosen.length > 0 ? "land" : "piece"}.${by}`);
  // Only the set-up's moves name three holes.
  if (moves.some(({ targets }) => targets.length === 3)) return t(`next.${PEGS[chosen.length] ?? "large"}.${by}`);
  return t(`next.${chosen.length > 0 ? "hole" : "peg"}.${by}`);
}
