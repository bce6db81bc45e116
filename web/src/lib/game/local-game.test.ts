import { describe, expect, test, vi } from "vitest";
import { GAMES, type GameId, type Opening } from "$lib/engine/types";
import { SECOND } from "./clock";
import { CannotLoad } from "./loading";
import { LocalGame } from "./local-game.svelte";
import { createGame } from "./loading";
import type { SavedGame } from "./types";
import { computer, people, person, playOn, settled, testTools, startGame } from "./testing";

const setUps: [string, Opening, number][] = [
  ["Squadro", { game: "squadro" }, 2],
  ["Squadro, Red first", { game: "squadro", options: { first: "red" } }, 2],
  ["Number One for two", { game: "number-one", players: 2 }, 2],
  ["Number One for three", { game: "number-one", players: 3 }, 3],
  ["Number One for four", { game: "number-one", players: 4 }, 4],
  ["Peak", { game: "peak" }, 2],
  ["Peak, checkerboard", { game: "peak", options: { setup: "checkerboard" } }, 2],
  ["One Piece for Two", { game: "one-piece-for-two" }, 2],
  ["One Piece for Two, small", { game: "one-piece-for-two", options: { width: "4", height: "4", pieces: "4" } }, 2],
];

describe("a whole game", () => {
  test.each(setUps)("%s, locally, with repeated reloads", async (_, opening, seats) => {
    const tools = testTools();
    let playing = await startGame({ opening, seats: people(seats), turnBoard: true }, tools);
    for (let ply = 0; !playing.result; ply++) {
      expect(playing.from).toBe(playing.toAct);
      expect(playing.midTurn).toBe(playing.current.board.pieces.some((p) => p.shape === "peg" && p.moved));
      await playOn(playing, ply);
      expect(playing.animation?.move).toBe(playing.current.played.at(-1)?.move);
      expect(playing.ply).toBe(ply + 1);
      if (ply % 5 === 0) {
        playing.end();
        const before = playing;
        playing = await LocalGame.load(playing.id, tools);
        expect(playing.current).toEqual(before.current);
        expect(playing.saved).toEqual(before.saved);
      }
    }
    expect(playing.result.reason?.ruling).toMatch(/^[A-Z]{2}-\d/);
    expect(playing.toAct).toBeNull();
    expect(playing.mayMove).toBe(false);
    expect(tools.store.list()).toMatchObject([
      { readable: true, summary: { toAct: null, ending: { places: playing.result.places, leaver: null } } },
    ]);
    const record = await playing.record();
    expect(record).toContain(`[Result "${playing.current.status.over?.result}"]`);
    expect(record).toContain('"Player 1"]');
  });

  test.each(setUps)("%s, against computers", async (_, opening, seats) => {
    const tools = testTools();
    const holders = people(seats).map((holder, seat) => (seat === 1 ? holder : computer(seat + 1)));
    const playing = await startGame({ opening, seats: holders }, tools);
    expect(playing.from).toBe(1);
    await settled();
    for (let ply = 0; !playing.result && ply < 400; ply++) {
      if (playing.toAct !== 1) expect(opening.game).toBe("number-one");
      else await playOn(playing, ply);
      await settled();
    }
    expect(playing.result).not.toBeNull();
    expect(playing.busy).toBeNull();
    expect(tools.testEngine.asked.every(({ request }) => request.millis === 5000)).toBe(true);
  });

  test("between computers only", async () => {
    const tools = testTools();
    const seats = [computer(1), computer(10), computer(2), computer(3)];
    const playing = await startGame({ opening: { game: "number-one", players: 4 }, seats, thinkingTime: 123 }, tools);
    for (let i = 0; i < 200 && !playing.result; i++) await settled();
    expect(playing.result?.places.toSorted()).toEqual([1, 2, 3, 4]);
    expect(tools.testEngine.asked.find(({ request }) => request.level === 10)?.request.millis).toBe(123);
    expect(playing.takeBackText).toBeNull();
  });
});

