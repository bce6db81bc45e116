import { expect, test } from "vitest";
import { TestStorage, TestSession, testTexts } from "$lib/game/testing";
import { AnalysisStore, savedAddress, savedId } from "./saved";
import { Study } from "./tree.svelte";

async function studied(): Promise<Study> {
  const study = new Study(new TestSession(), testTexts);
  await study.open(await testTexts.readLink("/squadro/analysis#1._Y3_R2_(1..._R5)_2._Y1"), ["Y3"]);
  return study;
}

test("an analysis is saved under a name, listed, opened, overwritten and deleted", async () => {
  const area = new TestStorage();
  let [time, ids] = [100, 0];
  const store = new AnalysisStore(
    () => area,
    () => time,
    () => `id${++ids}`,
  );
  const study = await studied();
  const first = await store.save(study, "First");
  expect(first).toMatchObject({
    ok: true,
    saved: { id: "id1", game: "squadro", name: "First", size: 4, moves: ["Y3"] },
  });
  time = 200;
  await store.save(study, "Second");
  expect(store.list().map(({ name }) => name)).toEqual(["Second", "First"]);
  time = 300;
  await store.save(study, "Renamed", "id1");
  expect(store.list()).toEqual([
    { id: "id1", game: "squadro", name: "Renamed", size: 4, changed: 300 },
    { id: "id2", game: "squadro", name: "Second", size: 4, changed: 200 },
  ]);
  const opened = store.open("id1")!;
  expect((await testTexts.readTree(opened.text)).nodes).toHaveLength(5);
  store.delete("id1");
  expect(store.open("id1")).toBeNull();
  expect(store.put(opened).ok).toBe(true);
  expect(store.list()[0]?.name).toBe("Renamed");
});

test("storage and parse errors are reported or skipped, never thrown", async () => {
  const area = new TestStorage();
  const study = await studied();
  area.room = 10;
  expect(await new AnalysisStore(() => area).save(study, "x")).toEqual({ ok: false, why: "full" });
  const forbidden = new AnalysisStore(() => {
    throw new DOMException("no", "SecurityError");
  });
  expect(await forbidden.save(study, "x")).toEqual({ ok: false, why: "forbidden" });
  expect([forbidden.list(), forbidden.open("x")]).toEqual([[], null]);
  for (const text of ["", "{", "null", '{"version":2}', '{"version":1,"text":"","moves":[],"name":"x","game":"chess"}'])
    area.entries.set("ludoteca.analysis.bad", text);
  expect(new AnalysisStore(() => area).list()).toEqual([]);
});

test("an address names a saved analysis", () => {
  expect(savedAddress({ game: "peak", id: "aB3" })).toBe("/peak/analysis#saved:aB3");
  expect(savedId("#saved:aB3")).toBe("aB3");
  for (const hash of ["", "#1._Y3", "#saved:", "#saved:a/b"]) expect(savedId(hash)).toBeNull();
});
