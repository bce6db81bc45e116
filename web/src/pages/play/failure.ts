// An error in words, and whether a retry can help.

import type { GameFailure } from "$lib/game/types";
import type { GameId } from "$lib/engine/types";
import { say, t } from "$lib/i18n";

export function failureText(failure: GameFailure, game: GameId): string {
  switch (failure.kind) {
    case "broken":
      return t(failure.part === "engine" ? "fail.engine" : "fail.rules", failure.why);
    case "storage":
      return t(`fail.storage.${failure.why}`);
    case "refused":
      return t("fail.refused", say(failure.sentence, game));
    case "server":
      return t("fail.server", failure.why);
    case "elsewhere":
      return t("fail.elsewhere");
  }
}

export const canRetry = ({ kind }: GameFailure): boolean =>
  kind === "broken" || kind === "refused" || kind === "server";
