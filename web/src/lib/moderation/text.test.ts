import { beforeAll, expect, test } from "vitest";
import { ApiError } from "$lib/online/api";
import type { Problem, SanctionView } from "$lib/online/types.gen";
import { actionsFor, isGrave, sanctionText, shareText, errorText } from "./text";
import { loadWords } from "./words";

beforeAll(() => loadWords());
const sanction = (kind: string, until?: number): SanctionView => ({ kind, at: 0, ...(until ? { until } : {}) });

test("available actions depend on sanctions, account and role", () => {
  expect(actionsFor([], false, false)).toEqual(["mute", "ban", "close", "rename"]);
  expect(actionsFor([], false, true)).toContain("role");
  expect(actionsFor([], true, true)).toEqual(["mute", "ban", "rename"]);
  expect(actionsFor([sanction("mute"), sanction("ban")], false, false)).toEqual([
    ...["mute", "unmute", "ban", "unban", "close", "rename"],
  ]);
  expect(actionsFor([sanction("close")], false, false)).toEqual(["mute", "ban", "reopen", "rename"]);
});

test("serious actions need a confirmation", () => {
  const grave = (deed: string, role: string | null = null) => isGrave({ do: deed, role });
  expect(["ban", "close"].map((deed) => grave(deed))).toEqual([true, true]);
  expect(["mute", "unmute", "unban", "reopen", "rename"].map((deed) => grave(deed))).not.toContain(true);
  expect([grave("role", "moderator"), grave("role", "admin"), grave("role", "none")]).toEqual([true, true, false]);
});

test("shares, sanctions and errors are put into words", () => {
  expect(shareText({ seat: 0, decisions: 21, kept: 19 })).toMatch(/^19 of 21 \(90\s?%\)$/);
  expect(shareText({ seat: 0, decisions: 0, kept: 0 })).toBe("no critical moves");
  expect(sanctionText(sanction("mute"))).toMatch(/^Muted permanently, since /);
  expect(sanctionText(sanction("ban", 86_400_000))).toMatch(/^Banned until .*, since /);
  const refused = (problem: Partial<Problem>) =>
    errorText(new ApiError({ status: 403, key: "", detail: "why", ...problem } as Problem));
  expect(refused({ key: "only-admins" })).toBe("Only admins can do that.");
  expect(refused({ key: "unheard-of" })).toBe("That didn’t work: why");
  expect(refused({ ratelimit: { seconds: 1 } as never })).toBe("Too many attempts. Wait 1 second and try again.");
});
