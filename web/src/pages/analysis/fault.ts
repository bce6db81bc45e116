// The error in a link as a sentence: where, and by which ruling.

import type { TreeFault } from "$lib/engine/types";
import { t } from "$lib/i18n/study";

export function faultText(faults: readonly TreeFault[]): string {
  // Main line errors come first.
  const fault = faults.find(({ inVariation }) => !inVariation) ?? faults[0];
  if (!fault) return "";
  if (fault.ply === null || fault.move === null) return t("analysis.fault.link");
  const move = fault.ruling ? `${fault.move} (${fault.ruling})` : fault.move;
  return t(fault.inVariation ? "analysis.fault.variation" : "analysis.fault.ply", fault.ply, move);
}
