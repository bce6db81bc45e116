// Endpoints for ratings, profiles, puzzles and the archive.

import { ask } from "$lib/online/api";
import type {
  ArchivePage,
  AttemptDone,
  DumpList,
  ExplorerView,
  Leaderboards,
  NewAttempt,
  ProfileView,
  PuzzleSummary,
  PuzzleHistory,
  PuzzleList,
  PuzzlePoint,
  PuzzleView,
  RatingHistory,
  RatingPoint,
  SolverBoards,
  UserPuzzles,
  UserRatings,
} from "$lib/online/types.gen";

export type Question = Readonly<Record<string, string>>;

const puzzles = (game: string, more = "") => `/puzzles/${encodeURIComponent(game)}${more}`;
const user = (id: string, more = "") => `/users/${encodeURIComponent(id)}${more}`;
/** Empty parameters are left out. */
export function query(question: Question): string {
  const text = new URLSearchParams(Object.entries(question).filter(([, value]) => value !== "")).toString();
  return text && `?${text}`;
}

/** Page size of the server's history endpoints. */
const AT_ONCE = 200;
/** The graph shows at most 2,000 points. */
const MOST = 2000;

export const communityApi = {
  profile: (id: string) => ask<ProfileView>("GET", user(id)),
  ratings: (id: string) => ask<UserRatings>("GET", user(id, "/ratings")),
  gamesOf: (id: string, limit: number) => ask<ArchivePage>("GET", user(id, `/games?limit=${limit}`)),
  leaderboards: (question: Question) => ask<Leaderboards>("GET", `/leaderboards${query(question)}`),
  archive: (question: Question) => ask<ArchivePage>("GET", `/archive${query(question)}`),
  dumps: () => ask<DumpList>("GET", "/archive/dumps"),
  puzzle: (game: string, id: string) => ask<PuzzleView>("GET", puzzles(game, `/${encodeURIComponent(id)}`)),
  nextPuzzle: (game: string, but: string) => ask<PuzzleView>("GET", puzzles(game, `/next${query({ but })}`)),
  attempt: (game: string, id: string, request: NewAttempt) =>
    ask<AttemptDone>("POST", puzzles(game, `/${encodeURIComponent(id)}/attempts`), request),
  puzzlesOf: (id: string) => ask<UserPuzzles>("GET", user(id, "/puzzles")),
  solvers: (question: Question) => ask<SolverBoards>("GET", `/leaderboards/puzzles${query(question)}`),
  explorer: (question: Question) => ask<ExplorerView>("GET", `/explorer${query(question)}`),

  /** The whole history of a rating. */
  async history(id: string, pool: string): Promise<RatingPoint[]> {
    const points: RatingPoint[] = [];
    while (points.length < MOST) {
      const since = points.at(-1)?.number ?? 0;
      const page = await ask<RatingHistory>("GET", user(id, `/ratings/history${query({ pool, since: `${since}` })}`));
      points.push(...page.points);
      if (page.points.length < AT_ONCE) break;
    }
    return points;
  },

  /** The whole history of a puzzle rating. */
  async puzzleHistory(id: string, game: string): Promise<PuzzlePoint[]> {
    const points: PuzzlePoint[] = [];
    while (points.length < MOST) {
      const since = points.at(-1)?.number ?? 0;
      const asked = query({ game, since: `${since}` });
      const page = await ask<PuzzleHistory>("GET", user(id, `/puzzles/history${asked}`));
      points.push(...page.points);
      if (page.points.length < AT_ONCE) break;
    }
    return points;
  },

  async puzzles(game: string): Promise<PuzzleSummary[]> {
    const found: PuzzleSummary[] = [];
    for (let from: number | null = 0; from !== null && found.length < MOST;) {
      const page: PuzzleList = await ask<PuzzleList>("GET", puzzles(game, query({ from: `${from}` })));
      found.push(...page.puzzles);
      from = page.next;
    }
    return found;
  },
};
