// Texts of the moderation pages.

import { dateTime, number, t } from "$lib/i18n";
import { ApiError, Unreachable } from "$lib/online/api";
import type { ModerationAct, SanctionView, SeatAccuracy, UserView } from "$lib/online/types.gen";
import { personName } from "$lib/ui/holders";
import { has, say } from "./words";

export type ModeratorAction = "mute" | "unmute" | "ban" | "unban" | "close" | "reopen" | "rename" | "role";
/** Durations of a mute or ban in days; null is permanent. */
export const DAYS = [1, 3, 7, 30, 365, null] as const;
/** Actions that need a confirmation. */
export const isGrave = ({ do: deed, role }: Pick<ModerationAct, "do"> & { role?: string | null }): boolean =>
  deed === "ban" || deed === "close" || (deed === "role" && role !== "none");

/** Actions available for a user. Only admins change roles, and only accounts have one. */
export function actionsFor(sanctions: readonly SanctionView[], guest: boolean, admin: boolean): ModeratorAction[] {
  const is = (kind: string) => sanctions.some((one) => one.kind === kind);
  return [
    "mute",
    ...(is("mute") ? (["unmute"] as const) : []),
    "ban",
    ...(is("ban") ? (["unban"] as const) : []),
    ...(is("close") ? (["reopen"] as const) : guest ? [] : (["close"] as const)),
    "rename",
    ...(admin && !guest ? (["role"] as const) : []),
  ];
}

export const nameOf = (user: UserView): string => personName(user) || `${say("deleted-user")} (${user.id})`;
export const daysText = (days: number | null): string =>
  days === null ? say("days.for-good") : say("days.count", days);
export const timeText = (at: number): string => dateTime(at, { dateStyle: "medium", timeStyle: "short" });

const kindText = (kind: string): string => {
  const key = `sanction.${kind}`;
  return has(key) ? say(key) : kind;
};
export function sanctionText({ kind, until, at }: SanctionView): string {
  return typeof until === "number"
    ? say("sanction.until", kindText(kind), timeText(until), timeText(at))
    : say("sanction.for-good", kindText(kind), timeText(at));
}

/** An action as named in the audit log. */
export function actionText(action: string): string {
  const key = `do.${action}`;
  return has(key) ? say(key) : action;
}

/** "19 of 21 (90 %)". */
export function shareText({ kept, decisions }: SeatAccuracy): string {
  if (decisions === 0) return say("fair.none");
  return say("fair.share", kept, decisions, number(kept / decisions, { style: "percent", maximumFractionDigits: 0 }));
}

export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    const { key, detail, ratelimit, args = [] } = error.problem;
    if (ratelimit) return say("problem.slower", ratelimit.seconds);
    const known = `problem.${key}`;
    return has(known) ? say(known, ...args) : say("problem.other", detail);
  }
  return error instanceof Unreachable ? t("online.unreachable") : t("fail.page", String(error));
}
