// What the rules' module answers about positions that are set up, games that come in, and pictures that go
// out.

import type { Failure, GameId, Piece, View } from "$lib/engine/types";

export type { Imported } from "$lib/engine/types";

type Bare<P> = P extends unknown ? Omit<P, "cell"> : never;

/** Something that can be put on the board; without a piece it takes something off, or puts a token. */
export interface Tool {
  key: string;
  piece?: Bare<Piece>;
}
/** Something to choose beside the board. */
export interface SketchChoice {
  key: "act" | "stuck" | "winner" | "moved";
  value: string;
  values: string[];
}
export interface Sketched {
  /** Whether or not it is a position of the game. */
  position: string;
  view: View;
  tools: Tool[];
  choices: SketchChoice[];
  failure: Failure | null;
  cannotArise: { key: "first-crossing" | "winner-to-move" | "pieces-missing"; ruling: string } | null;
}
export type Edit =
  { do: "put"; cell: number; tool: string } | { do: "choose"; key: string; value: string } | { do: "clear" };
export interface SketchRequest {
  game: GameId;
  players?: number;
  options?: Record<string, string>;
  position?: string;
  edit?: Edit;
}
