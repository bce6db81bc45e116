// Wire types of ratings, profiles and the archive; see crates/protocol/src/ratings.rs and archive.rs.

import type { UserView } from "$lib/online/types.gen";

/** Games whose players are rated against each other. */
export interface Pool {
  /** Its name: the other fields, joined by dots. */
  pool: string;
  game: string;
  players: number;
  speed: string;
  /** `people` only, with `bots`, or with the engine's levels too (`engine`). */
  apart: string;
}
export interface PoolRating extends Pool {
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  /** In milliseconds since 1970. */
  changed: number;
}
export interface UserRatings {
  user: UserView;
  ratings: PoolRating[];
}
export interface RatingPoint {
  number: number;
  /** The game's id for links; puzzle attempts have none. */
  game?: string;
  at: number;
  rating: number;
  deviation: number;
  change: number;
}
export interface RatingHistory {
  user: UserView;
  pool: string;
  /** Sorted with the oldest first. */
  points: RatingPoint[];
}
export interface Leader {
  place: number;
  user: UserView;
  rating: number;
  deviation: number;
  games: number;
}
export interface Leaderboards {
  leaderboards: (Pool & { leaders: Leader[] })[];
}

export interface ArchivedSeat {
  user: UserView | null;
  level: number | null;
  name: string;
  rating: number | null;
}
export interface ArchivedGame {
  id: string;
  number: number;
  game: string;
  players: number;
  speed: string;
  rated: boolean;
  result: string;
  places: number[];
  termination: string;
  plies: number;
  ended: number;
  seats: ArchivedSeat[];
}
export interface ArchivePage {
  games: ArchivedGame[];
  /** Where the next page begins. A page may be empty without being the last. */
  next: number | null;
}
export interface Counts {
  games: number;
  wins: number;
  draws: number;
  losses: number;
}
export interface Profile {
  user: UserView;
  guest: boolean;
  since: number;
  games: number;
  by_game: ({ game: string } & Counts)[];
  openings: ({ game: string; seat: number; move: string } & Counts)[];
}
export interface ExplorerCounts extends Counts {
  mean_place: number | null;
  mean_rating: number | null;
}
export interface ExplorerMove extends ExplorerCounts {
  move: string;
  /** Moves that lead to the same position up to symmetry. */
  same: string[];
}
export interface ExplorerView extends ExplorerCounts {
  position: string;
  to_act: number | null;
  moves: ExplorerMove[];
  newest: ArchivedGame[];
}
export interface DumpList {
  dumps: { name: string; bytes: number }[];
}
