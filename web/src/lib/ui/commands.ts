// Words that may be typed in place of a move.

export const COMMANDS = ["resign", "draw", "abort", "undo", "hint", "flip", "help", "clock", "last"] as const;
export type Command = (typeof COMMANDS)[number];

/** The command that was typed in full. */
export const commandOf = (text: string): Command | null =>
  COMMANDS.find((command) => command === text.trim().toLowerCase()) ?? null;

/** The commands that begin like this; none for nothing. */
export function commandsFor(text: string): Command[] {
  const word = text.trim().toLowerCase();
  return word === "" ? [] : COMMANDS.filter((command) => command.startsWith(word));
}

/** What only players do. */
const OF_PLAYERS: readonly Command[] = ["resign", "draw", "abort", "undo", "hint"];
/** The words that do something in a game; nobody is helped in one against others. */
export function commandsIn(online: { you: number | null } | null): readonly Command[] {
  if (!online) return COMMANDS;
  return COMMANDS.filter((command) => (online.you === null ? !OF_PLAYERS.includes(command) : command !== "hint"));
}
