// Parser for the puzzle files in data/puzzles; see docs/puzzles.md for the format. It is strict and reports
// the faulty line. `ludoteca-lab puzzles check` proves the puzzles; here only the text is parsed.

import { GAMES, type GameId } from "$lib/engine/types";

export const TASKS = ["win", "fastest", "draw", "first"] as const;
export type Task = (typeof TASKS)[number];

/** The value of a move for the seat that makes it; plies count to the end, including the move. */
export interface Worth {
  value: "win" | "draw" | "loss";
  plies: number | null;
}
export interface ProvenMove extends Worth {
  move: string;
  accepted: boolean;
}
export interface Puzzle {
  id: string;
  position: string;
  task: Task;
  /** Number of moves to find, unless the game ends earlier. */
  steps: number;
  /** Correct ones first, each group best first. */
  moves: ProvenMove[];
  /** Best play by both sides. */
  line: string[];
  /** For each further move on the line, all correct moves. */
  right: string[][];
  themes: string[];
  /** 1 to 10: the lowest computer level that solves it reliably. */
  grade: number;
}
export interface Puzzles {
  game: GameId;
  options: Record<string, string>;
  puzzles: Puzzle[];
}

/** The text is not a valid puzzle file. */
export class Unreadable extends Error {
  constructor(
    readonly line: number,
    what: string,
  ) {
    super(`line ${line}: ${what}`);
  }
}

class Lines {
  readonly #lines: { number: number; text: string }[];
  readonly #count: number;
  #next = 0;

  constructor(text: string) {
    const lines = text.split("\n").map((line, index) => ({ number: index + 1, text: line.trimEnd() }));
    this.#count = lines.length;
    this.#lines = lines.filter(({ text }) => text !== "" && !text.startsWith("#"));
  }
  get more(): boolean {
    return this.#next < this.#lines.length;
  }
  /** The first word of the next line. */
  get word(): string {
    return this.#lines[this.#next]?.text.split(" ", 1)[0] ?? "";
  }
  /** The value after the keyword required on the next line. */
  field(name: string): string {
    const line = this.#lines[this.#next];
    if (!line) throw new Unreadable(this.#count, `expected "${name}", found the end`);
    this.#next++;
    if (!line.text.startsWith(`${name} `)) throw this.fault(`expected "${name}", found "${line.text}"`);
    return line.text.slice(name.length + 1);
  }
  number(name: string, from: number, to: number): number {
    const word = this.field(name);
    const value = Number(word);
    if (!/^\d+$/.test(word) || value < from || value > to)
      throw this.fault(`expected a number from ${from} to ${to}, found "${word}"`);
    return value;
  }
  fault(what: string): Unreadable {
    return new Unreadable(this.#lines[this.#next - 1]?.number ?? 1, what);
  }
}

function readMoves(lines: Lines): ProvenMove[] {
  const moves: ProvenMove[] = [];
  while (lines.word === "accept" || lines.word === "refute") {
    const accepted = lines.word === "accept";
    const field = lines.field(lines.word);
    const found = /^(win|draw|loss)(?: (\d+))?: (.+)$/.exec(field);
    if (!found) throw lines.fault(`expected a value, a colon and moves, found "${field}"`);
    const worth: Worth = { value: found[1] as Worth["value"], plies: found[2] ? Number(found[2]) : null };
    for (const move of found[3]!.split(" ")) {
      if (moves.some((other) => other.move === move)) throw lines.fault(`move ${move} is there twice`);
      moves.push({ move, accepted, ...worth });
    }
  }
  if (!moves.some(({ accepted }) => accepted)) throw lines.fault("no move is right");
  return moves;
}

function readRight(lines: Lines): string[][] {
  const right: string[][] = [];
  while (lines.word === "right") {
    const step = right.length + 2;
    const found = /^(\d+): (.+)$/.exec(lines.field("right"));
    if (found?.[1] !== `${step}`) throw lines.fault(`expected ${step}, a colon and moves`);
    right.push(found[2]!.split(" "));
  }
  return right;
}

function readPuzzle(lines: Lines): Puzzle {
  const id = lines.field("puzzle");
  if (!/^[a-z\d-]{1,32}$/.test(id)) throw lines.fault(`expected digits, small letters and -, found "${id}"`);
  const position = lines.field("position");
  const task = lines.field("task");
  if (!(TASKS as readonly string[]).includes(task)) throw lines.fault(`expected a task, found "${task}"`);
  const steps = lines.number("steps", 1, 20);
  const moves = readMoves(lines);
  const line = lines.field("line").split(" ");
  if (!moves.some(({ move, accepted }) => accepted && move === line[0]))
    throw lines.fault("the line does not begin with a right move");
  const right = readRight(lines);
  const themes = lines.field("themes").split(" ");
  const grade = lines.number("grade", 1, 10);
  return { id, position, task: task as Task, steps, moves, line, right, themes, grade };
}

/** Parses a puzzle file; throws `Unreadable`. */
export function readPuzzles(text: string): Puzzles {
  const lines = new Lines(text);
  const [game, ...pairs] = lines.field("game").split(" ");
  if (!(GAMES as readonly (string | undefined)[]).includes(game)) throw lines.fault(`unknown game "${game}"`);
  const options = pairs.map((pair) => {
    const [key, value, ...rest] = pair.split("=");
    if (!key || !value || rest.length > 0) throw lines.fault(`expected KEY=VALUE, found "${pair}"`);
    return [key, value] as const;
  });
  lines.field("command");
  const puzzles: Puzzle[] = [];
  while (lines.more) {
    const puzzle = readPuzzle(lines);
    if (puzzles.some(({ id }) => id === puzzle.id)) throw lines.fault(`the puzzle ${puzzle.id} is there twice`);
    puzzles.push(puzzle);
  }
  if (puzzles.length === 0) throw lines.fault("expected a puzzle, found the end");
  return { game: game as GameId, options: Object.fromEntries(options), puzzles };
}
