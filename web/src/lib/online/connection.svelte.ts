// The page's single WebSocket, shared by all games shown. It opens on demand, reconnects by itself, and
// requests missed events by sequence number.

import { me } from "./me.svelte";
import type { EventView, FromClient, FromServer, PlayerAction, Problem, Room, SeekView, UserView } from "./types.gen";

const PROTOCOL = 1;
/** Close code for an unsupported protocol version. */
const OTHER_PROTOCOL = 4400;
/** Reconnect delays in milliseconds. */
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
/** A server that does not greet within this time is given up. */
const OPENING = 6_000;
/** After this silence a ping is sent; without an answer in time the connection is dropped. */
const IDLE = { silence: 5_000, answer: 4_000 };
/** The same while a sent message is unanswered. */
const SENT = { silence: 2_000, answer: 3_000 };

export type Presence = Extract<FromServer, { type: "presence" }>;
export type RoomMessage = Extract<FromServer, { type: "message" }>;
export type Notice = Extract<FromServer, { type: "notice" }>;

/** A view of one game that receives its events. */
export interface GameSubscriber {
  readonly game: string;
  /** Needed for a game that is neither public nor the user's own. */
  readonly invitation: string | null;
  /** Sequence number of the last known event. */
  readonly seq: number;
  /** Also after a lost connection. */
  opened(): void;
  onEvents(events: EventView[]): void;
  present(presence: Presence): void;
  onMessage(message: RoomMessage): void;
  accepted(id: string): void;
  refused(problem: Problem, id: string | null): void;
}

