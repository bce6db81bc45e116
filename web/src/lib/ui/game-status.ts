// What a running game waits for, for lists.

import type { Summary } from "$lib/game/types";
import { t } from "$lib/i18n";
import { isChallenge } from "$lib/online/cached-games.svelte";
import { waitsForPerson } from "./open-games";

/** Whether the current user has to act. */
export const needsYou = (summary: Summary): boolean => waitsForPerson(summary) || isChallenge(summary);

/** Null while others are to move. */
export function statusText(summary: Summary): string | null {
  if (isChallenge(summary)) return t("games.online.challenge", summary.online?.challenger ?? "");
  if (waitsForPerson(summary)) return t("games.yours");
  return summary.online?.waiting ? t("games.online.waiting") : null;
}
