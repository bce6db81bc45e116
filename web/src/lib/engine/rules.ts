// The page's interface to the rules. No rule is written in TypeScript.

import type { TreeRead, TreeText } from "$lib/study/node";
import address from "$wasm/rules_bg.wasm?url";
import { preload } from "./preload";
import { Port } from "./port";
import type {
  Action,
  Beginning,
  Cell,
  Description,
  Failure,
  GameInfo,
  ContestUpdate,
  LoggedEvent,
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
 * Starts the worker early and fetches its module in parallel; otherwise the fetch would wait for the worker's
 * script.
 */
export function prepareRules(): void {
  preload(address, "high");
  void games().catch(() => undefined);
}

export const games = (): Promise<GameInfo[]> => port.ask("games");
export const words = (): Promise<Word[]> => port.ask("words");
/** Parses a record into a move tree: everything valid, plus the faults. */
export const readTree = (text: string): Promise<TreeRead> => port.ask("readTree", [text]);
export const writeTree = (tree: TreeText): Promise<string> => port.ask("writeTree", [JSON.stringify(tree)]);
/** Parses the tree in a link, from the address's first `/`. */
export const readLink = (address: string): Promise<TreeRead> => port.ask("readLink", [address]);
export const writeLink = (tree: TreeText): Promise<string> => port.ask("writeLink", [JSON.stringify(tree)]);
/** Reading and writing trees; replaceable in tests. */
export const texts = { readTree, writeTree, readLink, writeLink };
export type Texts = typeof texts;

/**
 * A game session in the worker. All methods throw `RulesError` (rejected by the rules) or `WorkerError` (the
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
  /** Why these cells, in order, do not start a legal move; null if they do or there is nothing to say. */
  whyNotCells(cells: readonly Cell[]): Promise<Failure | null> {
    return port.ask("whyNotCells", [this.#number, JSON.stringify(cells)]);
  }
  describe(move: string): Promise<Description> {
    return port.ask("describe", [this.#number, move]);
  }
  /** Describes a ply, counted from 1. */
  describePly(ply: number): Promise<Description> {
    return port.ask("describePly", [this.#number, ply]);
  }
  /** The position with the next seat to move, as after a null move; null if impossible. */
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
  /** The next game of a series; only after this one has a result. */
  rematch(): Promise<Rematch> {
    return port.ask("rematch", [this.#number]);
  }
  begin(beginning: Beginning): Promise<ContestUpdate> {
    return port.ask("begin", [this.#number, JSON.stringify(beginning)]);
  }
  /** Restores a contest from its log. */
  resume(at: number, log: readonly LoggedEvent[]): Promise<ContestUpdate> {
    return port.ask("resume", [this.#number, JSON.stringify({ at, log })]);
  }
  /** Requests an action in a contest; without a seat it comes from the page. */
  act(at: number, seat: Seat | null, action: Action): Promise<ContestUpdate> {
    return port.ask("act", [this.#number, JSON.stringify({ at, seat, action })]);
  }
  /**
   * Applies events decided elsewhere. `absent`: how long the seat to move has been away. Does not apply
   * time-outs.
   */
  hear(at: number, absent: number, events: readonly LoggedEvent[]): Promise<ContestUpdate> {
    return port.ask("hear", [this.#number, JSON.stringify({ at, absent, events })]);
  }
  /** Applies time-outs in a contest. */
  tick(at: number): Promise<ContestUpdate> {
    return port.ask("tick", [this.#number, at]);
  }
  free(): void {
    void port.ask("free", [this.#number]).catch(() => undefined);
  }
}

/** Interface of a session, so that tests can replace it. */
export type Session = Pick<RulesSession, keyof RulesSession>;
