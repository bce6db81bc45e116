import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventStream, type Reader } from "./stream";
import type { EventView } from "./types.gen";

const encoder = new TextEncoder();
const event = (seq: number, type = "moved") => ({ seq, at: seq, type }) as EventView;

/** A server with scripted responses. */
class Server {
  readonly asked: { path: string; credentials: RequestCredentials | undefined }[] = [];
  #open: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** The next response in place of a stream. */
  answer: { status: number; headers?: Record<string, string> } | "away" | null = null;

  readonly fetch = ((path: string, { credentials, signal }: RequestInit) => {
    this.asked.push({ path, credentials });
    if (this.answer === "away") return Promise.reject(new TypeError("away"));
    if (this.answer) return Promise.resolve(new Response("{}", this.answer));
    const body = new ReadableStream<Uint8Array>({ start: (open) => void (this.#open = open) });
    signal?.addEventListener("abort", () => this.#open?.error(new DOMException("aborted", "AbortError")));
    return Promise.resolve(new Response(body));
  }) as typeof fetch;

  send(text: string): void {
    this.#open?.enqueue(encoder.encode(text));
  }
  close(): void {
    this.#open?.close();
  }
}

class TestReader implements Reader {
  readonly game = "k2vq8mzt4wpc";
  seq = 3;
  events: number[] = [];
  states: boolean[] = [];
  gone = false;
  onEvents(events: EventView[]): void {
    this.events.push(...events.map(({ seq }) => seq));
    this.seq = events.at(-1)?.seq ?? this.seq;
  }
  connected(is: boolean): void {
    this.states.push(is);
  }
  missing(): void {
    this.gone = true;
  }
}

let server: Server;
let reader: TestReader;
let stream: EventStream;
beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  reader = new TestReader();
  stream = new EventStream(reader, { fetch: server.fetch, random: () => 1 });
});
afterEach(() => {
  stream.run(false);
  vi.useRealTimers();
});
/** Runs everything that is due. */
const later = (millis = 0) => vi.advanceTimersByTimeAsync(millis);

test("it sends no credentials, and reads lines split anywhere", async () => {
  stream.run(true);
  await later();
  expect(server.asked).toEqual([{ path: "/api/v1/games/k2vq8mzt4wpc/events?since=3", credentials: "omit" }]);
  expect(reader.states).toEqual([true]);
  const text = `${JSON.stringify(event(4))}\n${JSON.stringify(event(5))}\n`;
  server.send(text.slice(0, 7));
  await later();
  server.send(`${text.slice(7)}\n\n`);
  await later();
  expect(reader.events).toEqual([4, 5]);
});

test("it reconnects with growing delays, and requests missed events", async () => {
  stream.run(true);
  await later();
  server.send(`${JSON.stringify(event(4))}\n`);
  await later();
  server.answer = "away";
  server.close();
  await later();
  expect(reader.states).toEqual([true, false]);
  await later(500);
  expect(server.asked).toHaveLength(2);
  await later(999);
  expect(server.asked).toHaveLength(2);
  await later(1);
  expect(server.asked).toHaveLength(3);
  server.answer = null;
  await later(2000);
  expect(server.asked.at(-1)?.path).toContain("since=4");
  expect(reader.states.at(-1)).toBe(true);
});

test("a silent server counts as gone; a blank line keeps it alive", async () => {
  stream.run(true);
  await later();
  await later(20_000);
  server.send("\n");
  await later(20_000);
  expect(server.asked).toHaveLength(1);
  await later(5_000);
  expect(reader.states).toEqual([true, false]);
  await later(500);
  expect(server.asked).toHaveLength(2);
});

test("a hidden board makes no requests, and the end of the game ends the stream", async () => {
  stream.run(true);
  await later();
  stream.run(false);
  await later(60_000);
  expect(server.asked).toHaveLength(1);
  stream.run(true);
  await later();
  expect(server.asked).toHaveLength(2);
  server.send(`${JSON.stringify(event(4, "ended"))}\n`);
  await later();
  server.close();
  await later(60_000);
  stream.run(true);
  await later();
  expect([server.asked.length, reader.events]).toEqual([2, [4]]);
});

test("hurry skips the delay, and silence is still detected", async () => {
  server.answer = "away";
  stream.run(true);
  await later();
  server.answer = null;
  stream.hurry();
  await later();
  expect(server.asked).toHaveLength(2);
  await later(25_000);
  await later(500);
  expect(server.asked).toHaveLength(3);
});

test("a private game is not requested again; a busy server is given time", async () => {
  server.answer = { status: 429, headers: { "retry-after": "7" } };
  stream.run(true);
  await later(6_999);
  expect(server.asked).toHaveLength(1);
  server.answer = { status: 404 };
  await later(1);
  expect(reader.gone).toBe(true);
  await later(600_000);
  expect(server.asked).toHaveLength(2);
});