/** Socket factory, replaceable in tests. */
export type MakeSocket = () => WebSocket;
const browserSocket: MakeSocket = () => {
  const { protocol, host } = location;
  return new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}/api/v1/socket?protocol=${PROTOCOL}`);
};

/** Milliseconds before retrying what the server temporarily cannot do. */
export const NOT_NOW = 1000;

export class Connection {
  /** `idle`: not needed. `old`: the server speaks another protocol version. */
  state = $state<"idle" | "connecting" | "open" | "lost" | "old">("idle");
  /** All open seeks, while the lobby is shown. */
  seeks = $state.raw<SeekView[]>([]);
  #socket: WebSocket | null = null;
  #followers = new Set<GameSubscriber>();
  #lobby = 0;
  #listeners = new Set<(notice: Notice) => void>();
  #pause = FIRST_PAUSE;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** Timer that pings a silent server or gives it up. */
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** An answer is due; sending more does not extend its deadline. */
  #isAwaited = false;
  /** The user id the server has authenticated. */
  #you: string | undefined;
  /** How far the server's clock is ahead of this device's. */
  #ahead: number | null = null;

  constructor(
    private readonly make: MakeSocket = browserSocket,
    private readonly now: () => number = () => performance.timeOrigin + performance.now(),
  ) {}

  /** The server's time in milliseconds since 1970. */
  at(): number {
    return Math.round(this.now() + (this.#ahead ?? 0));
  }

  /** Subscribes to a game; returns an unsubscribe function. */
  follow(follower: GameSubscriber): () => void {
    this.#followers.add(follower);
    if (this.state === "open") this.#subscribe(follower);
    else this.#wanted();
    return () => {
      this.#followers.delete(follower);
      const others = [...this.#followers].some(({ game }) => game === follower.game);
      if (!others) this.#say({ type: "unsubscribe", game: follower.game });
      this.#settle();
    };
  }

  /** Listens for notices to the user, such as a new game or their turn. */
  notices(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    this.#wanted();
    return () => {
      this.#listeners.delete(listener);
      this.#settle();
    };
  }

  /** Keeps `seeks` up to date. */
  watchLobby(): () => void {
    if (this.#lobby++ === 0) this.#say({ type: "lobby" });
    this.#wanted();
    return () => {
      this.#lobby--;
      this.#settle();
    };
  }

  /** Sends an action if connected; callers resend it after a reconnect. */
  act(game: string, id: string, seq: number, action: PlayerAction): void {
    this.#say({ type: "act", game, id, seq, do: action });
    if (this.state !== "open" || this.#isAwaited) return;
    this.#isAwaited = true;
    this.#askAfter(SENT);
  }

  say(game: string, room: Room, text: string): void {
    this.#say({ type: "say", game, room, text });
  }

  /** Connected and authenticated as this user. */
  knows(user: string): boolean {
    return this.state === "open" && this.#you === user;
  }

  /** Reconnects to authenticate, after the user may have changed. */
  introduce(): void {
    if (this.state === "open" && this.#you !== me.user?.id) this.again();
  }

  again(): void {
    this.#pause = FIRST_PAUSE;
    const socket = this.#socket;
    this.#drop();
    socket?.close();
    if (this.#isNeeded) this.#open();
  }

  /** The network may be back: reconnect without waiting. */
  hurry(): void {
    if (this.state === "lost") {
      this.#pause = FIRST_PAUSE;
      this.#open();
    } else if (this.state === "open") this.#ask(IDLE.answer);
  }

  /** The browser reports that the network is gone. */
  cut(): void {
    if (this.state !== "open" && this.state !== "connecting") return;
    const socket = this.#socket;
    this.#lost(0);
    socket?.close();
  }

  get #isNeeded(): boolean {
    return this.#followers.size > 0 || this.#lobby > 0 || this.#listeners.size > 0;
  }

  #wanted(): void {
    if (this.state !== "idle") return;
    this.state = "connecting";
    this.#open();
  }

  /** Closes the connection when it is no longer needed. */
  #settle(): void {
    if (this.#isNeeded) return;
    const socket = this.#socket;
    this.#drop();
    clearTimeout(this.#retry);
    socket?.close();
    if (this.state !== "old") this.state = "idle";
  }

  #open(): void {
    clearTimeout(this.#retry);
    if (this.#socket || this.state === "old") return;
    const socket = (this.#socket = this.make());
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#take(JSON.parse(String(data)) as FromServer);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#lost(code);
    };
    // Otherwise phones would wait for minutes.
    this.#giveUpAfter(OPENING);
  }

  #drop(): void {
    this.#socket = null;
    this.#ahead = null;
    clearTimeout(this.#silence);
  }

  #lost(code: number): void {
    this.#drop();
    if (code === OTHER_PROTOCOL) {
      this.state = "old";
      return;
    }
    if (this.state === "open" || this.state === "connecting") this.state = "lost";
    // Jitter, so that clients do not all reconnect at once.
    const pause = this.#pause * (0.5 + Math.random() / 2);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), pause);
  }

  /** Sends a ping after some silence. */
  #askAfter({ silence, answer }: typeof IDLE): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#ask(answer), silence);
  }

  #ask(answer: number): void {
    this.#say({ type: "ping", id: 0 });
    this.#giveUpAfter(answer);
  }

  #giveUpAfter(time: number): void {
    this.#isAwaited = true;
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#silence = setTimeout(() => {
      this.#lost(0);
      socket?.close();
    }, time);
  }

  #say(message: FromClient): void {
    if (this.state === "open" && this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify(message));
  }

  #subscribe({ game, seq, invitation }: GameSubscriber): void {
    this.#say({ type: "subscribe", game, since: seq, invitation });
  }

  #keepTime(at: number): void {
    const ahead = at - this.now();
    // Delayed messages underestimate; the fastest one is closest to the truth.
    this.#ahead = this.#ahead === null ? ahead : Math.max(this.#ahead, ahead);
  }

  #take(message: FromServer): void {
    // Any message shows that the server is alive.
    this.#isAwaited = false;
    this.#askAfter(IDLE);
    if ("at" in message && message.type !== "message") this.#keepTime(message.at);
    switch (message.type) {
      case "hello":
        this.#pause = FIRST_PAUSE;
        this.state = "open";
        this.#greeted(message.you);
        if (this.#lobby > 0) this.#say({ type: "lobby" });
        for (const follower of this.#followers) {
          this.#subscribe(follower);
          follower.opened();
        }
        return;
      case "lobby":
        this.seeks = message.seeks;
        return;
      case "notice":
        for (const listener of this.#listeners) listener(message);
        return;
      case "events":
        return this.#each(message.game ?? null, (follower) => follower.onEvents(message.events));
      case "presence":
        return this.#each(message.game ?? null, (follower) => follower.present(message));
      case "message":
        return this.#each(message.game ?? null, (follower) => follower.onMessage(message));
      case "accepted":
        return this.#each(message.game ?? null, (follower) => follower.accepted(message.id));
      case "refused":
        // Another node is taking the game over: try again.
        if (message.problem.status === 503 && !message.id && message.game) {
          const { game } = message;
          setTimeout(() => this.state === "open" && this.#each(game, (follower) => this.#subscribe(follower)), NOT_NOW);
          return;
        }
        return this.#each(message.game ?? null, (follower) => follower.refused(message.problem, message.id ?? null));
      case "pong":
      case "bye":
        return;
    }
  }

  #greeted(you: UserView | null): void {
    this.#you = you?.id;
    // The cookie may have changed since the connection was opened; only a new one carries it.
    if (me.user && you?.id !== me.user.id)
      void me.look().then(
        () => this.introduce(),
        () => undefined,
      );
    else me.is(you);
  }

  #each(game: string | null, tell: (follower: GameSubscriber) => void): void {
    for (const follower of this.#followers) if (follower.game === game) tell(follower);
  }
}

export const connection = new Connection();
me.changes(() => connection.introduce());

if (typeof document !== "undefined") {
  // A phone waking up, or a network change.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) connection.hurry();
  });
  addEventListener("online", () => connection.hurry());
  addEventListener("offline", () => connection.cut());
}
