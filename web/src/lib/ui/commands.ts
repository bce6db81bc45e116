// Commands that can be typed instead of a move.

export const COMMANDS = ["resign", "draw", "abort", "undo", "hint", "flip", "help", "clock", "last"] as const;
export type Command = (typeof COMMANDS)[number];

/** The command typed in full. */
export const commandOf = (text: string): Command | null =>
  COMMANDS.find((command) => command === text.trim().toLowerCase()) ?? null;

/** Commands starting with this text; none for an empty text. */
export function commandsFor(text: string): Command[] {
  const word = text.trim().toLowerCase();
  return word === "" ? [] : COMMANDS.filter((command) => command.startsWith(word));
}

/** Commands for players only. */
const OF_PLAYERS: readonly Command[] = ["resign", "draw", "abort", "undo", "hint"];
/** The commands available in a game; no hints in online games. */
export function commandsIn(online: { you: number | null } | null): readonly Command[] {
  if (!online) return COMMANDS;
  return COMMANDS.filter((command) => (online.you === null ? !OF_PLAYERS.includes(command) : command !== "hint"));
}
