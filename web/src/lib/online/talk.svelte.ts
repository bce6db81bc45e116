// What is said beside a game: players among themselves, spectators among themselves, and all together when
// it is over.

import { api } from "./api";
import { connection, type Said } from "./connection.svelte";
import type { Problem, Room } from "./types.gen";

export const LONGEST_MESSAGE = 500;

export class Talk {
  messages = $state.raw<Said[]>([]);
  /** What others said and nobody has looked at. */
  unread = $state(0);
  /** Why the last words were not taken. */
  refusal = $state.raw<Problem | null>(null);
  /** Those words. */
  refused = $state("");
  #open = false;
  #last = "";

  constructor(
    private readonly game: string,
    private readonly plays: () => boolean,
    private readonly isOver: () => boolean,
  ) {}

  /** Where one speaks. */
  get room(): Room {
    return this.plays() ? "players" : "spectators";
  }

  /** Fetches what was said before, or while there was no connection. */
  async load(): Promise<void> {
    const rooms: Room[] = this.isOver() ? ["players", "spectators"] : [this.room];
    try {
      const said = await Promise.all(rooms.map((room) => api.messages(this.game, room)));
      this.#take(said.flatMap(({ messages }) => messages));
    } catch {
      // What is said from now on is heard all the same.
    }
  }

  hear(message: Said, own: string | null): void {
    this.#take([message]);
    if (!this.#open && message.user.id !== own) this.unread++;
  }

  say(text: string): void {
    const line = text.trim().replaceAll(/\s+/g, " ").slice(0, LONGEST_MESSAGE);
    if (!line) return;
    this.refusal = null;
    this.#last = line;
    connection.say(this.game, this.room, line);
  }

  /** Words that nobody hears must not seem to be said: they are given back. */
  refuse(why: Problem): void {
    this.refusal = why;
    this.refused = this.#last;
  }

  /** Somebody looks at it, or no longer does. */
  look(open: boolean): void {
    this.#open = open;
    if (open) this.unread = 0;
    else this.refusal = null;
  }

  #take(news: Said[]): void {
    const name = ({ room, number }: Said) => `${room} ${number}`;
    const known = new Set(this.messages.map(name));
    const added = news.filter((message) => !known.has(name(message)));
    if (added.length > 0) this.messages = [...this.messages, ...added].sort((a, b) => a.at - b.at);
  }
}
