import { beforeAll, expect, it } from "vitest";
import { ApiError, Unreachable } from "$lib/online/api";
import type { Problem } from "$lib/online/types.gen";
import { formError, type Submitted } from "./errors";
import { loadWords } from "./words";

beforeAll(loadWords);

const errorFor = (problem: Partial<Problem>, sent: Submitted = {}) =>
  formError(new ApiError({ title: "", status: 422, key: "", detail: "in English", ...problem }), sent);

it.each([
  ["A", "name", "2 to 30"],
  ["x".repeat(31), "name", "2 to 30"],
  ["Ada Lovelace", "name", "No spaces"],
  ["7ada", "name", "Start with a letter"],
  ["Admin", "name", "reserved"],
])("explains the error in the name %s", (name, field, text) => {
  expect(errorFor({ key: "bad-name" }, { name })).toEqual({ field, text: expect.stringContaining(text) as string });
});

it.each([
  ["Аdmin", ["scripts"], "one alphabet"],
  ["Ada", ["house"], "reserved"],
  ["A\u200Bda", ["invisible"], "invisible"],
  ["Ada\u0301\u0302\u0303", ["accents"], "two accents"],
])("explains the server's reason for rejecting the name %s", (name, args, text) => {
  const { text: message } = errorFor({ key: "bad-name", args }, { name, guest: true });
  expect(message).toContain(text);
});

it.each([
  ["seven77 777", "at least 12"],
  ["x".repeat(129), "at most 128"],
  ["ADA-Lovelace", "Don’t use your name"],
  ["password1234", "easy to guess"],
  // Lengths count code points, not bytes.
  ["😀😀😀😀😀😀😀", "at least 12"],
])("explains the error in the password %s", (password, text) => {
  const { field, text: message } = errorFor({ key: "bad-password" }, { name: "Ada-Lovelace", password });
  expect([field, message]).toEqual(["password", expect.stringContaining(text)]);
});

it("says how long to wait, and names the cause", () => {
  const slower = errorFor({ key: "slower", status: 429, ratelimit: { key: "log-in", seconds: 1 } });
  expect(slower).toEqual({ field: null, text: "Too many attempts. Wait 1 second and try again." });
  expect(errorFor({ key: "name-taken", args: ["Ada"] }).text).toContain("Ada is taken");
  expect(errorFor({ key: "vacation-too-long", args: ["40", "1"] }).text).toBe(
    "That’s 40 days, and you only have 1 left this year.",
  );
});

it("says until when a user is banned", () => {
  expect(errorFor({ key: "banned", status: 403 }).text).toBe("This account is banned.");
  const end = String(Date.UTC(2026, 4, 17, 12));
  expect(errorFor({ key: "banned", status: 403, args: [end] }).text).toMatch(
    /^This account is banned until .*2026.*\.$/,
  );
  expect(errorFor({ key: "closed", status: 403 }).text).toBe("This account is closed.");
});

it("has a fallback for unknown errors", () => {
  expect(errorFor({ key: "never-heard-of" }).text).toBe("That didn’t work: in English");
  expect(errorFor({ key: "not-stored", status: 503 }).text).toContain("Try again later");
  expect(errorFor({ key: "bad-token", status: 401 }).text).toBe("You’ve been logged out. Log in again.");
  expect(formError(new Unreachable("")).text).toContain("Can’t reach the server.");
});
