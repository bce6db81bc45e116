import { describe, expect, test } from "vitest";
import { newGame, readSaved } from "./saved";
import { GameStore } from "./storage";
import { TestStorage } from "./testing";
import type { SavedGame } from "./types";

const game = (id: string, changes: Partial<SavedGame> = {}): SavedGame => ({
  ...newGame(
    {
      opening: { game: "peak" },
      seats: [
        { kind: "person", name: "Ada" },
        { kind: "computer", level: 3 },
      ],
      clock: { system: "sudden-death", initial: 60_000 },
    },
    id,
    5,
  ),
  ...changes,
});
const key = (id: string) => `ludoteca.game.${id}`;

describe("stored games", () => {
  test("are listed with the last changed first", () => {
    const store = new GameStore(() => storage);
    const storage = new TestStorage();
    storage.setItem("something else", "another value");
    store.save(game("a", { changed: 10 }), 0);
    store.save(game("b", { changed: 30 }), 0);
    store.save(game("c", { changed: 20 }), 0);
    expect(store.list().map((listed) => listed.readable && listed.summary.id)).toEqual(["b", "c", "a"]);
    expect(store.load("a")).toEqual({ game: game("a", { changed: 10 }) });
    expect(store.remove("a")).toBe(true);
    expect(store.load("a")).toBeNull();
    expect(storage.getItem("something else")).not.toBeNull();
  });

  test("stay in memory if storage is full or forbidden, which is reported", () => {
    const storage = new TestStorage();
    storage.room = 10;
    let allowed = true;
    const store = new GameStore(() => {
      if (!allowed) throw new DOMException("no", "SecurityError");
      return storage;
    });
    expect(store.save(game("a"), 0)).toEqual({ ok: false, why: "full" });
    expect(store.load("a")).toEqual({ game: game("a"), unstored: "full" });
    allowed = false;
    expect(store.save(game("a", { revision: 1 }), 0)).toEqual({ ok: false, why: "forbidden" });
    expect(store.load("b")).toBeNull();
    expect(store.list()).toHaveLength(1);
    expect(store.remove("b")).toBe(false);
    allowed = true;
    storage.room = Infinity;
    expect(store.save(game("a", { revision: 2 }), 0)).toEqual({ ok: true });
    expect(store.load("a")).toEqual({ game: game("a", { revision: 2 }) });
    expect(store.list()).toHaveLength(1);
  });

  test("are not overwritten if another tab has stored them since", () => {
    const storage = new TestStorage();
    const [mine, theirs] = [new GameStore(() => storage), new GameStore(() => storage)];
    mine.save(game("a"), 0);
    const ahead = game("a", { revision: 1, toAct: 1 });
    expect(theirs.save(ahead, 0)).toEqual({ ok: true });
    expect(mine.save(game("a", { revision: 1 }), 0)).toEqual({ ok: false, why: "conflict", theirs: ahead });
    expect(mine.load("a")).toEqual({ game: ahead });
  });

  test("are synchronised between tabs", () => {
    const store = new GameStore(() => new TestStorage());
    const revisions: number[] = [];
    const end = store.watch("a", ({ revision }) => revisions.push(revision));
    const say = (id: string, newValue: string | null) =>
      dispatchEvent(new StorageEvent("storage", { key: key(id), newValue }));
    say("a", JSON.stringify(game("a", { revision: 4 })));
    say("b", JSON.stringify(game("b", { revision: 5 })));
    say("a", "{");
    say("a", null);
    end();
    say("a", JSON.stringify(game("a", { revision: 6 })));
    expect(revisions).toEqual([4]);
  });
});

describe("unreadable data", () => {
  const unreadable: [string, string, object][] = [
    ["no JSON", "{", { why: "damaged" }],
    ["cut off", JSON.stringify(game("x")).slice(0, 200), { why: "damaged" }],
    ["a list", "[]", { why: "damaged", what: "game" }],
    ["without a version", "{}", { why: "damaged", what: "version" }],
    ["of a newer version", '{"version": 99, "news": true}', { why: "newer", version: 99 }],
    ["of another id", JSON.stringify(game("y")), { why: "damaged", what: "id" }],
  ];
  test.each(unreadable)("%s: is listed with the reason, and neither overwritten nor removed", (_, text, problem) => {
    const storage = new TestStorage();
    storage.setItem(key("x"), text);
    const store = new GameStore(() => storage);
    expect(store.list()).toMatchObject([{ readable: false, id: "x", problem, text }]);
    expect(store.load("x")).toMatchObject({ problem, text });
    expect(store.save(game("x"), 99)).toEqual({ ok: false, why: "occupied" });
    expect(store.remove("x")).toBe(false);
    expect(storage.getItem(key("x"))).toBe(text);
  });

  test.each<[keyof SavedGame, unknown]>([
    ["opening", { game: "chess" }],
    ["opening", { game: "peak", options: { setup: 3 } }],
    ["moves", ["a1-d1", 7]],
    ["seats", [{ kind: "person", name: "Ada" }]],
    ["seats", [{ kind: "person" }, { kind: "computer", level: 11 }]],
    ["clock", { system: 3 }],
    ["clock", { system: "sudden-death", initial: -1 }],
    ["log", [{ seq: 1 }]],
    ["log", "created"],
    ["seen", null],
    ["past", { left: [60_000] }],
    ["past", { left: [60_000, -1] }],
    ["past", { readings: [[1]] }],
    ["ending", { termination: "resignation", leaver: 2, places: [1, 2] }],
    ["ending", { termination: "resignation", leaver: 1, places: [1] }],
    ["series", { previous: null, next: null, number: 1, score: [0] }],
    ["revision", 1.5],
    ["turnBoard", "yes"],
    ["goal", { kind: "draw", plies: 3, puzzle: "1-0" }],
    ["goal", null],
    ["created", null],
  ])("a wrong %s: %j", (field, value) => {
    const text = JSON.stringify({ ...game("x"), [field]: value });
    expect(readSaved(text, "x")).toEqual({ problem: { why: "damaged", what: field } });
  });

  test("a game may have a goal", () => {
    const drill = game("x", { goal: { kind: "win", plies: 15, puzzle: "1-0" } });
    expect(readSaved(JSON.stringify(drill), "x")).toEqual({ game: drill });
  });

  test("an older version is migrated step by step", () => {
    const { turnBoard: _, thinkingTime: __, ...old } = game("x");
    const migrations = [
      (saved: object) => ({ ...saved, turnBoard: true }),
      (saved: object) => ({ ...saved, thinkingTime: 700 }),
    ];
    const read = readSaved(JSON.stringify({ ...old, version: 1 }), "x", migrations, 3);
    expect(read).toMatchObject({ game: { version: 3, turnBoard: true, thinkingTime: 700 } });
    const second = readSaved(JSON.stringify({ ...old, version: 2, turnBoard: false }), "x", migrations, 3);
    expect(second).toMatchObject({ game: { turnBoard: false, thinkingTime: 700 } });
  });
});
