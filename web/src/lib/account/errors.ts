// Error messages for account requests, and the form field each belongs to.

import { dateTime, t } from "$lib/i18n";
import { ApiError, Unreachable } from "$lib/online/api";
import type { Problem } from "$lib/online/types.gen";
import { has, say } from "./words";

export type FieldName = "name" | "password" | "old" | "email" | "code" | "invite" | "label" | "until" | "sure" | "url";

export interface FormError {
  /** Null: not about a single field. */
  field: FieldName | null;
  text: string;
}

/** The submitted values needed to tell apart the reasons behind one error key. */
export interface Submitted {
  name?: string;
  password?: string;
  /** Guest names have fewer restrictions. */
  guest?: boolean;
}

const FIELDS: Readonly<Record<string, FieldName>> = {
  "bad-name": "name",
  "name-taken": "name",
  "bad-password": "password",
  "wrong-log-in": "password",
  "wrong-password": "old",
  "needs-password": "old",
  "wrong-code": "code",
  "bad-email": "email",
  "invite-code-needed": "invite",
  "bad-invite-code": "invite",
  "bad-label": "label",
  "bad-url": "url",
  "vacation-past": "until",
  "vacation-too-long": "until",
};

const MOST = { name: 30, password: 128 };
const LEAST = { name: 2, password: 12 };
/** Counted in code points, like the server. */
const lengthOf = (text: string): number => [...text].length;

/** Newer servers name the reason; for older ones it is worked out here. */
function ofName({ name = "", guest = false }: Submitted, [what = ""]: readonly string[]): string {
  const known = `problem.name.${what}`;
  if (has(known)) return say(known);
  const tidy = name.trim().normalize("NFKC");
  const length = lengthOf(tidy);
  if (guest) return say("problem.name.long");
  if (length < LEAST.name || length > MOST.name) return say("problem.name.length");
  if (/[^\p{L}\p{N}_-]/u.test(tidy)) return say("problem.name.signs");
  return say(/^\p{L}/u.test(tidy) ? "problem.name.house" : "problem.name.first");
}

function ofPassword({ name = "", password = "" }: Submitted): string {
  const length = lengthOf(password);
  if (length < LEAST.password) return say("problem.password.short");
  if (length > MOST.password) return say("problem.password.long");
  const isName = password.trim().toLowerCase() === name.trim().toLowerCase();
  return say(isName ? "problem.password.name" : "problem.password.common");
}

function sentence({ key, status, detail, args = [], ratelimit }: Problem, sent: Submitted): string {
  if (ratelimit) return say("problem.slower", ratelimit.seconds);
  if (key === "bad-name") return ofName(sent, args);
  if (key === "bad-password") return ofPassword(sent);
  if (key === "needs-password") return say("problem.empty");
  // The first argument is the end of the ban.
  const [end] = args;
  if (key === "banned" && end)
    return say("problem.banned.until", dateTime(Number(end), { dateStyle: "long", timeStyle: "short" }));
  const known = `problem.${key}`;
  // Plural forms need numbers.
  if (has(known)) return say(known, ...args.map((arg) => (/^\d+$/.test(arg) ? Number(arg) : arg)));
  if (status === 401) return say("problem.who-are-you");
  return status >= 500 ? say("problem.server") : say("problem.other", detail);
}

/** Why the browser could not provide a passkey. */
function ofBrowser({ name, message }: DOMException): string {
  // The dialog was closed or timed out.
  if (name === "NotAllowedError" || name === "AbortError") return say("problem.passkey.none");
  if (name === "InvalidStateError") return say("problem.passkey-known");
  if (name === "SecurityError") return say("problem.no-passkeys");
  return t("fail.page", `${name}: ${message}`);
}

export function formError(error: unknown, sent: Submitted = {}): FormError {
  if (error instanceof DOMException) return { field: null, text: ofBrowser(error) };
  if (error instanceof ApiError) {
    const { problem } = error;
    return { field: problem.ratelimit ? null : (FIELDS[problem.key] ?? null), text: sentence(problem, sent) };
  }
  if (error instanceof Unreachable) return { field: null, text: t("online.unreachable") };
  return { field: null, text: t("fail.page", String(error)) };
}
