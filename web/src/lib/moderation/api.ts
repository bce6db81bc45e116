// Moderator endpoints.

import { query } from "$lib/community/api";
import type { ArchivePage } from "$lib/community/types";
import { ask } from "$lib/online/api";
import type {
  AuditPage,
  ModeratedUser,
  ModerationAct,
  ReportDetail,
  ReportList,
  ReportView,
} from "$lib/online/types.gen";

export const STATES = ["open", "taken", "closed"] as const;
export type ReportState = (typeof STATES)[number];

/** A seat's moves compared with perfect play. */
export interface SeatAccuracy {
  seat: number;
  /** Moves where the alternatives differed in value. */
  decisions: number;
  /** Those that kept the position's value. */
  kept: number;
}

const AT_ONCE = "30";
const at = (path: string, id: string, more = "") => `${path}/${encodeURIComponent(id)}${more}`;
const report = (id: string, more = "") => at("/moderation/reports", id, more);

export const moderationApi = {
  reports: (question: { state?: ReportState; user?: string; before?: string }) =>
    ask<ReportList>("GET", `/moderation/reports${query({ ...question, limit: AT_ONCE })}`),
  report: (id: string) => ask<ReportDetail>("GET", report(id)),
  take: (id: string) => ask<ReportView>("POST", report(id, "/take")),
  release: (id: string) => ask<ReportView>("POST", report(id, "/release")),
  close: (id: string) => ask<unknown>("POST", report(id, "/done")),
  user: (id: string) => ask<ModeratedUser>("GET", at("/moderation/users", id)),
  act: (id: string, act: ModerationAct) => ask<ModeratedUser>("POST", at("/moderation/users", id), act),
  audit: (question: { user?: string; before?: string }) => ask<AuditPage>("GET", `/moderation/audit${query(question)}`),
  accuracy: (game: string) => ask<{ seats: SeatAccuracy[] }>("GET", at("/games", game, "/accuracy")),
  ratedSquadro: (id: string) =>
    ask<ArchivePage>("GET", `/archive${query({ player: id, game: "squadro", rated: "true", limit: "10" })}`),
};
