import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api, ApiError } from "./api";
import type { RoomMessage } from "./connection.svelte";
import { me } from "./me.svelte";
import { Chat } from "./chat.svelte";
import { readMarks } from "./chat-read";
import type { Problem, Room } from "./types.gen";

const onMessage = (number: number, by = "bob", room: Room = "players"): RoomMessage => ({
  ...{ type: "message", game: "g", room, number, at: number },
  ...{ user: { id: by, name: by }, text: `words ${number}` },
});
const talkOf = (plays = true) =>
  new Chat(
    "g",
    () => plays,
    () => false,
  );

beforeEach(() => {
  localStorage.clear();
  me.is({ id: "ada", name: "Ada" });
});
afterEach(() => {
  vi.restoreAllMocks();
  me.is(null);
});

it("messages from before a player first looks are unread, and stay so", async () => {
  vi.spyOn(api, "messages").mockResolvedValue({ messages: [onMessage(1), onMessage(2, "ada"), onMessage(3)] });
  const talk = talkOf();
  await talk.load();
  expect(talk.unread).toBe(2);
  // As after a reload.
  const again = talkOf();
  await again.load();
  expect(again.unread).toBe(2);
  again.look(true);
  expect(again.unread).toBe(0);
  again.look(false);
  again.hear(onMessage(4));
  expect(again.unread).toBe(1);
  expect(readMarks("g", "ada").players).toBe(3);
  const third = talkOf();
  vi.spyOn(api, "messages").mockResolvedValue({
    messages: [onMessage(1), onMessage(2, "ada"), onMessage(3), onMessage(4)],
  });
  await third.load();
  expect(third.unread).toBe(1);
});

it("messages from before a spectator came count as read", async () => {
  vi.spyOn(api, "messages").mockResolvedValue({ messages: [onMessage(1, "bob", "spectators")] });
  const talk = talkOf(false);
  await talk.load();
  expect(talk.unread).toBe(0);
  talk.hear(onMessage(2, "bob", "spectators"));
  expect(talk.unread).toBe(1);
});

it("read marks belong to the user", async () => {
  vi.spyOn(api, "messages").mockResolvedValue({ messages: [onMessage(1)] });
  const talk = talkOf();
  await talk.load();
  talk.look(true);
  me.is({ id: "cleo", name: "Cleo" });
  const other = talkOf();
  await other.load();
  expect(other.unread).toBe(1);
});

it("a forbidden room does not hide the other", async () => {
  const problem = { status: 403, key: "not-yours", detail: "no" } as Problem;
  vi.spyOn(api, "messages").mockImplementation((_, room) =>
    room === "players"
      ? Promise.reject(new ApiError(problem))
      : Promise.resolve({ messages: [onMessage(1, "bob", room)] }),
  );
  const talk = new Chat(
    "g",
    () => false,
    () => true,
  );
  await talk.load();
  expect(talk.messages).toHaveLength(1);
});

it("messages of a visitor who cannot become a guest are returned with the reason", async () => {
  me.is(null);
  const problem = { status: 403, key: "guests-off", detail: "no guests here" } as Problem;
  vi.spyOn(api, "me").mockResolvedValue({ user: null });
  vi.spyOn(api, "createGuest").mockRejectedValue(new ApiError(problem));
  const talk = talkOf(false);
  await talk.say("Hello");
  expect(talk.refusal?.key).toBe("guests-off");
  expect(talk.refused).toBe("Hello");
});
