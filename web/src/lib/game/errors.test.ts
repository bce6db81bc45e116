// Clocks that run out, dead workers, full storage, and the same game open in two tabs.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MINUTE, SECOND } from "./clock";
import { LocalGame } from "./local-game.svelte";
import {
  computer,
  people,
  person,
  playOn,
  settled,
  TestStorage,
  type TestTools,
  testTools,
  startGame,
} from "./testing";
import type { ClockSettings } from "./types";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function wait(tools: TestTools, millis: number): Promise<void> {
  for (let spent = 0; spent < millis; spent += 50) {
    tools.time += Math.min(50, millis - spent);
    await vi.advanceTimersByTimeAsync(50);
  }
  await settled();
}

const sudden: ClockSettings = { system: "sudden-death", initial: MINUTE };
const increment: ClockSettings = { system: "increment", initial: MINUTE, increment: 10 * SECOND };
const perTurn: ClockSettings = { system: "per-turn", time: 40 * SECOND };

/** What the clocks show, in tenths of a second. */
const shown = (playing: LocalGame): number[] => playing.clocks.map(({ left }) => Math.floor(left / 100) * 100);

describe("the clock", () => {
  test("runs for the seat to move, and ends the game", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2), clock: sudden }, tools);
    await wait(tools, 2000);
    // No clock runs for a first decision, which has a limit of half a minute (TB-6).
    expect([playing.runs, playing.firstLeft, ...shown(playing)]).toEqual([null, 28, MINUTE, MINUTE]);
    await playing.play("Y1");
    await wait(tools, 5000);
    expect([playing.runs, playing.firstLeft, ...shown(playing)]).toEqual([null, 25, MINUTE, MINUTE]);
    await playing.play("R1");
    expect(playing.firstLeft).toBeNull();
    await wait(tools, 2000);
    expect([playing.runs, ...shown(playing)]).toEqual([0, 58 * SECOND, MINUTE]);
    await playing.play("Y2");
    await wait(tools, 5000);
    expect([playing.runs, ...shown(playing)]).toEqual([1, 58 * SECOND, 55 * SECOND]);
    expect(playing.isLow(1)).toBe(false);
    await playing.play("R2");
    await wait(tools, 50 * SECOND);
    expect([playing.isLow(0), playing.isLow(1)]).toEqual([true, false]);
    await wait(tools, 9 * SECOND);
    expect(playing.result).toMatchObject({ termination: "time forfeit", places: [2, 1], leaver: 0, reason: null });
    expect([playing.runs, playing.mayMove, playing.toAct]).toEqual([null, false, null]);
    const record = await playing.record();
    expect(record).toContain('[Termination "time forfeit"]');
    expect(record).toContain('[TimeControl "60"]');
    expect(record).toMatch(/R2\s\{\[%clk 0:00:55\]\}/);
    expect((await LocalGame.load(playing.id, tools)).result?.places).toEqual([2, 1]);
  });

  test("aborts the game if the first decision is not made", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2), clock: sudden }, tools);
    await playing.play("Y1");
    await wait(tools, 31 * SECOND);
    expect(playing.result).toMatchObject({ termination: "aborted", aborted: { by: 1, why: "first-decision" } });
    expect([playing.firstLeft, playing.mayMove]).toEqual([null, false]);
  });

  test("rejects a move after the time is up, even before the next tick", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2), clock: sudden }, tools);
    await playing.play("Y1");
    tools.time += 61 * SECOND;
    await playing.play("R1");
    expect(playing.saved.moves).toEqual(["Y1"]);
    // It was that seat's first decision, so the game is aborted.
    expect(playing.result).toMatchObject({ termination: "aborted" });
  });

  test("adds its increment once per turn, however many plies it has", async () => {
    const tools = testTools();
    const playing = await startGame(
      { opening: { game: "number-one", players: 2 }, seats: people(2), clock: increment },
      tools,
    );
    await playOn(playing, 0);
    await playOn(playing, 0);
    expect(shown(playing)).toEqual([70 * SECOND, 70 * SECOND]);
    await wait(tools, 2000);
    await playOn(playing, 0);
    await wait(tools, 2000);
    await playOn(playing, 0);
    expect(shown(playing)).toEqual([66 * SECOND, 70 * SECOND]);
    await playOn(playing, 0);
    expect(playing.toAct).toBe(1);
    expect(shown(playing)).toEqual([76 * SECOND, 70 * SECOND]);
  });

  test("restarts every turn in a per-turn system", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "peak" }, seats: people(2), clock: perTurn }, tools);
    for (let ply = 0; ply < 3; ply++) await playOn(playing, 0);
    await wait(tools, 15 * SECOND);
    expect(shown(playing)).toEqual([40 * SECOND, 25 * SECOND]);
    await playOn(playing, 0);
    expect(shown(playing)).toEqual([40 * SECOND, 40 * SECOND]);
  });

  test("stops while the page is hidden or closed", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2), clock: sudden }, tools);
    for (const move of ["Y1", "R1", "Y2"]) await playing.play(move);
    await wait(tools, 3000);
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    await wait(tools, 5 * MINUTE);
    expect([playing.runs, ...shown(playing)]).toEqual([null, MINUTE, 57 * SECOND]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    await wait(tools, 1000);
    expect([playing.runs, ...shown(playing)]).toEqual([1, MINUTE, 56 * SECOND]);
    await wait(tools, 1000);
    dispatchEvent(new Event("pagehide"));
    tools.time += 5 * MINUTE;
    const later = await LocalGame.load(playing.id, tools);
    expect([later.runs, ...shown(later)]).toEqual([1, MINUTE, 55 * SECOND]);
    // Not even if the page had no time to store that it was closing.
    await wait(tools, 1000);
    tools.time += 5 * MINUTE;
    const again = await LocalGame.load(playing.id, tools);
    expect(shown(again)).toEqual([MINUTE, 55 * SECOND]);
  });

  test("does not charge a computer that moves on a hidden page", async () => {
    const tools = testTools();
    tools.testEngine.slow = true;
    const seats = [person("Ada"), computer()];
    const playing = await startGame({ opening: { game: "squadro" }, seats, clock: sudden }, tools);
    await playing.play("Y1");
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    await wait(tools, 30 * SECOND);
    tools.testEngine.answer();
    await settled();
    expect([playing.ply, ...shown(playing)]).toEqual([2, MINUTE, MINUTE]);
    await wait(tools, 30 * SECOND);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    await wait(tools, 2000);
    expect(shown(playing)).toEqual([58 * SECOND, MINUTE]);
  });

  test("of a correspondence game runs while the page is hidden", async () => {
    const tools = testTools();
    const clock: ClockSettings = { system: "correspondence", perTurn: MINUTE, bank: 0 };
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2), clock }, tools);
    await playing.play("Y1");
    await playing.play("R1");
    playing.end();
    tools.time += 30 * SECOND;
    const later = await LocalGame.load(playing.id, tools);
    expect(shown(later)[0]).toBe(30 * SECOND);
    later.end();
    tools.time += 31 * SECOND;
    const late = await LocalGame.load(playing.id, tools);
    await wait(tools, 200);
    expect(late.result).toMatchObject({ termination: "time forfeit", leaver: 0 });
  });

  test("is not refunded by a takeback", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2), clock: increment }, tools);
    for (const move of ["Y1", "R1", "Y2"]) await playing.play(move);
    await wait(tools, 20 * SECOND);
    await playing.play("R2");
    expect(shown(playing)).toEqual([80 * SECOND, 60 * SECOND]);
    await wait(tools, 5 * SECOND);
    await playing.takeBack();
    expect([playing.runs, ...shown(playing)]).toEqual([1, 75 * SECOND, 60 * SECOND]);
  });

  test("of one among three runs out: that seat leaves, and the others play on", async () => {
    const tools = testTools();
    const playing = await startGame(
      { opening: { game: "number-one", players: 3 }, seats: people(3), clock: sudden },
      tools,
    );
    for (let ply = 0; ply < 4; ply++) await playOn(playing, 0);
    await wait(tools, 61 * SECOND);
    expect([playing.result, playing.toAct, playing.runs]).toEqual([null, 1, 1]);
    expect(playing.current.facts).toMatchObject({ out: [{ seat: 0, place: 3 }] });
    expect(playing.animation?.move).toBe("a:time");
    await wait(tools, 61 * SECOND);
    expect(playing.result).toMatchObject({ termination: "time forfeit", places: [3, 2, 1], leaver: 1 });
    const record = await playing.record();
    expect(record).toContain("a:time");
    expect(record).toContain('[Result "c>b>a"]');
  });

  test("limits the computer's thinking, which does not lose on time through its pauses", async () => {
    const tools = testTools();
    tools.pace = () => 400;
    tools.testEngine.slow = true;
    const clock: ClockSettings = { system: "sudden-death", initial: 2 * SECOND };
    const playing = await startGame(
      { opening: { game: "squadro" }, seats: [person("Ada"), computer(10)], clock },
      tools,
    );
    await playing.play("Y1");
    expect(tools.testEngine.asked[0]?.request.millis).toBe(100);
    tools.testEngine.answer();
    await wait(tools, 150);
    expect(playing.ply).toBe(2);
  });
});

