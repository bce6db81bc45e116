// What is said beside a game: players among themselves, spectators among themselves, and all together when
// it is over.

import { api, ApiError, Unreachable } from "./api";
import { connection, type Said } from "./connection.svelte";
import { me } from "./me.svelte";
import { ownName } from "./own-name";
import { keepMarks, type Marks, readMarks } from "./chat-read";
import type { GameChat, Problem, Room } from "./types.gen";

export const LONGEST_MESSAGE = 500;

const ROOMS: readonly Room[] = ["players", "spectators"];

/** Why words are refused. */
const REFUSALS = new Set([
  ...["muted", "slower", "bad-message", "not-seated", "not-yet", "who-are-you", "chat-off", "chat-players-only"],
]);

/** A refusal of words, not of anything done in the game. */
export const concernsChat = ({ key }: Problem): boolean => REFUSALS.has(key);

export class Chat {
  messages = $state.raw<Said[]>([]);
  /** Why the last words were not taken. */
  refusal = $state.raw<Problem | null>(null);
  /** Those words. */
  refused = $state("");
  /** What may be written here, and who reads it afterwards. */
  rights = $state.raw<GameChat>({ write: [], after_game: "players" });
  #marks = $state.raw<Marks>({});
  /** Whose marks they are. */
  #of: string | null = null;
  #open = false;
  #last = "";
  /** Words that wait for a connection on which the server knows who says them. */
  #pending: string[] = [];
  /** What others said and nobody here has looked at. */
  readonly unread = $derived(
    this.messages.filter(({ room, number, user }) => user.id !== me.user?.id && number > (this.#marks[room] ?? 0))
      .length,
  );

  constructor(
    private readonly game: string,
    private readonly plays: () => boolean,
    private readonly isOver: () => boolean,
  ) {
    this.#remember();
  }

  /** Where one speaks. */
  get room(): Room {
    return this.plays() ? "players" : "spectators";
  }
  /** One may write there. */
  get mayWrite(): boolean {
    return this.rights.write.includes(this.room);
  }

  /** Fetches what was said before, or while there was no connection. */
  async load(): Promise<void> {
    this.#remember();
    const rooms = this.isOver() ? ROOMS : [this.room];
    await Promise.all(
      rooms.map(async (room) => {
        try {
          const { messages } = await api.messages(this.game, room);
          this.#begin(room, messages);
          this.#take(messages);
        } catch {
          // Not for everybody, or not now: what is said from now on is heard all the same.
        }
      }),
    );
  }

  hear(message: Said): void {
    this.#take([message]);
  }

  /** Says something; a visitor without a name becomes a guest by that. */
  async say(text: string): Promise<void> {
    const line = text.trim().replaceAll(/\s+/g, " ").slice(0, LONGEST_MESSAGE);
    if (!line) return;
    this.refusal = null;
    this.#last = line;
    try {
      await me.known(ownName());
    } catch (error) {
      if (error instanceof ApiError) return this.refuse(error.problem);
      if (!(error instanceof Unreachable)) throw error;
      // It is said when there is a connection.
    }
    this.#pending.push(line);
    this.send();
  }

  /** Sends what waits, as soon as the server knows on this connection who says it. */
  send(): void {
    while (this.#pending.length > 0 && me.user && connection.knows(me.user.id)) {
      connection.say(this.game, this.room, this.#pending.shift()!);
    }
  }

  /** Words that nobody hears must not seem to be said: they are given back. */
  refuse(why: Problem): void {
    this.refusal = why;
    this.refused = this.#last;
  }

  /** Somebody looks at it, or no longer does. */
  look(open: boolean): void {
    this.#open = open;
    if (open) this.#read();
    else this.refusal = null;
  }

  #take(news: readonly Said[]): void {
    const name = ({ room, number }: Said) => `${room} ${number}`;
    const known = new Set(this.messages.map(name));
    const added = news.filter((message) => !known.has(name(message)));
    if (added.length === 0) return;
    this.messages = [...this.messages, ...added].sort((a, b) => a.at - b.at);
    if (this.#open) this.#read();
  }

  /** Players have read nothing before they look; to others what was said before they came is no news. */
  #begin(room: Room, messages: readonly Said[]): void {
    if (this.#marks[room] !== undefined) return;
    const isOwn = this.plays() && room === "players";
    this.#mark({ [room]: isOwn ? 0 : Math.max(0, ...messages.map(({ number }) => number)) });
  }
  #read(): void {
    const last: Marks = {};
    for (const { room, number } of this.messages) last[room] = Math.max(last[room] ?? 0, number);
    this.#mark(last);
  }
  #mark(marks: Marks): void {
    const after = { ...this.#marks, ...marks };
    if (ROOMS.every((room) => after[room] === this.#marks[room])) return;
    this.#marks = after;
    keepMarks(this.game, this.#of, after);
  }
  /** The user may have changed, by logging in or becoming a guest. */
  #remember(): void {
    const of = me.user?.id ?? null;
    if (of === this.#of && Object.keys(this.#marks).length > 0) return;
    this.#of = of;
    this.#marks = readMarks(this.game, of);
  }
}
