// Moderator endpoints.

import { query } from "$lib/community/api";
import { ask } from "$lib/online/api";
import type {
  Accuracy,
  ArchivePage,
  AuditPage,
  ModeratedUser,
  ModerationAct,
  ReportDetail,
  ReportList,
  ReportView,
} from "$lib/online/types.gen";

export const STATES = ["open", "taken", "closed"] as const;
export type ReportState = (typeof STATES)[number];

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
  accuracy: (game: string) => ask<Accuracy>("GET", at("/games", game, "/accuracy")),
  ratedSquadro: (id: string) =>
    ask<ArchivePage>("GET", `/archive${query({ player: id, game: "squadro", rated: "true", limit: "10" })}`),
};
