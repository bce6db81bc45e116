// The chat of a game: separate rooms for players and spectators, joined when the game is over.

import { api, ApiError, Unreachable } from "./api";
import { connection, type RoomMessage } from "./connection.svelte";
import { me } from "./me.svelte";
import { ownName } from "./own-name";
import { keepMarks, type Marks, readMarks } from "./chat-read";
import type { GameChat, Problem, Room } from "./types.gen";

export const LONGEST_MESSAGE = 500;

const ROOMS: readonly Room[] = ["players", "spectators"];

/** Problem keys that concern a chat message. */
const REFUSALS = new Set([
  ...["muted", "slower", "bad-message", "not-seated", "not-yet", "who-are-you", "chat-off", "chat-players-only"],
]);

/** Whether a problem is about a chat message, not a game action. */
export const concernsChat = ({ key }: Problem): boolean => REFUSALS.has(key);

export class Chat {
  messages = $state.raw<RoomMessage[]>([]);
  /** Why the last message was rejected. */
  refusal = $state.raw<Problem | null>(null);
  refused = $state("");
  /** Who may write here, and who can read it after the game. */
  rights = $state.raw<GameChat>({ write: [], after_game: "players" });
  #marks = $state.raw<Marks>({});
  /** The owner of the marks. */
  #of: string | null = null;
  #open = false;
  #last = "";
  /** Messages waiting for an authenticated connection. */
  #pending: string[] = [];
  /** Messages of others that were not looked at. */
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

  /** The room the user writes to. */
  get room(): Room {
    return this.plays() ? "players" : "spectators";
  }
  get mayWrite(): boolean {
    return this.rights.write.includes(this.room);
  }

  /** Loads earlier messages, or those missed while offline. */
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
          // No access, or a temporary error: new messages still arrive.
        }
      }),
    );
  }

  hear(message: RoomMessage): void {
    this.#take([message]);
  }

  /** Sends a message; a visitor without an identity becomes a guest. */
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
      // It is sent once connected.
    }
    this.#pending.push(line);
    this.send();
  }

  /** Sends queued messages as soon as the connection is authenticated. */
  send(): void {
    while (this.#pending.length > 0 && me.user && connection.knows(me.user.id)) {
      connection.say(this.game, this.room, this.#pending.shift()!);
    }
  }

  /** A rejected message must not look sent: it is returned to the input. */
  refuse(why: Problem): void {
    this.refusal = why;
    this.refused = this.#last;
  }

  /** The chat was opened or closed. */
  look(open: boolean): void {
    this.#open = open;
    if (open) this.#read();
    else this.refusal = null;
  }

  #take(news: readonly RoomMessage[]): void {
    const name = ({ room, number }: RoomMessage) => `${room} ${number}`;
    const known = new Set(this.messages.map(name));
    const added = news.filter((message) => !known.has(name(message)));
    if (added.length === 0) return;
    this.messages = [...this.messages, ...added].sort((a, b) => a.at - b.at);
    if (this.#open) this.#read();
  }

  /**
   * Until they look, players have read nothing; for spectators, messages from before they came count as read.
   */
  #begin(room: Room, messages: readonly RoomMessage[]): void {
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
  /** The user may have changed by logging in or becoming a guest. */
  #remember(): void {
    const of = me.user?.id ?? null;
    if (of === this.#of && Object.keys(this.#marks).length > 0) return;
    this.#of = of;
    this.#marks = readMarks(this.game, of);
  }
}
