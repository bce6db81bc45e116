// The tutorials, loaded on demand.

import type { GameId } from "$lib/engine/types";
import type { Lesson } from "./types";

const LESSONS: Record<GameId, () => Promise<{ default: Lesson }>> = {
  squadro: () => import("./squadro"),
  "number-one": () => import("./number-one"),
  peak: () => import("./peak"),
  "one-piece-for-two": () => import("./one-piece-for-two"),
};

export const lessonOf = async (game: GameId): Promise<Lesson> => (await LESSONS[game]()).default;
