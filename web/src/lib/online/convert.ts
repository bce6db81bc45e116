// Converts wire types for seats and errors to the page's types.

import { WorkerError, RulesError } from "$lib/engine/port";
import type { Failure, GameId, Seat, View } from "$lib/engine/types";
import { type Ending, type GameFailure, type Holder, type SavedGame, VERSION } from "$lib/game/types";
import type { GameView, Problem, SeatOverview } from "./types.gen";

/** The players; an open seat has no player and is named by its colour. */
export const holdersOf = (seats: readonly Seated[], you: Seat | null): Holder[] =>
  seats.map(({ user, level, rating, rating_change: change }, seat) => ({
    ...(level !== null
      ? { kind: "computer", level }
      : {
          kind: "person",
          name: user?.name ?? "",
          you: seat === you,
          free: user === null,
          ...(user?.bot ? { bot: true } : {}),
        }),
    ...(user ? { user: user.id } : {}),
    ...(rating ? { rating } : {}),
    ...(typeof change === "number" ? { ratingChange: change } : {}),
  }));
/** The data of a seat; ratings only in rated games. */
export interface Seated extends Pick<SeatOverview, "user" | "level"> {
  rating?: { value: number; provisional: boolean } | null;
  rating_change?: number | null;
}

/** An online game in the form of a stored local one. */
export function savedOf(game: GameView, moves: string[], toAct: Seat | null, ending: Ending | null): SavedGame {
  const { events, first_position: position, you } = game;
  const seats = holdersOf(game.seats, you);
  const created = events[0]?.at ?? 0;
  return {
    version: VERSION,
    id: game.id,
    revision: events.length,
    opening: {
      game: game.game as GameId,
      players: game.players,
      options: game.options,
      ...(position ? { position } : {}),
    },
    moves,
    seats,
    clock: game.clock,
    log: events,
    seen: created,
    toAct,
    ending,
    series: { previous: null, next: game.next ?? null, number: 1, score: seats.map(() => 0) },
    takeBackAllowed: game.take_back,
    turnBoard: false,
    thinkingTime: 0,
    created,
    changed: events.at(-1)?.at ?? created,
    // Spectators are not players.
    imported: you === null,
  };
}

/** The moves of a game. With two players a resignation ends the game and is no move. */
export const pliesOf = ({ moves, players }: GameView): string[] =>
  players > 2 ? moves : moves.filter((move) => !move.includes(":"));

/** A server error in the form of a rules failure. */
export const failureOf = ({ key, detail, args = [], ruling }: Problem): Failure => ({
  kind: "table",
  key,
  args: args.map((value) => ({ kind: "text", value })),
  ...(ruling ? { ruling } : {}),
  text: detail,
});

/** The failure to show for an error. */
export function errorText(error: unknown): GameFailure {
  if (error instanceof RulesError) return { kind: "refused", sentence: error.failure };
  if (error instanceof WorkerError) return { kind: "broken", part: "rules", why: error.message };
  return { kind: "server", why: error instanceof Error ? error.message : String(error) };
}

/** The same moves from the same beginning lead to the same view. */
export const isSame = (one: View, other: View): boolean =>
  one.position === other.position && JSON.stringify(one.played) === JSON.stringify(other.played);

/**
 * For marking moves, all opponents are treated like computers: everything since the user's own turn is
 * marked.
 */
export const onlookersOf = (seats: Holder[], you: Seat | null): Holder[] =>
  you === null ? seats : seats.map((holder, seat) => (seat === you ? holder : { kind: "computer", level: 1 }));
