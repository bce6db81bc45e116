// Wire types of the rules module for the position editor, imports and pictures.

import type { Failure, GameId, Piece, View } from "$lib/engine/types";

export type { Imported } from "$lib/engine/types";

type Bare<P> = P extends unknown ? Omit<P, "cell"> : never;

/** A piece to place; without a piece it removes one, or places a token. */
export interface Tool {
  key: string;
  piece?: Bare<Piece>;
}
/** A choice beside the board. */
export interface SketchChoice {
  key: "act" | "stuck" | "winner" | "moved";
  value: string;
  values: string[];
}
export interface Sketched {
  /** Set even if the position is not legal. */
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
