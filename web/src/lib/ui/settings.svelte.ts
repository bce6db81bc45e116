// User settings, stored on this device. An unreadable setting is replaced by its default; without storage,
// changes last until the page closes.

import { MediaQuery } from "svelte/reactivity";

export type Theme = "system" | "light" | "dark" | "contrast";
/**
 * Whether moves need confirmation. Earlier versions stored "touch", then the default, which now reads as the
 * default.
 */
export type Confirm = "never" | "always";
export type Pace = "none" | "quick" | "normal" | "slow";
export type Pause = "none" | "short" | "normal" | "long";

export interface Settings {
  theme: Theme;
  sound: boolean;
  animation: Pace;
  /** The computer's pause before each move. */
  pause: Pause;
  confirm: Confirm;
  coordinates: boolean;
  /** Seconds per move for level 10, the only level with a time limit. */
  thinking: number;
  /** Moves are read aloud by the browser. */
  speech: boolean;
  vibration: boolean;
  /** The chat is shown beside the board if there is room. */
  chat: boolean;
}

export const DEFAULTS: Readonly<Settings> = {
  theme: "system",
  sound: true,
  animation: "normal",
  pause: "normal",
  confirm: "never",
  coordinates: true,
  thinking: 3,
  speech: false,
  vibration: true,
  chat: true,
};

/** The options, in display order. */
export const CHOICES = {
  theme: ["system", "light", "dark", "contrast"],
  animation: ["none", "quick", "normal", "slow"],
  pause: ["none", "short", "normal", "long"],
  confirm: ["never", "always"],
  thinking: [1, 2, 3, 5, 10, 20, 30],
} as const satisfies { [K in keyof Settings]?: readonly Settings[K][] };

/** Animation time relative to the usual 220 ms. */
export const PACE: Record<Pace, number> = { none: 0, quick: 0.5, normal: 1, slow: 2.5 };

/** Milliseconds after the previous move's animation. */
export const PAUSE: Record<Pause, number> = { none: 0, short: 350, normal: 800, long: 1800 };

const KEY = "ludoteca.settings";

/** Parses stored settings; unknown or invalid values become defaults. */
export function readSettings(text: string | null): Settings {
  let kept: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value === "object" && value !== null) kept = value as Record<string, unknown>;
  } catch {
    // Foreign or truncated data: use the defaults.
  }
  const settings = { ...DEFAULTS } as Record<string, unknown>;
  for (const [key, usual] of Object.entries(DEFAULTS)) {
    const value = kept[key];
    const choices = (CHOICES as Record<string, readonly unknown[]>)[key];
    if (choices ? choices.includes(value) : typeof value === typeof usual) settings[key] = value;
  }
  return settings as unknown as Settings;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings: Settings = $state(readSettings(stored()));

/** Changes and stores one setting. */
export function choose<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be forbidden; the games page says so once.
  }
}

/** The effective settings: an embedding site chooses the theme of an embedded board (`?theme=`). */
export function shownSettings(settings: Settings, { pathname, search } = location): Settings {
  const theme = pathname.startsWith("/embed/") ? new URLSearchParams(search).get("theme") : null;
  return theme === "light" || theme === "dark" ? { ...settings, theme } : settings;
}

const moreContrast = typeof matchMedia === "undefined" ? null : new MediaQuery("(prefers-contrast: more)");

/** Applies theme and coordinates to the document. In an effect it follows the system's preferences. */
export function showSettings(root: HTMLElement, settings: Settings): void {
  const theme = settings.theme === "system" && moreContrast?.current ? "contrast" : settings.theme;
  // The style sheets follow the system's light or dark mode themselves.
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.coordinates = settings.coordinates ? "shown" : "hidden";
  root.dataset.animation = settings.animation;
}
