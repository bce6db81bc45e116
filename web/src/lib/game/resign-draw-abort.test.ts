// Endings outside the board: resigning, aborting, agreeing.

import { describe, expect, test } from "vitest";
import type { Opening } from "$lib/engine/types";
import { LocalGame } from "./local-game.svelte";
import { computer, people, person, playOn, settled, testTools, startGame } from "./testing";

describe("resigning", () => {
  test("is possible for any person, the one to move first, but not for a computer", async () => {
    const tools = testTools();
    const two = await startGame({ opening: { game: "squadro" }, seats: people(2) }, tools);
    await two.play("Y3");
    await two.play("R1");
    expect(two.resigning).toEqual([0, 1]);
    await two.resign(1);
    expect(two.result).toMatchObject({ termination: "resignation", places: [1, 2], leaver: 1, reason: null });
    expect(two.saved.moves).toEqual(["Y3", "R1"]);
    const record = await two.record();
    expect(record).toContain('[Result "1-0"]');
    expect(record).toContain('[Termination "resignation"]');
    expect(record.trim()).toMatch(/1\. Y3 R1 1-0$/);

    tools.testEngine.slow = true;
    const one = await startGame({ opening: { game: "peak" }, seats: [computer(), person("Ada")] }, tools);
    tools.testEngine.answer();
    await settled();
    await playOn(one, 0);
    expect(one.resigning).toEqual([1]);
    await one.resign(1);
    expect(one.result?.places).toEqual([1, 2]);
    expect(one.busy).toBeNull();
    await settled();
    expect(one.current.played.filter(({ leaves }) => !leaves)).toHaveLength(2);
    await one.resign(0);
    expect(one.saved.ending?.leaver).toBe(1);
  });

  test("among four: the others play on, and the places are complete", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "number-one", players: 4 }, seats: people(4) }, tools);
    for (let ply = 0; ply < 5; ply++) await playOn(playing, 0);
    const { toAct } = playing;
    const turn = playing.midTurn;
    await playing.resign(2);
    expect([playing.result, playing.toAct, playing.midTurn]).toEqual([null, toAct, turn]);
    expect(playing.animation?.move).toBe("c:resigns");
    expect(playing.current.facts).toMatchObject({ out: [{ seat: 2, place: 4 }] });
    expect(playing.resigning).not.toContain(2);
    playing.end();
    const again = await LocalGame.load(playing.id, tools);
    expect(again.current).toEqual(playing.current);
    for (let ply = 0; !again.result; ply++) await playOn(again, ply);
    expect(again.result.places.toSorted()).toEqual([1, 2, 3, 4]);
    expect(again.result.places[2]).toBe(4);
    const record = await again.record();
    expect(record).toContain(" c:resigns ");
    expect(record).toMatch(/\[Result "[a-d](>[a-d]){2}>c"\]/);
  });

  test("by all but one ends the game", async () => {
    const opening: Opening = { game: "number-one", players: 3 };
    const playing = await startGame({ opening, seats: people(3) }, testTools());
    for (let ply = 0; ply < 3; ply++) await playOn(playing, 0);
    await playing.resign(1);
    await playing.resign(0);
    expect(playing.result).toMatchObject({ termination: "resignation", places: [2, 3, 1], leaver: 0 });
  });

  test("during set-up aborts the game", async () => {
    const opening: Opening = { game: "number-one", players: 3 };
    const playing = await startGame({ opening, seats: people(3) }, testTools());
    await playing.resign(1);
    expect(playing.result).toMatchObject({ termination: "aborted", places: [] });
    expect(await playing.rematch()).toBeNull();
    expect(await playing.record()).toContain('[Termination "aborted"]');
  });
});

test("a game can be aborted until every seat has made a decision", async () => {
  const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, testTools());
  await playing.play("Y1");
  expect(playing.mayAbort).toBe(true);
  await playing.play("R1");
  expect(playing.mayAbort).toBe(false);
  await playing.abort();
  expect(playing.result).toBeNull();
  await playing.takeBack();
  const other = await startGame({ opening: { game: "squadro" }, seats: people(2) }, testTools());
  await other.abort();
  expect(other.result).toMatchObject({ termination: "aborted", places: [], leaver: null });
  expect([other.toAct, other.mayMove, other.mayAbort]).toEqual([null, false, false]);
});

describe("a draw", () => {
  test("is offered by the seat to move, once per turn, and answered by the other", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, tools);
    expect(playing.mayOfferDraw).toBe(true);
    await playing.offerDraw();
    expect([playing.offer, playing.mayOfferDraw, playing.mayMove]).toEqual([
      { what: "draw", by: 0, to: 1 },
      false,
      true,
    ]);
    await playing.answer(false);
    expect([playing.offer, playing.declined, playing.mayOfferDraw]).toEqual([null, 1, false]);
    await playing.play("Y1");
    expect(playing.declined).toBeNull();
    await playing.offerDraw();
    playing.end();
    const again = await LocalGame.load(playing.id, tools);
    expect(again.offer).toEqual({ what: "draw", by: 1, to: 0 });
    await again.answer(true);
    expect(again.result).toMatchObject({ termination: "agreement", places: [1, 1], reason: null });
    expect(await again.record()).toContain('[Termination "agreement"]');
  });

  test("is accepted by a computer that does not think it is better", async () => {
    for (const [value, agrees] of [
      [0.3, true],
      [0, true],
      [-0.3, false],
    ] as const) {
      const tools = testTools();
      tools.testEngine.worth = value;
      const seats = [person("Ada"), computer()];
      const playing = await startGame({ opening: { game: "squadro" }, seats }, tools);
      await playing.offerDraw();
      await settled();
      expect(playing.result?.termination ?? null).toBe(agrees ? "agreement" : null);
      expect(playing.declined).toBe(agrees ? null : 1);
    }
  });

  test("offered to a computer is answered after a reload", async () => {
    const tools = testTools();
    tools.testEngine.worth = 0.3;
    tools.testEngine.slow = true;
    const seats = [person("Ada"), computer()];
    const playing = await startGame({ opening: { game: "squadro" }, seats }, tools);
    await playing.offerDraw();
    playing.end();
    tools.testEngine.slow = false;
    const again = await LocalGame.load(playing.id, tools);
    await settled();
    expect(again.result?.termination).toBe("agreement");
  });

  test("cannot be offered too early, or in games without draws", async () => {
    const early = await startGame({ opening: { game: "peak" }, seats: people(2), drawOffersFrom: 2 }, testTools());
    expect(early.mayOfferDraw).toBe(false);
    await playOn(early, 0);
    await playOn(early, 0);
    expect(early.mayOfferDraw).toBe(true);
    const opening: Opening = { game: "number-one", players: 2 };
    expect((await startGame({ opening, seats: people(2) }, testTools())).mayOfferDraw).toBe(false);
  });
});
