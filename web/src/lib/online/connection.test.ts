import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type GameSubscriber } from "./connection.svelte";
import type { FromClient, FromServer, EventView } from "./types.gen";

/** A socket whose server side is the test. */
class Wire {
  static readonly all: Wire[] = [];
  readyState: number = WebSocket.CONNECTING;
  readonly sent: FromClient[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(code = 1000): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
  say(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  open(at = 1000): void {
    this.readyState = WebSocket.OPEN;
    this.say({ type: "hello", protocol: 1, version: "0", you: null, at });
  }
}

const last = (): Wire => Wire.all.at(-1)!;
const made = (time = () => 0) => new Connection(() => new Wire() as unknown as WebSocket, time);

function follower(game: string): GameSubscriber & { heardOf: EventView[]; openings: number } {
  return {
    game,
    invitation: null,
    heardOf: [],
    openings: 0,
    get seq() {
      return this.heardOf.at(-1)?.seq ?? 0;
    },
    opened() {
      this.openings++;
    },
    onEvents(events) {
      this.heardOf.push(...events);
    },
    present: vi.fn(),
    onMessage: vi.fn(),
    accepted: vi.fn(),
    refused: vi.fn(),
  };
}
const event = (seq: number): EventView => ({ seq, at: seq, type: "moved", seat: 0, move: "Y1", used: 0 });

beforeEach(() => {
  Wire.all.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the connection", () => {
  it("is lost at once when the browser goes offline, and is retried", () => {
    const connection = made();
    connection.follow(follower("a"));
    last().open();
    expect(connection.state).toBe("open");
    connection.cut();
    expect(connection.state).toBe("lost");
    const before = Wire.all.length;
    connection.hurry();
    expect(Wire.all.length).toBe(before + 1);
    last().open();
    expect(connection.state).toBe("open");
  });

  it("knows which user the server has authenticated", () => {
    const connection = made();
    connection.follow(follower("a"));
    last().open();
    expect(connection.knows("u1")).toBe(false);
  });

  it("is opened on demand, and closed when no longer needed", () => {
    const connection = made();
    expect(Wire.all).toHaveLength(0);
    const leave = connection.follow(follower("g"));
    expect(connection.state).toBe("connecting");
    last().open();
    expect(connection.state).toBe("open");
    expect(last().sent).toEqual([{ type: "subscribe", game: "g", since: 0, invitation: null }]);
    leave();
    expect([connection.state, last().readyState]).toEqual(["idle", WebSocket.CLOSED]);
  });

  it("reconnects and requests missed events", () => {
    const connection = made();
    const one = follower("g");
    connection.follow(one);
    last().open();
    last().say({ type: "events", game: "g", events: [event(1), event(2)], at: 5 });
    last().close(1006);
    expect(connection.state).toBe("lost");
    vi.advanceTimersByTime(1_000);
    expect(Wire.all).toHaveLength(2);
    last().open();
    expect(last().sent[0]).toEqual({ type: "subscribe", game: "g", since: 2, invitation: null });
    expect([connection.state, one.openings]).toEqual(["open", 2]);
  });

  it("waits longer between attempts, but not once the network is back", () => {
    const connection = made();
    connection.follow(follower("g"));
    for (let tries = 0; tries < 10; tries++) {
      last().close(1006);
      vi.advanceTimersByTime(15_000);
    }
    last().close(1006);
    const before = Wire.all.length;
    vi.advanceTimersByTime(5_000);
    expect(Wire.all).toHaveLength(before);
    connection.hurry();
    expect(Wire.all).toHaveLength(before + 1);
  });

  /** A newly opened connection. */
  const opened = () => {
    const connection = made();
    const one = follower("g");
    connection.follow(one);
    last().open();
    return { connection, one, wire: last() };
  };
  const ping = { type: "ping", id: 0 };
  const pings = (wire: Wire) => wire.sent.filter(({ type }) => type === "ping").length;

  it("is dropped when a ping after five seconds of silence is not answered within four", () => {
    const { connection, wire } = opened();
    vi.advanceTimersByTime(4_999);
    expect(pings(wire)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(wire.sent.at(-1)).toEqual(ping);
    wire.say({ type: "pong", id: 0, at: 6_000 });
    vi.advanceTimersByTime(4_999);
    expect([connection.state, pings(wire)]).toEqual(["open", 1]);
    vi.advanceTimersByTime(1 + 3_999);
    expect([connection.state, pings(wire)]).toEqual(["open", 2]);
    vi.advanceTimersByTime(1);
    expect([connection.state, wire.readyState]).toEqual(["lost", WebSocket.CLOSED]);
    vi.advanceTimersByTime(400);
    expect(Wire.all).toHaveLength(2);
  });

  it("is dropped five seconds after an unanswered message, whatever else is sent meanwhile", () => {
    const { connection, one, wire } = opened();
    vi.advanceTimersByTime(1_000);
    connection.act("g", "a", 0, "resign");
    vi.advanceTimersByTime(1_500);
    connection.act("g", "b", 0, "resign");
    vi.advanceTimersByTime(499);
    expect(pings(wire)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(wire.sent.at(-1)).toEqual(ping);
    connection.act("g", "c", 0, "resign");
    vi.advanceTimersByTime(2_999);
    expect([connection.state, pings(wire)]).toEqual(["open", 1]);
    vi.advanceTimersByTime(1);
    expect(connection.state).toBe("lost");
    vi.advanceTimersByTime(400);
    last().open();
    expect([connection.state, one.openings]).toEqual(["open", 2]);
  });

  it("is kept while the server answers pings, even before it answers the message", () => {
    const { connection, wire } = opened();
    connection.act("g", "a", 0, "resign");
    vi.advanceTimersByTime(2_000);
    for (let times = 1; times <= 5; times++) {
      expect(pings(wire)).toBe(times);
      vi.advanceTimersByTime(2_900);
      wire.say({ type: "pong", id: 0, at: 1_000 });
      vi.advanceTimersByTime(5_000);
    }
    expect([connection.state, Wire.all.length]).toEqual(["open", 1]);
  });

  it("needs no ping while messages arrive", () => {
    const { connection, wire } = opened();
    connection.act("g", "a", 0, "resign");
    for (let seq = 1; seq <= 10; seq++) {
      vi.advanceTimersByTime(1_900);
      wire.say({ type: "events", game: "g", events: [event(seq)], at: seq });
    }
    expect([connection.state, pings(wire)]).toEqual(["open", 0]);
  });

  it("is dropped when the server does not greet", () => {
    const connection = made();
    connection.follow(follower("g"));
    connection.act("g", "a", 0, "resign");
    vi.advanceTimersByTime(5_999);
    expect(connection.state).toBe("connecting");
    vi.advanceTimersByTime(1);
    expect([connection.state, last().readyState]).toEqual(["lost", WebSocket.CLOSED]);
  });

  it("sends nothing while disconnected, and passes events only to subscribers of that game", () => {
    const connection = made();
    const [one, other] = [follower("g"), follower("h")];
    connection.follow(one);
    connection.follow(other);
    connection.act("g", "a", 1, "resign");
    expect(last().sent).toEqual([]);
    last().open();
    last().say({ type: "events", game: "h", events: [event(1)], at: 5 });
    expect([one.seq, other.seq]).toEqual([0, 1]);
  });

  it("stops if the server speaks another protocol version", () => {
    const connection = made();
    connection.follow(follower("g"));
    last().close(4400);
    vi.advanceTimersByTime(60_000);
    expect([connection.state, Wire.all.length]).toEqual(["old", 1]);
  });

  it("estimates the server's time by the fastest message", () => {
    let now = 0;
    const connection = made(() => now);
    connection.follow(follower("g"));
    now = 100;
    last().open(5_000);
    expect(connection.at()).toBe(5_000);
    now = 1_100;
    last().say({ type: "pong", id: 0, at: 5_900 });
    expect(connection.at()).toBe(6_000);
    last().say({ type: "pong", id: 0, at: 6_030 });
    expect(connection.at()).toBe(6_030);
  });
});
