// What was wrong in a link, in one sentence: where, and by which ruling.

import type { GameId } from "$lib/engine/types";
import { say, t } from "$lib/i18n";
import type { TreeFault } from "$lib/study/node";

export function faultText(faults: readonly TreeFault[], game: GameId): string {
  // The main line matters most.
  const fault = faults.find(({ inVariation }) => !inVariation) ?? faults[0];
  if (!fault) return "";
  const why = say(fault, game) + (fault.ruling ? ` (${fault.ruling})` : "");
  if (fault.ply === null || fault.move === null) return t("analysis.fault.link", why);
  return t(fault.inVariation ? "analysis.fault.variation" : "analysis.fault.ply", fault.ply, fault.move, why);
}