describe("the computer", () => {
  test("waits long enough for its move to be seen", async () => {
    const tools = testTools();
    tools.pace = () => 400;
    const playing = await startGame({ opening: { game: "squadro" }, seats: [person("Ada"), computer()] }, tools);
    await playing.play("Y1");
    await wait(tools, 350);
    expect([playing.ply, playing.busy?.seat]).toEqual([1, 1]);
    await wait(tools, 100);
    expect([playing.ply, playing.busy]).toEqual([2, null]);
  });

  test("is cut off if it cannot be stopped, and its last report is played", async () => {
    const tools = testTools();
    tools.testEngine.slow = tools.testEngine.deaf = true;
    const playing = await startGame({ opening: { game: "squadro" }, seats: [computer(9), person("Ada")] }, tools);
    playing.moveNow();
    await wait(tools, 250);
    expect(playing.ply).toBe(0);
    await wait(tools, 100);
    expect([playing.ply, tools.testEngine.ended, playing.failure]).toEqual([1, 1, null]);
  });
});

describe("a dead worker", () => {
  test("of the engine keeps the game, which continues on retry", async () => {
    const tools = testTools();
    const playing = await startGame(
      { opening: { game: "squadro" }, seats: [person("Ada"), computer()], clock: sudden },
      tools,
    );
    tools.testEngine.broken = true;
    await playing.play("Y1");
    await settled();
    expect(playing.failure).toEqual({ kind: "broken", part: "engine", why: "test" });
    expect([playing.busy, playing.runs, playing.saved.moves.length]).toEqual([null, null, 1]);
    playing.dismiss();
    expect(playing.failure).not.toBeNull();
    tools.testEngine.broken = false;
    await playing.retry();
    await settled();
    expect([playing.failure, playing.ply, playing.runs]).toEqual([null, 2, 0]);
  });

  test("of the engine during a hint", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, tools);
    tools.testEngine.broken = true;
    await playing.hint();
    expect(playing.failure).toMatchObject({ part: "engine" });
    await playing.retry();
    expect([playing.failure, playing.mayMove, playing.hinting]).toEqual([null, true, false]);
  });

  test("of the rules loses nothing, and the game continues from its moves", async () => {
    const tools = testTools();
    const playing = await startGame(
      { opening: { game: "number-one", players: 3 }, seats: people(3), clock: sudden },
      tools,
    );
    for (let ply = 0; ply < 4; ply++) await playOn(playing, 0);
    const session = tools.sessions.at(-1)!;
    const before = playing.current;
    session.broken = true;
    await playing.play(before.moves[0]!.move);
    expect(playing.failure).toEqual({ kind: "broken", part: "rules", why: "test" });
    expect([playing.mayMove, playing.runs]).toEqual([false, null]);
    await playing.retry();
    expect(playing.failure).toMatchObject({ kind: "broken" });
    session.broken = false;
    await playing.retry();
    expect(playing.failure).toBeNull();
    expect(playing.current).toEqual(before);
    await playOn(playing, 0);
    expect(playing.ply).toBe(5);
  });

  test("caused by another game is silently replaced", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "peak" }, seats: people(2) }, tools);
    await playOn(playing, 0);
    tools.sessions.at(-1)!.forget();
    await playOn(playing, 0);
    expect([playing.failure, playing.ply]).toEqual([null, 2]);
    tools.sessions.at(-1)!.forget();
    await playing.takeBack();
    expect([playing.failure, playing.ply]).toEqual([null, 1]);
  });
});

