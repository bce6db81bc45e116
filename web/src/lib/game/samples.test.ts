// Games stored by earlier versions of the page can be listed, opened and continued.

import { expect, test } from "vitest";
import { LocalGame } from "./local-game.svelte";
import samples from "./samples.json";
import { playOn, settled, TestStorage, testTools } from "./testing";
import { VERSION } from "./types";

/** What the tests read of a game in any version of the format. */
interface StoredGame {
  moves: string[];
  seats: unknown[];
  toAct: number | null;
  places: number[] | null;
  offBoard?: { places: number[] } | null;
}
const SAMPLES: Record<string, StoredGame> = samples;

/** A page that finds this stored game an hour after it was left. */
async function found(name: string) {
  const storage = new TestStorage();
  const old = SAMPLES[name]!;
  storage.setItem(`ludoteca.game.${name}`, JSON.stringify(old));
  const tools = testTools(storage);
  tools.time = Date.UTC(2026, 10, 1, 13);
  const [listed] = tools.store.list();
  if (!listed?.readable) throw new Error(`${name} is not readable`);
  return { tools, summary: listed.summary, playing: await LocalGame.load(name, tools), old };
}
const left = (playing: LocalGame) => playing.clocks.map(({ left }) => left);

test.each(Object.keys(SAMPLES))(
  "%s is listed and opened unchanged, and stored in the current format afterwards",
  async (name) => {
    const { playing, summary, old, tools } = await found(name);
    expect([summary.plies, playing.current.played.filter(({ leaves }) => !leaves).length]).toEqual([
      old.moves.length,
      old.moves.length,
    ]);
    expect([playing.saved.version, playing.saved.moves]).toEqual([VERSION, old.moves]);
    expect(playing.saved.seats).toEqual(old.seats);
    const places: number[] | null = old.offBoard?.places ?? old.places;
    expect([summary.ending?.places ?? null, playing.result?.places ?? null]).toEqual([places, places]);
    expect([summary.toAct, playing.toAct]).toEqual([places ? null : old.toAct, places ? null : old.toAct]);
    expect(await playing.record()).toContain("[Game ");
    if (places) return;
    tools.testEngine.slow = true;
    for (let ply = 0; ply < 3 && playing.toAct !== null; ply++) {
      if (playing.mayMove) await playOn(playing, ply);
      else tools.testEngine.answer();
      await settled();
    }
    playing.end();
    const again = await LocalGame.load(name, tools);
    expect(again.current).toEqual(playing.current);
    expect(again.saved.moves.length).toBeGreaterThan(old.moves.length);
    expect(again.saved.past).toBeUndefined();
  },
);

test("clocks continue from their readings, which the record keeps", async () => {
  const { playing } = await found("squadro-increment");
  expect(left(playing)).toEqual([57_500, 54_500]);
  expect(playing.runs).toBe(1);
  const record = await playing.record();
  expect(record).toContain("1. Y1 {[%clk 0:01:02]}");
  expect(record).toContain("R1 {[%clk 0:00:57]}");
  expect(record).toContain('[TimeControl "60+2"]');
  expect(record).toContain('[Red "Bob"]');
});

test("resignations and time-outs are kept", async () => {
  expect((await found("squadro-resigned")).playing.result).toMatchObject({ termination: "resignation", leaver: 0 });
  expect((await found("peak-time")).playing.result).toMatchObject({ termination: "time forfeit", leaver: 0 });
  const among = (await found("number-one-resigned")).playing.result!;
  // In that version the game ended for all, and the others shared the first place.
  expect(among.termination).toBe("resignation");
  expect(among.places.toSorted()).toEqual([1, 1, 3]);
});

test("a turn in progress continues under the same rules", async () => {
  const { playing } = await found("number-one-mid-turn");
  expect([playing.toAct, playing.midTurn]).toEqual([2, true]);
  expect(playing.takeBackText?.plies).toBe(1);
  expect(playing.saved.clock).toEqual({ system: "per-turn", time: 40_000 });
});
