// A puzzle rated by a server: its rating, and the effect of the user's first attempt. Loaded only for users
// with an account; everything else about puzzles works offline.

import { communityApi } from "$lib/community/api";
import { loadWords, say } from "$lib/community/words";
import type { GameId } from "$lib/engine/types";
import { number } from "$lib/i18n";
import { ApiError } from "$lib/online/api";
import { me } from "$lib/online/me.svelte";
import type { AttemptDone, PuzzleStatus, RatingStep } from "$lib/online/types.gen";
import type { Decision } from "./solving.svelte";

const plain = (value: number) => number(value, { useGrouping: false });
const signed = (value: number) => number(value, { signDisplay: "exceptZero" });
/** Such as `1532? ± 180`; “?” is provisional. */
export const ratingText = ({ rating, deviation, provisional }: Omit<PuzzleStatus, "attempts" | "solved">): string =>
  `${plain(rating)}${provisional ? "?" : ""} ${say("rating.around", 2 * deviation)}`;
const stepText = ({ before, rating, deviation, provisional }: RatingStep): string =>
  `${ratingText({ rating, deviation, provisional })} (${signed(rating - before)})`;

export class RatedPuzzle {
  #standing = $state.raw<PuzzleStatus | null>(null);
  #done = $state.raw<AttemptDone | null>(null);
  #sending = $state(false);
  /** The server was unreachable: the result can be resent. */
  unsent = $state.raw<Decision | null>(null);
  /** The next puzzle, close to the user's rating. */
  next = $state<string | null>(null);
  #tried: boolean;

  private constructor(
    readonly game: GameId,
    readonly id: string,
    standing: PuzzleStatus,
    tried: boolean | null,
  ) {
    this.#standing = standing;
    this.#tried = tried !== null;
    if (this.#tried) void this.#seekNext();
  }

  /** Null without an account or a server, or if the server does not know this puzzle. */
  static async open(game: GameId, id: string): Promise<RatedPuzzle | null> {
    try {
      if (me.account === undefined) await me.look();
      if (!me.account) return null;
      const [{ standing, tried }] = await Promise.all([communityApi.puzzle(game, id), loadWords()]);
      return new RatedPuzzle(game, id, standing, tried);
    } catch {
      return null;
    }
  }

  /** Shown beside the grade. */
  get about(): string {
    return this.#standing ? ratingText(this.#standing) : "";
  }
  /** Before the result: whether it counts. */
  get counts(): string {
    return say(this.#tried ? "puzzle.tried" : "puzzle.counts");
  }
  /** After the result: the rating change. */
  get change(): string {
    if (this.#sending) return say("puzzle.sending");
    if (this.unsent) return say("puzzle.unsent");
    if (!this.#done?.you || !this.#done.puzzle) return "";
    return say("puzzle.changed", stepText(this.#done.you), stepText(this.#done.puzzle));
  }
  /** A text of about the maximum length, to reserve room. */
  get longest(): string {
    if (this.#tried && !this.#done) return "";
    const step = { before: 1000, rating: 1888, deviation: 100, provisional: true };
    return say("puzzle.changed", stepText(step), stepText(step));
  }

  /** Reports the result of the first attempt. Later attempts do not count. */
  async decided(decision: Decision): Promise<void> {
    if (this.#tried || this.#sending) return;
    this.unsent = null;
    this.#sending = true;
    try {
      // The id stays the same when resent, so that it counts once.
      this.#done = await communityApi.attempt(this.game, this.id, { id: `first-${this.game}-${this.id}`, ...decision });
      this.#tried = true;
      if (this.#done.puzzle && this.#standing) this.#standing = { ...this.#standing, ...this.#done.puzzle };
      void this.#seekNext();
    } catch (error) {
      // A rejected result would be rejected again.
      if (!(error instanceof ApiError) || error.problem.status === 429 || error.problem.status === 503)
        this.unsent = decision;
    } finally {
      this.#sending = false;
    }
  }
  async again(): Promise<void> {
    if (this.unsent) await this.decided(this.unsent);
  }

  async #seekNext(): Promise<void> {
    try {
      this.next = (await communityApi.nextPuzzle(this.game, this.id)).id;
    } catch {
      // None left, or no connection: the list has a next one too.
    }
  }
}
