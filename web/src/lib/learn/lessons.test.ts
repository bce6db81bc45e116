// @vitest-environment node Every step is played with the rules themselves: its position opens, its task can
// be done, and not by everything.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GAMES, type View } from "$lib/engine/types";
import { TestSession } from "$lib/game/testing";
import { explore } from "./judge";
import { lessonOf } from "./lessons";
import { LEARNER } from "./types";

const lessons = await Promise.all(GAMES.map(lessonOf));

describe.each(lessons)("$game", ({ game, steps }) => {
  const rulings = readFileSync(new URL(`../../../../docs/rules/${game}.md`, import.meta.url), "utf8");

  test("takes five minutes", () => {
    expect(steps.length).toBeGreaterThanOrEqual(8);
    expect(steps.length).toBeLessThanOrEqual(12);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  });

  test.each(steps)("$id", { timeout: 60_000 }, async ({ opening, ruling, circles = [], task }) => {
    expect(rulings).toContain(`<a id="${ruling}"></a>`);
    const session = new TestSession();
    const view: View = await session.open({ game, ...opening });
    const names = view.board.cells.map(({ name }) => name);
    for (const cell of circles) expect(names).toContain(cell);
    if (!task) return;
    expect(view.status.toAct).toBe(LEARNER);
    const { does, misses } = await explore(session, task, view);
    expect(does, "can be done").not.toBeNull();
    expect(misses, "is not done by everything").not.toBeNull();
    expect(await session.view()).toEqual(view);
  });
});

test("impossible and trivial tasks are detected", async () => {
  const session = new TestSession();
  const view = await session.open({ game: "squadro" });
  expect(await explore(session, { wanted: [{ event: "comes-home" }] }, view)).toMatchObject({ does: null });
  expect(await explore(session, { wanted: [{ event: "runs" }] }, view)).toMatchObject({ misses: null });
  // Red may reply freely only where the lesson data give no reply.
  const task = { wanted: [{ ends: ["Y3/R4"] }], plies: 2 };
  expect(await explore(session, { ...task, answers: ["R1"] }, view)).toMatchObject({ does: "Y3" });
});
