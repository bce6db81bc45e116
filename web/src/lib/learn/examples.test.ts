// @vitest-environment node

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TestSession } from "$lib/game/testing";
import type { Moved } from "$lib/engine/types";
import { EXAMPLES } from "./examples";

const all = Object.entries(EXAMPLES).flatMap(([ruling, examples]) =>
  examples.map((example, index) => ({ ruling, index, ...example })),
);

test.each(all)("$ruling, example $index", async ({ ruling, opening, moves }) => {
  const rules = readFileSync(new URL(`../../../../docs/rules/${opening.game}.md`, import.meta.url), "utf8");
  expect(rules).toContain(`<a id="${ruling}"></a>`);
  const session = new TestSession();
  await session.open(opening);
  for (const move of moves) {
    const { description }: Moved = await session.play(move);
    // Canonical notation, and something visible happens.
    expect(description.move).toBe(move);
    expect(description.events.length).toBeGreaterThan(0);
  }
});

test("examples show what their ruling says", async () => {
  const keys = async (ruling: string, index = 0) => {
    const { opening, moves } = EXAMPLES[ruling]![index]!;
    const session = new TestSession();
    await session.open(opening);
    const said: string[] = [];
    for (const move of moves) {
      const { description }: Moved = await session.play(move);
      said.push(...description.events.map(({ key }) => key));
    }
    return said;
  };
  expect(await keys("SQ-6")).toContain("sent-back");
  expect((await keys("SQ-6", 1)).filter((key) => key === "sent-back")).toHaveLength(2);
  expect(await keys("NO-7")).toContain("sinks-token");
  expect(await keys("NO-7", 1)).toContain("turns-over");
  expect(await keys("NO-9")).toContain("drops-out");
  expect(await keys("NO-10")).toContain("goes-out");
  expect(await keys("PK-4", 1)).toContain("stacks");
  expect(await keys("PK-6")).toContain("stuck");
  expect(await keys("OP-6", 1)).toEqual(["places", "makes-line", "makes-line"]);
});
