// Rows of the move list. Plies are counted from 1; ply 0 is the beginning.

import type { GameId, Seat } from "$lib/engine/types";
import { rounds } from "$lib/game/turns";

export interface ListedPly {
  ply: number;
  move: string;
  /** The seat left the game: `move` is a word of the notation. */
  leaves: boolean;
}
/** One seat's consecutive plies. */
export interface Turn {
  seat: Seat;
  plies: ListedPly[];
}
export interface Row {
  number: number;
  /** By column; null if that seat did not move. */
  turns: (Turn | null)[];
}
export interface Rows {
  /** Seats above the columns, in turn order; empty if each row names its own. */
  columns: Seat[];
  rows: Row[];
}

interface Played {
  seat: Seat;
  move: string;
  leaves?: boolean;
}

/**
 * In Number One a turn has several plies and its own row; elsewhere each seat has a column, the first to move
 * on the left.
 */
export function moveRows(game: GameId, players: number, played: readonly Played[]): Rows {
  const numbers = rounds([...played], players);
  return game === "number-one" ? rowsOfTurns(played, numbers) : rowsOfRounds(players, played, numbers);
}

function rowsOfTurns(played: readonly Played[], numbers: readonly number[]): Rows {
  const rows: Row[] = [];
  played.forEach(({ seat, move, leaves = false }, index) => {
    const last = rows.at(-1)?.turns[0];
    const listed = { ply: index + 1, move, leaves };
    if (last?.seat === seat) last.plies.push(listed);
    else rows.push({ number: numbers[index]!, turns: [{ seat, plies: [listed] }] });
  });
  return { columns: [], rows };
}

function rowsOfRounds(players: number, played: readonly Played[], numbers: readonly number[]): Rows {
  const first = played[0]?.seat ?? 0;
  const columns = Array.from({ length: players }, (_, column) => (first + column) % players);
  const rows: Row[] = [];
  let before = players;
  played.forEach(({ seat, move, leaves = false }, index) => {
    // With two seats this ends the game, which the last row shows.
    if (leaves) return;
    const column = (seat - first + players) % players;
    // A seat that cannot move is skipped, so a new row starts when the turn order restarts, not when the row
    // is full.
    if (column <= before) rows.push({ number: numbers[index]!, turns: columns.map(() => null) });
    before = column;
    rows.at(-1)!.turns[column] = { seat, plies: [{ ply: index + 1, move, leaves }] };
  });
  return { columns, rows };
}
