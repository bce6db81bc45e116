import { expect, it } from "vitest";
import type { Holder, Result } from "$lib/game/types";
import { reason } from "./outcome";

const seats: Holder[] = [
  { kind: "person", name: "Ada", you: true },
  { kind: "person", name: "Bob", you: false },
];
const aborted = (by: number | null, why: NonNullable<Result["aborted"]>["why"]): Result => ({
  ...{ termination: "aborted", places: [], leaver: null, reason: null },
  aborted: { by, why },
});

it("an aborted game names the responsible seat and the reason", () => {
  expect(reason(aborted(1, "first-decision"), seats, "squadro")).toBe("Bob didn’t make a first move in time");
  expect(reason(aborted(0, "first-decision"), seats, "squadro")).toBe("You didn’t make your first move in time");
  expect(reason(aborted(0, "asked"), seats, "squadro", true)).toBe("Ada aborted the game");
  expect(reason(aborted(1, "declined"), seats, "squadro")).toBe("The challenge was declined");
  expect(reason(aborted(null, "asked"), seats, "squadro")).toBe(
    "The game ended before every player had moved, so it doesn’t count",
  );
});
