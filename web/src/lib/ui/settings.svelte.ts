// What a person has chosen, kept on this device. What cannot be read is replaced by the default, setting by
// setting; what cannot be kept still holds until the page is closed.

import { MediaQuery } from "svelte/reactivity";

export type Theme = "system" | "light" | "dark" | "contrast";
/**
 * Whether a move waits after it was chosen. Earlier versions kept "touch", which was the usual then: it is
 * read as what is usual now.
 */
export type Confirm = "never" | "always";
export type Pace = "none" | "quick" | "normal" | "slow";
export type Pause = "none" | "short" | "normal" | "long";

export interface Settings {
  theme: Theme;
  sound: boolean;
  animation: Pace;
  /** What the computer waits before each of its moves. */
  pause: Pause;
  confirm: Confirm;
  coordinates: boolean;
  /** Seconds a move for the computer at level 10, which alone thinks by the clock. */
  thinking: number;
  /** Moves are read aloud by the browser. */
  speech: boolean;
  vibration: boolean;
  /** The chat of a game over the network stands beside the board, where there is room. */
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

/** What may be chosen, in the order in which it is offered. */
export const CHOICES = {
  theme: ["system", "light", "dark", "contrast"],
  animation: ["none", "quick", "normal", "slow"],
  pause: ["none", "short", "normal", "long"],
  confirm: ["never", "always"],
  thinking: [1, 2, 3, 5, 10, 20, 30],
} as const satisfies { [K in keyof Settings]?: readonly Settings[K][] };

/** How long a move takes compared with its usual 220 ms. */
export const PACE: Record<Pace, number> = { none: 0, quick: 0.5, normal: 1, slow: 2.5 };

/** In milliseconds, after the move before has come to rest. */
export const PAUSE: Record<Pause, number> = { none: 0, short: 350, normal: 800, long: 1800 };

const KEY = "ludoteca.settings";

/** Reads what was kept; anything unknown or out of range becomes the default. */
export function readSettings(text: string | null): Settings {
  let kept: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value === "object" && value !== null) kept = value as Record<string, unknown>;
  } catch {
    // Not ours, or cut short: the defaults are a good answer.
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

/** Changes one setting and keeps it, if the browser lets us. */
export function choose<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage may be forbidden; the games' page says so once.
  }
}

/** The settings as they are shown: another site chooses how a board of ours looks in its page (`?theme=`). */
export function shownSettings(settings: Settings, { pathname, search } = location): Settings {
  const theme = pathname.startsWith("/embed/") ? new URLSearchParams(search).get("theme") : null;
  return theme === "light" || theme === "dark" ? { ...settings, theme } : settings;
}

const moreContrast = typeof matchMedia === "undefined" ? null : new MediaQuery("(prefers-contrast: more)");

/**
 * Puts theme and coordinates where the style sheets see them. In an effect it follows what the system asks
 * for.
 */
export function showSettings(root: HTMLElement, settings: Settings): void {
  const theme = settings.theme === "system" && moreContrast?.current ? "contrast" : settings.theme;
  // Light or dark the style sheets ask the system themselves.
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.coordinates = settings.coordinates ? "shown" : "hidden";
  root.dataset.animation = settings.animation;
}
