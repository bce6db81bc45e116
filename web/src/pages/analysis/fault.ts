// The error in a link as a sentence: where, and by which ruling.

import type { GameId, TreeFault } from "$lib/engine/types";
import { sayWhy, t } from "$lib/i18n/study";

export function faultText(faults: readonly TreeFault[], game: GameId): string {
  // Main line errors come first.
  const fault = faults.find(({ inVariation }) => !inVariation) ?? faults[0];
  if (!fault) return "";
  const why = sayWhy(fault, game);
  if (fault.ply === null || fault.move === null) return t("analysis.fault.link", why);
  return t(fault.inVariation ? "analysis.fault.variation" : "analysis.fault.ply", fault.ply, fault.move, why);
}
