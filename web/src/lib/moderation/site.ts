// Endpoints for site administration.

import { ask } from "$lib/online/api";
import type {
  InviteCodeList,
  InviteCodeView,
  NewInviteCode,
  SettingsChange,
  SettingsView,
} from "$lib/online/types.gen";

/** Possible values of each setting; `guests` is on or off. */
export const SETTINGS = {
  registration: ["open", "invite", "closed"],
  guests: ["on", "off"],
  chat: ["open", "players", "off"],
  chat_after_game: ["players", "public"],
} as const;
export type Setting = keyof typeof SETTINGS;

export const siteRoutes = {
  settings: () => ask<SettingsView>("GET", "/admin/settings"),
  change: (change: SettingsChange) => ask<SettingsView>("PUT", "/admin/settings", change),
  codes: () => ask<InviteCodeList>("GET", "/admin/invite-codes"),
  makeCode: (wanted: NewInviteCode) => ask<InviteCodeView>("POST", "/admin/invite-codes", wanted),
  revoke: (code: string) => ask<unknown>("DELETE", `/admin/invite-codes/${encodeURIComponent(code)}`),
};

/** The registration link for an invite code. */
export const linkOf = (code: string): string => `${location.origin}/register?code=${encodeURIComponent(code)}`;
