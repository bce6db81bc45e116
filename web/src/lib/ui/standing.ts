// What a running game waits for, in a few words for a list.

import type { Summary } from "$lib/game/types";
import { t } from "$lib/i18n";
import { isChallenge } from "$lib/online/kept.svelte";
import { waitsForPerson } from "./waiting";

/** Whether whoever looks at the page has to do something. */
export const needsYou = (summary: Summary): boolean => waitsForPerson(summary) || isChallenge(summary);

/** Null where others are to move. */
export function standing(summary: Summary): string | null {
  if (isChallenge(summary)) return t("games.online.challenge", summary.online?.challenger ?? "");
  if (waitsForPerson(summary)) return t("games.yours");
  return summary.online?.waiting ? t("games.online.waiting") : null;
}