test("a move survives a reload before the rules have answered", async () => {
  const tools = testTools();
  const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, tools);
  await playing.play("Y1");
  void playing.play("R2");
  playing.end();
  const reloaded = await LocalGame.load(playing.id, tools);
  expect(reloaded.saved.moves).toEqual(["Y1", "R2"]);
  reloaded.end();
  const again = await LocalGame.load(playing.id, tools);
  expect(again.saved.moves).toEqual(["Y1", "R2"]);
  expect(await again.play("Y9")).not.toBeNull();
  again.end();
  expect((await LocalGame.load(playing.id, tools)).saved.moves).toEqual(["Y1", "R2"]);
});

describe("starting", () => {
  test("with too few seats is refused, and stores nothing", async () => {
    const tools = testTools();
    const opening: Opening = { game: "number-one", players: 3 };
    await expect(startGame({ opening, seats: people(2) }, tools)).rejects.toMatchObject({
      failure: { key: "seats" },
    });
    await expect(
      startGame({ opening: { game: "squadro", options: { first: "green" } }, seats: people(2) }, tools),
    ).rejects.toMatchObject({
      failure: { kind: "setup" },
    });
    expect(tools.store.list()).toEqual([]);
  });

  test("in the middle of a Number One turn after a reload: the same seat continues and can undo", async () => {
    const tools = testTools();
    const seats = people(3);
    const first = await startGame(
      { opening: { game: "number-one", players: 3 }, seats, takeBackAllowed: false },
      tools,
    );
    for (let ply = 0; ply < 4; ply++) await playOn(first, 0);
    expect([first.toAct, first.midTurn]).toEqual([0, true]);
    first.end();
    const playing = await LocalGame.load(first.id, tools);
    expect([playing.toAct, playing.midTurn]).toEqual([0, true]);
    const last = playing.current.played.at(-1)!.move;
    expect(playing.takeBackText).toEqual({ ply: 3, seat: 0, turn: 2, move: last, plies: 1 });
    await playing.takeBack();
    expect([playing.toAct, playing.midTurn, playing.ply]).toEqual([0, false, 3]);
    // The previous turn is complete, and this game's rules forbid taking back.
    expect(playing.takeBackText).toBeNull();
    await playing.takeBack();
    expect(playing.ply).toBe(3);
  });

  test("a missing, unreadable or invalid game", async () => {
    const tools = testTools();
    await expect(LocalGame.load("nothing", tools)).rejects.toMatchObject({ problem: { why: "missing" } });
    const id = await createGame({ opening: { game: "squadro" }, seats: people(2) }, tools);
    const key = `ludoteca.game.${id}`;
    const moved = { seq: 5, at: 1000, type: "moved", seat: 0, move: "R1", used: 0 };
    const saved = JSON.parse(tools.storage.getItem(key)!) as SavedGame;
    const illegal = JSON.stringify({ ...saved, log: [...saved.log, moved] });
    tools.storage.setItem(key, illegal);
    const failed = await LocalGame.load(id, tools).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(CannotLoad);
    expect(failed).toMatchObject({ problem: { why: "damaged" } });
    expect(tools.storage.getItem(key)).toBe(illegal);
    tools.storage.setItem(key, "{");
    await expect(LocalGame.load(id, tools)).rejects.toMatchObject({ problem: { why: "damaged" }, text: "{" });
    expect(tools.storage.getItem(key)).toBe("{");
  });
});

describe("moves", () => {
  test("that are illegal are refused with a reason and change nothing", async () => {
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, testTools());
    const before = playing.saved;
    expect(await playing.play("R1")).toMatchObject({ key: "not-your-turn", ruling: "SQ-4" });
    expect(await playing.play("nonsense")).toMatchObject({ kind: "syntax" });
    expect(playing.saved).toBe(before);
    expect(playing.failure).toBeNull();
  });

  test("of a person are refused while a computer thinks", async () => {
    const tools = testTools();
    tools.testEngine.slow = true;
    const playing = await startGame({ opening: { game: "squadro" }, seats: [computer(), person("Ada")] }, tools);
    await settled();
    expect(playing.busy).toMatchObject({ seat: 0, level: 1, depth: 3, nodes: 7, limit: 5000 });
    expect(playing.mayMove).toBe(false);
    await playing.play("Y1");
    expect(playing.ply).toBe(0);
    playing.moveNow();
    await settled();
    expect(playing.ply).toBe(1);
    expect(playing.busy).toBeNull();
  });

  test("earlier positions can be viewed without leaving the game", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "peak" }, seats: people(2) }, tools);
    for (let ply = 0; ply < 6; ply++) await playOn(playing, ply);
    await playing.goto(2);
    expect([playing.ply, playing.lookingBack, playing.mayMove, playing.animation]).toEqual([2, true, false, null]);
    await playing.goto(3);
    expect(playing.animation?.move).toBe(playing.current.played[2]?.move);
    await playing.play(playing.view.moves[0]!.move);
    expect(playing.current.played).toHaveLength(6);
    await playing.goto(99);
    expect([playing.ply, playing.lookingBack, playing.mayMove]).toEqual([6, false, true]);
    await playing.goto(-1);
    expect(playing.ply).toBe(0);
    // Taking back past the position being viewed returns to the current game.
    await playing.goto(5);
    await playing.takeBack();
    expect([playing.ply, playing.lookingBack]).toEqual([5, false]);
  });
});

