// The page's one connection to the server, for as many games as it shows. It is opened when somebody needs
// it, comes again by itself after every break, and asks for what was missed by number.

import type { Action } from "$lib/engine/types";
import { me } from "./me.svelte";
import type { FromClient, FromServer, GameEvent, Problem, Room, SeekView, UserView } from "./types.gen";

const PROTOCOL = 1;
/** The server closes with this when it speaks another version. */
const OTHER_PROTOCOL = 4400;
/** In milliseconds. */
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
/** A server that does not greet in this time is given up. */
const OPENING = 6_000;
/** After this silence the server is asked whether it is there, and must answer within the other time. */
const IDLE = { silence: 5_000, answer: 4_000 };
/** The same while something that was sent has had no answer. */
const SENT = { silence: 2_000, answer: 3_000 };

export type Presence = Extract<FromServer, { type: "presence" }>;
export type Said = Extract<FromServer, { type: "message" }>;
export type Notice = Extract<FromServer, { type: "notice" }>;

/** Whoever shows a game. */
export interface GameSubscriber {
  readonly game: string;
  /** For a game that is neither listed nor one's own. */
  readonly invitation: string | null;
  /** The number of the last event it knows. */
  readonly seq: number;
  /** The connection is there, or there again. */
  opened(): void;
  onEvents(events: GameEvent[]): void;
  present(presence: Presence): void;
  said(message: Said): void;
  accepted(id: string): void;
  refused(problem: Problem, id: string | null): void;
}

/** How a socket is made; tests bring their own. */
export type MakeSocket = () => WebSocket;
const browserSocket: MakeSocket = () => {
  const { protocol, host } = location;
  return new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}/api/v1/socket?protocol=${PROTOCOL}`);
};

/** How long to wait, in milliseconds, before something is asked again that the server cannot do now. */
export const NOT_NOW = 1000;

export class Connection {
  /** `idle`: nobody needs it. `old`: the server speaks another version than this page. */
  state = $state<"idle" | "connecting" | "open" | "lost" | "old">("idle");
  /** All wishes to play, while somebody looks at the lobby. */
  seeks = $state.raw<SeekView[]>([]);
  #socket: WebSocket | null = null;
  #followers = new Set<GameSubscriber>();
  #lobby = 0;
  #listeners = new Set<(notice: Notice) => void>();
  #pause = FIRST_PAUSE;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** What is done about silence: the server is asked whether it is there, or given up. */
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** The server owes an answer: whatever is sent meanwhile does not give it more time. */
  #isAwaited = false;
  /** Who the server takes this for. */
  #you: string | undefined;
  /** How far the server's clock is ahead of this device's. */
  #ahead: number | null = null;

  constructor(
    private readonly make: MakeSocket = browserSocket,
    private readonly now: () => number = () => performance.timeOrigin + performance.now(),
  ) {}

  /** The server's time now, in milliseconds since 1970. */
  at(): number {
    return Math.round(this.now() + (this.#ahead ?? 0));
  }

  /** Shows a game from now on; returns what ends that. */
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

  /** Hears what concerns whoever this is: a game begins, it is their turn. */
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

  /** Sends an action, if there is a connection: whoever sends it sends it again when there is one. */
  act(game: string, id: string, seq: number, action: Action): void {
    this.#say({ type: "act", game, id, seq, do: action });
    if (this.state !== "open" || this.#isAwaited) return;
    this.#isAwaited = true;
    this.#askAfter(SENT);
  }

  say(game: string, room: Room, text: string): void {
    this.#say({ type: "say", game, room, text });
  }

  /** The connection is open, and the server knows this user on it. */
  knows(user: string): boolean {
    return this.state === "open" && this.#you === user;
  }

  /** Who one is may have changed: then the server is told by connecting again. */
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

  /** The network may be back: no need to wait any longer. */
  hurry(): void {
    if (this.state === "lost") {
      this.#pause = FIRST_PAUSE;
      this.#open();
    } else if (this.state === "open") this.#ask(IDLE.answer);
  }

  /** The browser says that there is no network any more. */
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

  /** Nobody needs it: it is given back. */
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
    // Else a phone would wait for minutes.
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
    // Not all at the same moment, when a server is back.
    const pause = this.#pause * (0.5 + Math.random() / 2);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), pause);
  }

  /** Asks the server after some silence whether it is there. */
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
    // A message that took longer shows less; the quickest one is the nearest to the truth.
    this.#ahead = this.#ahead === null ? ahead : Math.max(this.#ahead, ahead);
  }

  #take(message: FromServer): void {
    // Whatever comes shows that the server is there.
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
        return this.#each(message.game, (follower) => follower.onEvents(message.events));
      case "presence":
        return this.#each(message.game, (follower) => follower.present(message));
      case "message":
        return this.#each(message.game, (follower) => follower.said(message));
      case "accepted":
        return this.#each(message.game, (follower) => follower.accepted(message.id));
      case "refused":
        // Of a site with several servers, another takes the game over: it is asked for again.
        if (message.problem.status === 503 && !message.id && message.game) {
          const { game } = message;
          setTimeout(() => this.state === "open" && this.#each(game, (follower) => this.#subscribe(follower)), NOT_NOW);
          return;
        }
        return this.#each(message.game, (follower) => follower.refused(message.problem, message.id ?? null));
      case "pong":
      case "bye":
        return;
    }
  }

  #greeted(you: UserView | null): void {
    this.#you = you?.id;
    // The cookie may have changed since the connection was asked for: then only the door knows who this is.
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
  // A phone that wakes, a network that changes.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) connection.hurry();
  });
  addEventListener("online", () => connection.hurry());
  addEventListener("offline", () => connection.cut());
}
