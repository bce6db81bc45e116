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

/** The words that do something in a game; nobody is helped in one against others. */
export const commandsIn = (online: boolean): readonly Command[] =>
  online ? COMMANDS.filter((command) => command !== "hint") : COMMANDS;