describe("taking back", () => {
  test("locally: one turn", async () => {
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, testTools());
    expect(playing.takeBackText).toBeNull();
    await playing.play("Y3");
    await playing.play("R2");
    await playing.play("Y1");
    expect(playing.takeBackText).toEqual({ ply: 2, seat: 0, turn: 2, move: "Y1", plies: 1 });
    await playing.takeBack();
    expect(playing.takeBackText).toEqual({ ply: 1, seat: 1, turn: 1, move: "R2", plies: 1 });
    await playing.takeBack();
    await playing.takeBack();
    expect(playing.ply).toBe(0);
    expect(playing.takeBackText).toBeNull();
  });

  test("locally in Number One: a ply of the current turn, then the whole turn before", async () => {
    const playing = await startGame({ opening: { game: "number-one", players: 2 }, seats: people(2) }, testTools());
    for (let ply = 0; ply < 6; ply++) await playOn(playing, 0);
    expect([playing.toAct, playing.midTurn]).toEqual([1, true]);
    expect(playing.takeBackText).toMatchObject({ ply: 5, seat: 1, plies: 1 });
    await playing.takeBack();
    expect([playing.toAct, playing.midTurn]).toEqual([1, false]);
    expect(playing.takeBackText).toMatchObject({ ply: 2, seat: 0, turn: 2, plies: 3 });
    await playing.takeBack();
    expect([playing.toAct, playing.ply]).toEqual([0, 2]);
  });

  test("is counted and recorded, but not within an unfinished turn", async () => {
    const playing = await startGame({ opening: { game: "number-one", players: 2 }, seats: people(2) }, testTools());
    for (let ply = 0; ply < 6; ply++) await playOn(playing, 0);
    await playing.takeBack();
    expect(await playing.record()).not.toContain("TakeBacks");
    await playing.takeBack();
    expect(await playing.record()).toContain('[TakeBacks "1"]');
  });

  test("against a computer: to before the person's last move, also while it thinks", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "squadro" }, seats: [person("Ada"), computer()] }, tools);
    await playing.play("Y3");
    await settled();
    expect(playing.takeBackText).toMatchObject({ ply: 0, move: "Y3", plies: 2 });
    await playing.takeBack();
    expect([playing.ply, playing.toAct]).toEqual([0, 0]);
    tools.testEngine.slow = true;
    await playing.play("Y2");
    expect(playing.busy).not.toBeNull();
    await playing.takeBack();
    await settled();
    expect([playing.ply, playing.toAct, playing.busy]).toEqual([0, 0, null]);
  });

  test("is impossible if only the computer has moved, or if the rules forbid it", async () => {
    const tools = testTools();
    const red = await startGame({ opening: { game: "squadro" }, seats: [computer(), person("Ada")] }, tools);
    await settled();
    expect([red.ply, red.takeBackText]).toEqual([1, null]);
    const strict = await startGame({ opening: { game: "squadro" }, seats: people(2), takeBackAllowed: false }, tools);
    await strict.play("Y3");
    expect(strict.takeBackText).toBeNull();
  });

  test("with people and computers in Number One: to before a person's last turn", async () => {
    const tools = testTools();
    const seats = [person("Ada"), computer(), person("Bob"), computer()];
    const playing = await startGame({ opening: { game: "number-one", players: 4 }, seats }, tools);
    await playOn(playing, 0);
    await settled();
    await playOn(playing, 0);
    await settled();
    for (let ply = 0; ply < 3; ply++) await playOn(playing, 0);
    await settled();
    // Ada and the computer have had their turns; Bob is to move.
    expect([playing.toAct, playing.midTurn]).toEqual([2, false]);
    expect(playing.takeBackText).toMatchObject({ seat: 0, ply: 4, plies: 6, turn: 2 });
    await playing.takeBack();
    expect([playing.toAct, playing.midTurn, playing.ply]).toEqual([0, false, 4]);
  });

  test("is impossible after the game is over", async () => {
    const opening: Opening = { game: "squadro", position: "cccb0/00000 y" };
    const playing = await startGame({ opening, seats: people(2) }, testTools());
    await playing.play("Y4");
    expect(playing.result?.places).toEqual([1, 2]);
    expect(playing.takeBackText).toBeNull();
    await playing.takeBack();
    expect(playing.ply).toBe(1);
  });
});