describe("storage", () => {
  test("that is full is reported once; the game continues and can be left and reopened", async () => {
    const tools = testTools();
    tools.storage.room = 5;
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, tools);
    expect(playing.failure).toEqual({ kind: "storage", why: "full" });
    await playing.play("Y1");
    playing.dismiss();
    await playing.play("R1");
    expect([playing.failure, playing.ply]).toEqual([null, 2]);
    playing.end();
    const again = await LocalGame.load(playing.id, tools);
    expect([again.ply, again.failure?.kind]).toEqual([2, "storage"]);
    tools.storage.room = Infinity;
    await again.play("Y2");
    expect(again.failure).toBeNull();
    expect(tools.storage.length).toBe(1);
    await again.resign(again.toAct!);
    tools.storage.room = 5;
    const next = await LocalGame.load((await again.rematch())!, tools);
    expect(next.saved.series.previous).toBe(again.id);
  });
});

describe("two tabs with the same game", () => {
  /** Sends the storage event of another tab. */
  const syncTab = async (storage: TestStorage, id: string) => {
    const key = `ludoteca.game.${id}`;
    dispatchEvent(new StorageEvent("storage", { key, newValue: storage.getItem(key) }));
    await settled();
  };

  test("follow each other", async () => {
    const storage = new TestStorage();
    const [here, there] = [testTools(storage), testTools(storage)];
    const a = await startGame({ opening: { game: "squadro" }, seats: people(2), clock: sudden }, here);
    const b = await LocalGame.load(a.id, there);
    await syncTab(storage, a.id);
    for (const move of ["Y1", "R1"]) await a.play(move);
    await syncTab(storage, a.id);
    await a.play("Y3");
    await syncTab(storage, a.id);
    expect(b.current).toEqual(a.current);
    expect(b.animation).toEqual(a.animation);
    expect(b.runs).toBe(1);
    await b.play("R4");
    await syncTab(storage, a.id);
    expect(a.current.played.map(({ move }) => move)).toEqual(["Y1", "R1", "Y3", "R4"]);
    await a.takeBack();
    await syncTab(storage, a.id);
    expect(b.ply).toBe(3);
    await b.resign(1);
    await syncTab(storage, a.id);
    expect(a.result?.places).toEqual([1, 2]);
    expect([a.failure, b.failure]).toEqual([null, null]);
  });

  test("do not overwrite each other's moves", async () => {
    const storage = new TestStorage();
    const a = await startGame({ opening: { game: "squadro" }, seats: people(2) }, testTools(storage));
    const b = await LocalGame.load(a.id, testTools(storage));
    await a.play("Y3");
    await a.play("R1");
    // The other tab has not received it.
    await b.play("Y5");
    await settled();
    expect(b.failure).toEqual({ kind: "elsewhere" });
    expect(b.current.played.map(({ move }) => move)).toEqual(["Y3", "R1"]);
    b.dismiss();
    await b.play("Y2");
    expect([b.failure, b.ply]).toEqual([null, 3]);
  });

  test("neither follow nor overwrite an invalid game", async () => {
    const storage = new TestStorage();
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, testTools(storage));
    const key = `ludoteca.game.${playing.id}`;
    await playing.play("Y3");
    const { log } = playing.saved;
    const moved = { ...log.at(-1)!, seq: log.length + 1, seat: 1, move: "Y4" };
    const wrong = JSON.stringify({ ...playing.saved, revision: 9, log: [...log, moved] });
    storage.setItem(key, wrong);
    await syncTab(storage, playing.id);
    expect(playing.failure).toMatchObject({ kind: "refused", sentence: { ruling: "SQ-4" } });
    expect(playing.current.played).toHaveLength(1);
    await playing.play("R1");
    await settled();
    expect(storage.getItem(key)).toBe(wrong);
  });

  test("think only once for a computer", async () => {
    const storage = new TestStorage();
    const [here, there] = [testTools(storage), testTools(storage)];
    here.testEngine.slow = there.testEngine.slow = true;
    const a = await startGame({ opening: { game: "squadro" }, seats: [computer(), person("Ada")] }, here);
    const b = await LocalGame.load(a.id, there);
    here.testEngine.answer();
    await settled();
    there.testEngine.answer();
    await syncTab(storage, a.id);
    expect([a.ply, b.ply, b.busy]).toEqual([1, 1, null]);
    expect(b.saved).toEqual(a.saved);
  });
});

test("a game that was left does nothing more", async () => {
  const tools = testTools();
  tools.testEngine.slow = true;
  const playing = await startGame(
    { opening: { game: "squadro" }, seats: [person("Ada"), computer()], clock: sudden },
    tools,
  );
  await playing.play("Y1");
  tools.testEngine.answer();
  await settled();
  await playOn(playing, 0);
  await wait(tools, 1000);
  playing.end();
  playing.end();
  await wait(tools, 2 * MINUTE);
  await playing.play("R1");
  expect([playing.ply, playing.result, playing.failure, tools.testEngine.ended]).toEqual([3, null, null, 1]);
  const again = await LocalGame.load(playing.id, tools);
  expect([again.busy?.seat, ...shown(again)]).toEqual([1, MINUTE, 59 * SECOND]);
  again.end();
});
