// Endpoints for blocking and reporting.

import { t } from "$lib/i18n";
import { ask, ApiError, Unreachable } from "$lib/online/api";
import type { BlockList, NewReport } from "$lib/online/types.gen";
import { has, say } from "./words";

export const REASONS = ["cheating", "stalling", "insults", "spam", "name", "other"] as const;
export type Reason = (typeof REASONS)[number];
/** Counted in code points, like the server. */
export const LONGEST_TEXT = 500;

const block = (id: string) => `/blocks/${encodeURIComponent(id)}`;

export const peopleApi = {
  blocks: () => ask<BlockList>("GET", "/blocks"),
  block: (id: string) => ask<unknown>("PUT", block(id)),
  unblock: (id: string) => ask<unknown>("DELETE", block(id)),
  report: (request: Partial<NewReport> & Pick<NewReport, "user">) => ask<unknown>("POST", "/reports", request),
};

export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    const { key, detail, ratelimit } = error.problem;
    if (ratelimit) return say("problem.slower", ratelimit.seconds);
    const known = `problem.${key}`;
    return has(known) ? say(known) : say("problem.other", detail);
  }
  return error instanceof Unreachable ? t("online.unreachable") : t("fail.page", String(error));
}
