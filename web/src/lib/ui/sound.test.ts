import { afterEach, describe, expect, it, vi } from "vitest";
import { type Description, GAMES, type Moved, type MoveEvent, type Opening, type View } from "$lib/engine/types";
import { TestSession } from "$lib/game/testing";
import { playSound, playSounds, SOUND_NAMES, SOUND_OF_EVENT, setSound, setVolume, soundsOf } from "./sound";

const event = (key: string, over: number[] = []): MoveEvent => ({
  key,
  args: [],
  text: "",
  seat: 0,
  path: [],
  over,
  piece: null,
  becomes: null,
});
const move = (...events: MoveEvent[]): Description => ({ move: "", seat: 0, events, spoken: "" });

describe("the sounds of a move", () => {
  it("cover every event of a move, and nothing else", async () => {
    const openings: Opening[] = [...GAMES.map((game): Opening => ({ game })), { game: "number-one", players: 4 }];
    const keys = new Set<string>();
    for (const opening of openings) {
      // Several games of each kind, because one may lack a rare event.
      for (let seed = 1; seed <= 12; seed++) {
        const session = new TestSession();
        let view: View = await session.open(opening);
        for (let ply = 0; view.moves.length > 0; ply++) {
          const { move } = view.moves[(ply * 7919 * seed + seed) % view.moves.length]!;
          const moved: Moved = await session.play(move);
          view = moved.view;
          for (const { key } of moved.description.events) keys.add(key);
        }
      }
    }
    expect(Object.keys(SOUND_OF_EVENT).sort()).toEqual([...keys].sort());
  });

  it("are ordered by time", () => {
    expect(soundsOf(move(event("sent-back"), event("runs", [3])))).toEqual([
      { name: "jump", at: 110 },
      { name: "place", at: 220 },
      { name: "sendBack", at: 300 },
    ]);
  });

  it("do not repeat simultaneous events", () => {
    expect(soundsOf(move(event("sent-back"), event("sent-back")))).toHaveLength(1);
  });

  it("of a jump onto others end with a stack", () => {
    const names = soundsOf(move(event("jumps", [1, 2]), event("stacks"))).map(({ name }) => name);
    expect(names).toEqual(["jump", "stack"]);
  });

  it("are empty for silent and unknown events", () => {
    expect(soundsOf(move(event("stuck"), event("toString"), event("something new")))).toEqual([]);
  });
});

describe("playing", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    setSound(true);
    setVolume(0.6);
  });

  it("is silent without audio", () => {
    for (const name of SOUND_NAMES) expect(() => playSound(name)).not.toThrow();
  });

  it("ignores audio errors, and is skipped while switched off", () => {
    const made = vi.fn(function () {
      throw new Error("no device");
    });
    vi.stubGlobal("AudioContext", made);
    setSound(false);
    playSound("win");
    setSound(true);
    setVolume(0);
    playSound("win");
    expect(made).not.toHaveBeenCalled();
    setVolume(2);
    expect(() => playSounds([{ name: "place", at: 0 }])).not.toThrow();
    expect(made).toHaveBeenCalledTimes(1);
  });
});
