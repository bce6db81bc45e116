import { beforeEach, expect, test } from "vitest";
import { TestSession } from "$lib/game/testing";
import { lessonOf } from "./lessons";
import { doneSteps, nextStep, rememberStep } from "./progress";
import { Tutor } from "./tutor.svelte";
import type { GameId, Opening } from "$lib/engine/types";

beforeEach(() => localStorage.clear());

async function tutor(game: GameId, id: string, answer: (opening: Opening) => string | null = () => null) {
  const step = (await lessonOf(game)).steps.find((step) => step.id === id)!;
  const tutor = new Tutor(game, step, {
    session: () => new TestSession(),
    answer: (opening) => Promise.resolve(answer(opening)),
    pause: 0,
  });
  await tutor.begin();
  return tutor;
}

test("a solved task ends the step; anything else can be retried", async () => {
  const learns = await tutor("squadro", "turn");
  expect(learns.stage).toBe("asked");
  await learns.play("Y2");
  expect(learns.stage).toBe("missed");
  // Nothing more until the step is restarted.
  await learns.play("Y1");
  expect(learns.view?.played).toHaveLength(1);
  await learns.begin();
  await learns.play("Y1");
  expect([learns.stage, learns.animation?.move]).toEqual(["done", "Y1"]);
});

test("illegal moves are refused with the rules' reason", async () => {
  const learns = await tutor("squadro", "turn");
  await learns.play("R1");
  expect([learns.stage, learns.refused?.ruling]).toEqual(["asked", "SQ-4"]);
});

test("a solution is demonstrated first and then played by the learner", async () => {
  const learns = await tutor("squadro", "turn");
  const before = learns.view;
  await learns.show();
  expect([learns.stage, learns.shown, learns.animation?.move]).toEqual(["shown", "Y1", "Y1"]);
  // Further moves are rejected.
  await learns.play("Y2");
  expect(learns.view?.played).toHaveLength(1);
  await learns.tryShown();
  expect([learns.stage, learns.shown, learns.view]).toEqual(["asked", "Y1", before]);
  // It can be demonstrated any number of times.
  await learns.show();
  expect(learns.stage).toBe("shown");
  await learns.tryShown();
  await learns.play(learns.shown!);
  expect(learns.stage).toBe("done");
});

test("the learner may continue from a demonstrated move", async () => {
  const learns = await tutor("squadro", "turn");
  await learns.show();
  await learns.acceptShown();
  expect(learns.stage).toBe("done");
});

test("different failures have different messages", async () => {
  const speed = await tutor("squadro", "speed");
  await speed.play("Y2");
  expect(speed.miss).toMatchObject({ why: "other", event: { key: "runs" } });
  const race = await tutor("squadro", "race", () => "R1");
  await race.play("Y1");
  await race.play("Y1");
  expect(race.stage).toBe("missed");
  expect(race.miss).toMatchObject({ why: "lost", reason: { key: "four-home" } });
  await race.begin();
  expect(race.miss).toBeNull();
  const turned = await tutor("number-one", "turn");
  await turned.play("Sc1*");
  expect(turned.miss).toMatchObject({ why: "forbidden", event: { key: "turns-over" } });
  const draw = await tutor("squadro", "repetition");
  await draw.play("Y5");
  expect(draw.miss?.why).toBe("drawn");
});

test("a reply that captures a piece is described", async () => {
  const race = await tutor("squadro", "race", () => "R3");
  await race.play("Y4");
  expect(race.stage).toBe("asked");
  expect(race.answered?.events.map(({ key }) => key)).toContain("sent-back");
});

test("opponents reply, and the step continues", async () => {
  const asked: string[][] = [];
  const learns = await tutor("squadro", "race", ({ moves }) => {
    asked.push(moves ?? []);
    return ["R1", "R3", "R1"][asked.length - 1]!;
  });
  for (let plies = 0; learns.stage === "asked" && plies < 3; plies++) {
    await learns.show();
    await learns.acceptShown();
  }
  expect(learns.stage).toBe("done");
  expect(asked[0]).toHaveLength(1);
});

test("a turn of several plies is one task, and turning the wrong peg over ends it", async () => {
  const learns = await tutor("number-one", "turn");
  await learns.play("Sd3");
  expect(learns.stage).toBe("asked");
  await learns.play("Mf4");
  expect(learns.stage).toBe("done");
  await learns.begin();
  await learns.play("Sc1*");
  expect(learns.stage).toBe("missed");
});

test("a step without a task needs no action", async () => {
  expect((await tutor("number-one", "ranks")).stage).toBe("done");
});

test("progress is stored, and the next step follows", () => {
  const steps = [{ id: "a" }, { id: "b" }];
  expect(nextStep("peak", steps)).toBe(1);
  rememberStep("peak", "a");
  expect([nextStep("peak", steps), nextStep("squadro", steps)]).toEqual([2, 1]);
  rememberStep("peak", "b");
  expect(nextStep("peak", steps)).toBe(1);
  localStorage.setItem("ludoteca.learn", "no text of ours");
  expect(doneSteps("peak").size).toBe(0);
});
