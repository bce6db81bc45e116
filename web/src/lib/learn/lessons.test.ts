// Every step is played with the rules themselves: its position opens, its task can be done, and not by
// everything.
// @vitest-environment node

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { GAMES, type Moved, type Typed, type View } from "$lib/engine/types";
import { TestSession } from "$lib/game/testing";
import { expectTypography, LANGUAGES, learnWords } from "$lib/i18n/languages.test-run";
import { EXAMPLES } from "./examples";
import { explore } from "./judge";
import { lessonOf } from "./lessons";
import { rulingNow } from "./now";
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

test.each(LANGUAGES)("%s has texts for every step and no others", async (language) => {
  const words = learnWords(language);
  for (const game of GAMES) {
    const { steps } = await lessonOf(game);
    expect(Object.keys(words[game])).toEqual(steps.map(({ id }) => id));
    for (const { id, task } of steps) {
      const { title, goal, text, done } = words[game][id]!;
      expect(title.length, `${game} ${id}`).toBeLessThanOrEqual(40);
      // Short enough for the board page of a phone.
      expect(text.length, `${game} ${id}`).toBeLessThanOrEqual(260);
      // The aim of the game comes first.
      expect(goal !== undefined, `${game} ${id}`).toBe(id === steps[0]!.id);
      expect(goal?.length ?? 0, `${game} ${id}`).toBeLessThanOrEqual(130);
      expect(done === undefined, `${game} ${id}`).toBe(task === null);
    }
  }
});

test.each(LANGUAGES)("%s uses its own quotes, apostrophes and spaces", (language) => {
  for (const steps of Object.values(learnWords(language)))
    for (const step of Object.values(steps))
      for (const text of Object.values(step) as string[]) expectTypography(language, text, text);
});

test.each(GAMES)("%s: before any event it is the ruling on turns", async (game) => {
  const view: View = await new TestSession().open({ game });
  const rules = readFileSync(new URL(`../../../../docs/rules/${game}.md`, import.meta.url), "utf8");
  expect(rules).toContain(`<a id="${rulingNow(null, null, view)}"></a>`);
});

test("the last event takes precedence over it, then the end, then a refusal", async () => {
  const session = new TestSession();
  await session.open({ game: "squadro", position: "00300/00003 y" });
  const jumped: Moved = await session.play("Y3");
  expect(rulingNow(null, jumped.description, jumped.view)).toBe("SQ-7");
  const { failure: refused }: Typed = await session.typed("Y1");
  expect(rulingNow(refused, jumped.description, jumped.view)).toBe("SQ-4");
  await session.open({ game: "squadro", position: "ccc90/66600 y" });
  const won: Moved = await session.play("Y4");
  expect(rulingNow(null, won.description, won.view)).toBe("SQ-9");
});

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