test("a person can be given fifteen seconds, and the clock keeps running", async () => {
  const tools = testTools();
  const clock = { system: "sudden-death", initial: 60 * SECOND } as const;
  const playing = await startGame({ opening: { game: "squadro" }, seats: [person("Ada"), computer()], clock }, tools);
  await playing.play("Y3");
  await settled();
  tools.time += 10 * SECOND;
  await playing.giveTime(0);
  await playing.giveTime(1);
  expect(playing.clocks.map(({ left }) => left)).toEqual([65 * SECOND, 60 * SECOND]);
  expect([playing.runs, playing.mayGiveTime(1)]).toEqual([0, false]);
  await playing.resign(0);
  expect(playing.mayGiveTime(0)).toBe(false);
});

describe("the next game", () => {
  const ended = async (game: GameId, opening: Partial<Opening> = {}, seats = [person("Ada"), computer(4)]) => {
    const tools = testTools();
    tools.testEngine.slow = true;
    const playing = await startGame(
      { opening: { game, ...opening }, seats, clock: { system: "sudden-death", initial: 60 * SECOND } },
      tools,
    );
    return { tools, playing };
  };

  test("does not exist while this one is running", async () => {
    const { playing } = await ended("peak");
    expect(await playing.rematch()).toBeNull();
  });

  test.each(GAMES)("of %s, by its own rule and with the score", async (game) => {
    const { tools, playing } = await ended(game);
    // Until both have made a first decision, the game would be aborted.
    await playOn(playing, 0);
    tools.testEngine.answer();
    await settled();
    await playing.resign(0);
    expect(playing.score).toEqual([0, 1]);
    const id = (await playing.rematch())!;
    expect(await playing.rematch()).toBe(id);
    expect(playing.saved.series).toMatchObject({ next: id, number: 1 });
    const next = await LocalGame.load(id, tools);
    // TB-9: seats rotate by one, but OP-8 leaves the colours as they are.
    const swapped = game !== "one-piece-for-two";
    expect(next.saved.seats).toEqual(swapped ? [computer(4), person("Ada")] : [person("Ada"), computer(4)]);
    expect(next.saved.series).toEqual({
      previous: playing.id,
      next: null,
      number: 2,
      score: swapped ? [1, 0] : [0, 1],
    });
    expect(next.saved.clock).toEqual(playing.saved.clock);
    expect(next.saved.moves).toEqual([]);
    // OP-8: the loser starts; Red lost.
    expect(next.toAct).toBe(0);
    expect(await next.record()).toContain('[Round "2"]');
  });

  test("of One Piece for Two is started by the loser (OP-8)", async () => {
    const { tools, playing } = await ended("one-piece-for-two", {}, people(2));
    await playOn(playing, 0);
    await playOn(playing, 0);
    await playing.resign(1);
    const next = await LocalGame.load((await playing.rematch())!, tools);
    expect(next.toAct).toBe(1);
    expect(next.saved.opening.options).toEqual({ first: "blue" });
  });

  test("after an ending on the board, with three players", async () => {
    const { tools, playing } = await ended("number-one", { players: 3 }, people(3));
    for (let ply = 0; !playing.result; ply++) await playOn(playing, ply);
    const places = playing.result.places;
    expect(playing.score).toEqual(places.map((place) => 3 - place));
    const next = await LocalGame.load((await playing.rematch())!, tools);
    expect(next.current.players).toBe(3);
    // TB-9: the player of the second seat moves to the first.
    const [first, second, third] = playing.score;
    expect(next.score).toEqual([second, third, first]);
    expect(playing.takeBackText).toBeNull();
  });
});

