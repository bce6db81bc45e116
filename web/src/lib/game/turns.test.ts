import { describe, expect, test } from "vitest";
import { GAMES, type View } from "$lib/engine/types";
import { computer, people, person, TestSession } from "./testing";
import { lastTurnBegins, rounds, turnBegins } from "./turns";

/** Plays a whole game by scripted choices and returns the view after each ply. */
async function wholeGame(session: TestSession, game: View["game"], players: number): Promise<View[]> {
  const views: View[] = [await session.open({ game, players })];
  for (let ply = 0; views.at(-1)!.moves.length > 0; ply++) {
    const { moves } = views.at(-1)!;
    const moved: { view: View } = await session.play(moves[(ply * 104729) % moves.length]!.move);
    views.push(moved.view);
  }
  return views;
}

describe.each([...GAMES.map((game) => [game, 2] as const), ["number-one", 3] as const, ["number-one", 4] as const])(
  "turns of %s for %d",
  (game, players) => {
    test("are those of the rules", async () => {
      const views = await wholeGame(new TestSession(), game, players);
      const last = views.at(-1)!;
      for (const [ply, view] of views.entries()) {
        // The board shows which pegs have moved in an unfinished turn.
        const moved = view.board.pieces.some((piece) => piece.shape === "peg" && piece.moved);
        if (ply < last.played.length) expect(turnBegins(game, last.played, ply) === ply).toBe(!moved);
      }
    });

    test("are numbered as in records", async () => {
      const session = new TestSession();
      const { played } = (await wholeGame(session, game, players)).at(-1)!;
      const record: string = await session.record({});
      const numbers = [...record.matchAll(/(?<=\s)(\d+)\. /g)].map(([, number]) => Number(number));
      expect([...new Set(rounds(played, players))]).toEqual(numbers);
      const opening = numbers.map((number) => played[rounds(played, players).indexOf(number)]!.move);
      expect([...record.matchAll(/(?<=\s)\d+\. (\S+)/g)].map(([, move]) => move)).toEqual(opening);
    });
  },
);

test("in Peak, moving again because the other is stuck starts a new turn", () => {
  const played = [
    { seat: 0, move: "a1-b1" },
    { seat: 1, move: "a2-b2" },
    { seat: 1, move: "c2-d2" },
  ];
  expect(turnBegins("peak", played, 2)).toBe(2);
  expect(turnBegins("number-one", played, 2)).toBe(1);
});

test("leaving out of turn belongs to the current round and starts no turn", () => {
  const played = [
    { seat: 0, move: "LSM" },
    { seat: 1, move: "LSM" },
    { seat: 2, move: "LSM" },
    { seat: 0, move: "Sa1" },
    { seat: 2, move: "c:resigns", leaves: true },
    { seat: 0, move: "Ma2" },
    { seat: 1, move: "Sb1" },
  ];
  expect(rounds(played, 3)).toEqual([1, 1, 1, 2, 2, 2, 2]);
});

describe("the last turn to show", () => {
  const at = (game: View["game"], moved: string, toAct: number | null): View =>
    ({
      game,
      played: [...moved].map((seat) => ({ seat: Number(seat), move: "" })),
      status: { toAct, over: null },
    }) as unknown as View;
  const alone = [person(""), computer(), computer(), computer()];

  test("contains all computer moves since a person's last turn", () => {
    expect(lastTurnBegins(at("squadro", "01", 0), alone)).toBe(1);
    expect(lastTurnBegins(at("number-one", "0123000111222333", 0), alone)).toBe(7);
    // During one's own turn: the turn before it.
    expect(lastTurnBegins(at("number-one", "012300011122233300", 0), alone)).toBe(7);
    // In Peak a seat moves again while the other is stuck.
    expect(lastTurnBegins(at("peak", "0111", 0), alone)).toBe(1);
  });

  test("is the user's own turn if no opponent has moved yet", () => {
    expect(lastTurnBegins(at("number-one", "0123000", 1), alone)).toBe(4);
    expect(lastTurnBegins(at("squadro", "", 0), alone)).toBe(0);
  });

  test("is the previous seat's turn, among people", () => {
    expect(lastTurnBegins(at("number-one", "012300011122", 2), people(4))).toBe(7);
    expect(lastTurnBegins(at("number-one", "0123000111222", 3), people(4))).toBe(10);
  });

  test("contains one turn of each remaining seat, for an eliminated player", () => {
    expect(lastTurnBegins(at("number-one", "0112233112233", 1), alone)).toBe(7);
  });
});
