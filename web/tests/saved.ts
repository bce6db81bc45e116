// Games in the page's storage format, stored before the page is opened.

import type { Page } from "@playwright/test";
import type { GameId } from "./play";

export type Holder = { kind: "person"; name: string } | { kind: "computer"; level: number };
export const person = (name = ""): Holder => ({ kind: "person", name });
export const computer = (level: number): Holder => ({ kind: "computer", level });

export interface Kept {
  id: string;
  game: GameId;
  seats: Holder[];
  moves?: string[];
  options?: Record<string, string>;
  toAct?: number | null;
  places?: number[] | null;
  offBoard?: { how: "resignation" | "time"; seat: number; places: number[] } | null;
  created?: number;
}

/** As written by `src/lib/game/saved.ts`; finished ones have `places`. */
export async function keepGames(page: Page, games: readonly Kept[]): Promise<void> {
  const saved = games.map(({ id, game, seats, moves = [], options = {}, places = null, ...more }, at) => ({
    ...{ version: 2, id, revision: 1, opening: { game, players: seats.length, options }, moves, seats },
    ...{ clock: null, left: [], readings: [], offBoard: null, toAct: places ? null : 0, places },
    series: { previous: null, next: null, number: 1, score: seats.map(() => 0) },
    ...{ takeBackAllowed: true, takeBacks: 0, turnBoard: false, thinkingTime: 1000 },
    ...{ created: 1_750_000_000_000 + 1000 * at, changed: 1_750_000_000_000 + 1000 * at },
    ...more,
  }));
  await page.addInitScript((saved) => {
    // Only once, so that the page's changes stay.
    if (localStorage.getItem("test.kept")) return;
    localStorage.setItem("test.kept", "yes");
    for (const game of saved) localStorage.setItem(`ludoteca.game.${game.id}`, JSON.stringify(game));
  }, saved);
}

/** Sets the page's language from the start. */
export const speak = (page: Page, language: string): Promise<unknown> =>
  page.addInitScript((language) => localStorage.setItem("ludoteca.language", language), language);
