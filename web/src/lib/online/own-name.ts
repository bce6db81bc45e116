// The user's display name, stored with other names on this device.

import { LONGEST_NAME, NAMES } from "$lib/ui/setup";

function names(): { own?: unknown } & Record<string, unknown> {
  try {
    const { names } = JSON.parse(localStorage.getItem(NAMES) ?? "{}") as { names?: Record<string, unknown> };
    return names ?? {};
  } catch {
    return {};
  }
}

export function ownName(): string {
  const { own } = names();
  return typeof own === "string" ? own.slice(0, LONGEST_NAME) : "";
}

export function rememberOwnName(own: string): void {
  try {
    localStorage.setItem(NAMES, JSON.stringify({ names: { ...names(), own } }));
  } catch {
    // It is asked for again next time.
  }
}
