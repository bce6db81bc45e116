// The line that says what the next tap or click does, from the state of the selection and the input device.

import { t } from "$lib/i18n";
import type { MoveSelection } from "./interaction.svelte";

/** Number One's pegs in set-up order. */
const PEGS = ["small", "medium", "large"] as const;

/** Empty while no move is possible. */
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
  // Only set-up moves have three targets.
  if (moves.some(({ targets }) => targets.length === 3)) return t(`next.${PEGS[chosen.length] ?? "large"}.${by}`);
  return t(`next.${chosen.length > 0 ? "hole" : "peg"}.${by}`);
}
