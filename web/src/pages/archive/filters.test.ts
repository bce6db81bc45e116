import { expect, test } from "vitest";
import { filtersOf, hasMore, questionOf } from "./filters";

test("the address contains the filters, and empty ones are not sent", () => {
  const filters = filtersOf("?player=Ada&game=peak&min_plies=10&nonsense=1");
  expect(questionOf(filters)).toEqual({ player: "Ada", game: "peak", min_plies: "10" });
  expect(hasMore(filters)).toBe(true);
  expect(hasMore(filtersOf("?player=Ada"))).toBe(false);
  expect(questionOf(filtersOf(""))).toEqual({});
});

test("the last day is included", () => {
  expect(questionOf(filtersOf("?from=2026-02-27&to=2026-02-28"))).toEqual({ from: "2026-02-27", to: "2026-03-01" });
});
