// The routes with which admins run the site.

import { ask } from "$lib/online/api";
import type {
  InviteCodeList,
  InviteCodeView,
  NewInviteCode,
  SettingsChange,
  SettingsView,
} from "$lib/online/types.gen";

/** What each setting may be; `guests` is on or off. */
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

/** Where an account is made with a code. */
export const linkOf = (code: string): string => `${location.origin}/register?code=${encodeURIComponent(code)}`;
