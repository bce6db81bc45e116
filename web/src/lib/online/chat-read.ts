// How far the chat beside each game was read, kept on this device: what is unread stays so over a reload.

import type { Room } from "./types.gen";

const KEY = "ludoteca.talk.read";
/** Of so many games; those that were looked at longest ago are forgotten. */
const MOST = 200;

/** For each room the number of the last message that was read; a room that was never looked at is missing. */
export type Marks = { [room in Room]?: number | undefined };
interface Entry extends Marks {
  game: string;
  /** Whose marks they are. */
  of: string | null;
}

function entries(): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return (kept as Partial<Entry>[]).flatMap(({ game, of, players, spectators }) =>
      typeof game === "string"
        ? [
            {
              ...{ game, of: typeof of === "string" ? of : null },
              ...(typeof players === "number" ? { players } : {}),
              ...(typeof spectators === "number" ? { spectators } : {}),
            },
          ]
        : [],
    );
  } catch {
    // Cut short or forbidden: everything counts as unread.
    return [];
  }
}

export function readMarks(game: string, of: string | null): Marks {
  const found = entries().find((one) => one.game === game && one.of === of);
  return found ? { players: found.players, spectators: found.spectators } : {};
}

export function keepMarks(game: string, of: string | null, marks: Marks): void {
  const others = entries().filter((one) => one.game !== game || one.of !== of);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, { game, of, ...marks }].slice(-MOST)));
  } catch {
    // Full or forbidden: they hold until the page is closed.
  }
}
