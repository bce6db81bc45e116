// The rules as the page asks them. No rule is written in TypeScript.

import type { TreeRead, TreeText } from "$lib/study/node";
import address from "$wasm/rules_bg.wasm?url";
import { preload } from "./preload";
import { Port } from "./port";
import type {
  Action,
  Beginning,
  Cell,
  ContestEvent,
  Description,
  Failure,
  GameInfo,
  ContestUpdate,
  Moved,
  Opening,
  RecordRequest,
  Rematch,
  Replayed,
  Seat,
  Status,
  Typed,
  View,
  Word,
} from "./types";

const port = new Port(() => new Worker(new URL("./rules.worker.ts", import.meta.url), { type: "module" }));
let next = 1;

/**
 * Starts the worker before anybody asks it something, and fetches its module meanwhile: else that would begin
 * only once the worker's own script is here.
 */
export function prepareRules(): void {
  preload(address, "high");
  void games().catch(() => undefined);
}

export const games = (): Promise<GameInfo[]> => port.ask("games");
export const words = (): Promise<Word[]> => port.ask("words");
/** The tree of moves of a record: as far as it is right, with what is not. */
export const readTree = (text: string): Promise<TreeRead> => port.ask("readTree", [text]);
/** The record of a tree. */
export const writeTree = (tree: TreeText): Promise<string> => port.ask("writeTree", [JSON.stringify(tree)]);
/** The tree that a link carries, from the address's first `/` on. */
export const readLink = (address: string): Promise<TreeRead> => port.ask("readLink", [address]);
export const writeLink = (tree: TreeText): Promise<string> => port.ask("writeLink", [JSON.stringify(tree)]);
/** Trees as texts; tests bring their own. */
export const texts = { readTree, writeTree, readLink, writeLink };
export type Texts = typeof texts;

/**
 * A game in a session of the worker. All of it fails with `Refused` (the rules say no) or `Broken` (the
 * worker died).
 */
export class RulesSession {
  readonly #number = next++;

  open(opening: Opening): Promise<View> {
    return port.ask("open", [this.#number, JSON.stringify(opening)]);
  }
  replay(record: string): Promise<Replayed> {
    return port.ask("replay", [this.#number, record]);
  }
  view(): Promise<View> {
    return port.ask("view", [this.#number]);
  }
  viewAt(ply: number): Promise<View> {
    return port.ask("viewAt", [this.#number, ply]);
  }
  /**
   * Why no move is chosen by pointing at these cells, in order; null where one begins so, or there is nothing
   * to say.
   */
  whyNotCells(cells: readonly Cell[]): Promise<Failure | null> {
    return port.ask("whyNotCells", [this.#number, JSON.stringify(cells)]);
  }
  describe(move: string): Promise<Description> {
    return port.ask("describe", [this.#number, move]);
  }
  /** What a ply of the game did, counted from 1. */
  describePly(ply: number): Promise<Description> {
    return port.ask("describePly", [this.#number, ply]);
  }
  /** The position with the next seat to act, as if one could pass; null where that cannot be. */
  passed(): Promise<string | null> {
    return port.ask("passed", [this.#number]);
  }
  typed(text: string): Promise<Typed> {
    return port.ask("typed", [this.#number, text]);
  }
  play(move: string): Promise<Moved> {
    return port.ask("play", [this.#number, move]);
  }
  /** Null at the beginning. */
  takeBack(): Promise<Moved | null> {
    return port.ask("takeBack", [this.#number]);
  }
  follow(moves: string[]): Promise<Status> {
    return port.ask("follow", [this.#number, JSON.stringify(moves)]);
  }
  record(request: RecordRequest): Promise<string> {
    return port.ask("record", [this.#number, JSON.stringify(request)]);
  }
  /** The next game of a series; only once this one has a result. */
  rematch(): Promise<Rematch> {
    return port.ask("rematch", [this.#number]);
  }
  /** Begins a contest. */
  begin(beginning: Beginning): Promise<ContestUpdate> {
    return port.ask("begin", [this.#number, JSON.stringify(beginning)]);
  }
  /** Goes on with a contest by its log. */
  resume(at: number, log: readonly ContestEvent[]): Promise<ContestUpdate> {
    return port.ask("resume", [this.#number, JSON.stringify({ at, log })]);
  }
  /** Asks for something in a contest; without a seat it is the page that asks. */
  act(at: number, seat: Seat | null, action: Action): Promise<ContestUpdate> {
    return port.ask("act", [this.#number, JSON.stringify({ at, seat, action })]);
  }
  /**
   * Takes up what was decided elsewhere; `absent`: how long the seat to act has been away. Time alone has no
   * consequences here.
   */
  hear(at: number, absent: number, events: readonly ContestEvent[]): Promise<ContestUpdate> {
    return port.ask("hear", [this.#number, JSON.stringify({ at, absent, events })]);
  }
  /** Lets time have its consequences in a contest. */
  tick(at: number): Promise<ContestUpdate> {
    return port.ask("tick", [this.#number, at]);
  }
  free(): void {
    void port.ask("free", [this.#number]).catch(() => undefined);
  }
}

/** Whatever answers as a session does: tests bring their own. */
export type Session = Pick<RulesSession, keyof RulesSession>;
