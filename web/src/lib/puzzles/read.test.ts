import { readFileSync } from "node:fs";
import { GAMES } from "$lib/engine/types";
import { describe, expect, it } from "vitest";
import { readPuzzles, Unreadable } from "./read";

const GOOD = `# about
game squadro
command ludoteca-lab puzzles make squadro

puzzle 1-17
position bccc5/0cccb y
task win
steps 1
accept win 3: Y1
refute loss 2: Y5
line Y1
themes race-home only-move
grade 2
`;

describe("puzzle files", () => {
  it("are parsed", () => {
    const { game, options, puzzles } = readPuzzles(GOOD);
    expect({ game, options }).toEqual({ game: "squadro", options: {} });
    expect(puzzles).toEqual([
      {
        id: "1-17",
        position: "bccc5/0cccb y",
        task: "win",
        steps: 1,
        moves: [
          { move: "Y1", accepted: true, value: "win", plies: 3 },
          { move: "Y5", accepted: false, value: "loss", plies: 2 },
        ],
        line: ["Y1"],
        right: [],
        themes: ["race-home", "only-move"],
        grade: 2,
      },
    ]);
  });

  it.each([
    ["game squadro", "game squadra", 'line 2: unknown game "squadra"'],
    ["game squadro", "game squadro first", 'line 2: expected KEY=VALUE, found "first"'],
    ["puzzle 1-17", "puzzle One", 'line 5: expected digits, small letters and -, found "One"'],
    ["task win", "task lose", 'line 7: expected a task, found "lose"'],
    ["steps 1", "steps 21", 'line 8: expected a number from 1 to 20, found "21"'],
    ["accept win 3: Y1", "accept won 3: Y1", 'line 9: expected a value, a colon and moves, found "won 3: Y1"'],
    ["refute loss 2: Y5", "refute loss 2: Y1", "line 10: move Y1 is there twice"],
    ["accept win", "refute win", "line 10: no move is right"],
    ["line Y1", "line Y5", "line 11: the line does not begin with a right move"],
    ["grade 2", "grade", 'line 13: expected "grade", found "grade"'],
    ["grade 2\n", "", 'line 13: expected "grade", found the end'],
  ])("%s changed to %s is rejected with its line", (from, to, why) => {
    const read = () => readPuzzles(GOOD.replace(from, to));
    expect(read).toThrow(Unreadable);
    expect(read).toThrow(why);
  });

  it.each(GAMES.map((game) => [game]))("there are enough for %s", (game) => {
    const file = readPuzzles(readFileSync(`../data/puzzles/${game}.txt`, "utf8"));
    expect(file.game).toBe(game);
    expect(file.puzzles.length).toBeGreaterThanOrEqual(game === "number-one" ? 60 : 100);
  });
});
