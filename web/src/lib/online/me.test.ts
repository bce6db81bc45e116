import { afterEach, expect, it, vi } from "vitest";
import type { Summary } from "$lib/game/types";
import { kept } from "./kept.svelte";
import { me } from "./me.svelte";
import { Waiting } from "./waiting.svelte";

const ADA = { id: "ada1", name: "Ada" };
const BEA = { id: "bea1", name: "Bea" };
const game = { id: "g1", game: "squadro", seats: [], online: { options: {} } } as unknown as Summary;

/** What another tab has stored. */
function elsewhere(user: typeof ADA | null): void {
  if (user) localStorage.setItem("ludoteca.online", JSON.stringify(user));
  else localStorage.removeItem("ludoteca.online");
  window.dispatchEvent(new StorageEvent("storage", { key: "ludoteca.online" }));
}

afterEach(() => {
  me.is(null);
  vi.restoreAllMocks();
});

it("shows the games of one person to nobody else", () => {
  me.is(ADA);
  kept.keep([game], 1);
  expect(kept.games).toHaveLength(1);
  me.is(BEA);
  expect(kept.games).toEqual([]);
  me.is(null);
  expect(kept.games).toEqual([]);
});

it("hears from another tab who it is", () => {
  const told = vi.fn();
  const end = me.changes(told);
  elsewhere(ADA);
  expect([me.user?.name, told.mock.calls.length]).toEqual(["Ada", 1]);
  const { turns } = me;
  elsewhere(BEA);
  elsewhere(null);
  // Whatever is shown is made anew for each.
  expect([me.user, me.turns - turns, told.mock.calls.length]).toEqual([null, 2, 3]);
  end();
});

it("another name is not another person", () => {
  me.is(ADA);
  const { turns } = me;
  me.is({ ...ADA, name: "Ada L." });
  expect([me.user?.name, me.turns]).toEqual(["Ada L.", turns]);
});

it("sends nothing in another's name that waited for the server", () => {
  me.is(ADA);
  new Waiting("g1").add("a", 1, "resign");
  expect(new Waiting("g1").count).toBe(1);
  me.is(BEA);
  expect(new Waiting("g1").count).toBe(0);
});
