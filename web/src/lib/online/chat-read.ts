// Read positions of game chats, stored on this device, so that unread messages stay unread after a reload.

import type { Room } from "./types.gen";

const KEY = "ludoteca.talk.read";
/** Number of games remembered, most recent first. */
const MOST = 200;

/** The number of the last read message by room; rooms never opened are missing. */
export type Marks = { [room in Room]?: number | undefined };
interface Entry extends Marks {
  game: string;
  /** The owner of the marks. */
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
    // Truncated or forbidden: everything counts as unread.
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
    // Full or forbidden: kept in memory until the page closes.
  }
}
