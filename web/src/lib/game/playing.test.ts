import { describe, expect, test } from "vitest";
import { Playing } from "./playing.svelte";
import { settled, testTools } from "./testing";
import type { Holder } from "./types";

const person = (name: string): Holder => ({ kind: "person", name });
const computer = (level = 1): Holder => ({ kind: "computer", level });

describe("a whole game", () => {
  test("of Squadro against the computer", async () => {
    const tools = testTools();
    const playing = await Playing.start({ opening: { game: "squadro" }, seats: [person("Ada"), computer()] }, tools);
    while (!playing.result) {
      expect(playing.mayMove).toBe(true);
      expect(await playing.play(playing.current.moves.at(-1)!.move)).toBeNull();
      await settled();
    }
    expect(playing.result.reason.ruling).toBeDefined();
    expect(tools.store.list()).toHaveLength(1);
  });
});