describe("a hint", () => {
  test("shows the piece, then the move, and disappears with the next move", async () => {
    const tools = testTools();
    const playing = await startGame({ opening: { game: "peak" }, seats: people(2) }, tools);
    const legal = playing.current.moves[0]!;
    expect([playing.marks, playing.hintMove]).toEqual([[], null]);
    await playing.hint();
    expect(tools.testEngine.asked[0]?.request).toMatchObject({ level: 10, millis: 500 });
    expect([playing.marks, playing.hintMove]).toEqual([[{ kind: "hint", cells: [legal.targets[0]] }], null]);
    await playing.hint();
    expect(playing.marks).toContainEqual({ kind: "arrow", cells: legal.targets });
    expect(playing.hintMove).toBe(legal.move);
    await playing.hint();
    expect(playing.hintStep).toBe(2);
    await playing.goto(0);
    await playing.play(legal.move);
    expect([playing.marks, playing.hintStep, playing.hintMove]).toEqual([[], 0, null]);
  });

  test("in Squadro leads along the track", async () => {
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, testTools());
    await playing.hint();
    await playing.hint();
    expect(playing.marks[1]?.kind).toBe("arrow");
    expect(playing.marks[1]?.cells.length).toBeGreaterThan(1);
  });

  test("that arrives too late is not shown", async () => {
    const tools = testTools();
    tools.testEngine.slow = true;
    const playing = await startGame({ opening: { game: "squadro" }, seats: people(2) }, tools);
    const hint = playing.hint();
    expect(playing.hinting).toBe(true);
    await playing.play("Y2");
    await hint;
    expect([playing.hintStep, playing.hinting, playing.failure]).toEqual([0, false, null]);
  });
});

describe("the last turn", () => {
  const against = {
    opening: { game: "number-one", players: 3 } as Opening,
    seats: [person(""), computer(), computer()],
  };

  test("is described ply by ply, also after a reload", async () => {
    const tools = testTools();
    const playing = await startGame(against, tools);
    for (let ply = 0; ply < 4; ply++) {
      await playOn(playing, ply);
      while (playing.toAct !== 0) await settled();
    }
    const all = playing.current.played.length;
    const own = playing.current.played.findLastIndex(({ seat }) => seat === 0) + 1;
    const moves = playing.current.played.slice(own).map(({ move }) => move);
    expect(moves.length).toBeGreaterThan(2);
    expect(playing.lastPlies.map(({ move }) => move)).toEqual(moves);
    const again = await LocalGame.load(playing.id, tools);
    await settled();
    expect(again.lastPlies.map(({ move }) => move)).toEqual(moves);
    expect(again.ply).toBe(all);
    // During one's own turn its last move is marked.
    await playOn(again, 0);
    await settled();
    expect(again.lastPlies.map(({ move }) => move)).toEqual([again.current.played.at(-1)!.move]);
  });

  test("can be replayed until interrupted", async () => {
    vi.useFakeTimers();
    const tools = testTools();
    tools.replayPace = () => 100;
    const playing = await startGame({ opening: { game: "peak" }, seats: [person(""), computer()] }, tools);
    await playOn(playing, 0);
    await settled();
    expect(playing.ply).toBe(2);
    void playing.replay();
    await vi.advanceTimersByTimeAsync(50);
    expect([playing.ply, playing.replaying, playing.mayMove]).toEqual([1, { at: 0, of: 1 }, false]);
    await vi.advanceTimersByTimeAsync(100);
    expect([playing.ply, playing.lookingBack, playing.animation?.move]).toEqual([
      2,
      false,
      playing.current.played[1]!.move,
    ]);
    await vi.advanceTimersByTimeAsync(100);
    expect(playing.replaying).toBeNull();
    void playing.replay();
    await vi.advanceTimersByTimeAsync(50);
    await playing.replay();
    expect([playing.replaying, playing.lookingBack]).toEqual([null, false]);
    vi.useRealTimers();
  });
});
