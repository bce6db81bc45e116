import { afterEach, expect, it, vi } from "vitest";
import type { Summary } from "$lib/game/types";
import { api } from "./api";
import { cachedGames } from "./cached-games.svelte";
import { me } from "./me.svelte";
import { PendingActions } from "./pending-actions.svelte";

const ADA = { id: "ada1", name: "Ada" };
const BEA = { id: "bea1", name: "Bea" };
const game = { id: "g1", game: "squadro", seats: [], online: { options: {} } } as unknown as Summary;

/** A change stored by another tab. */
function elsewhere(user: typeof ADA | null): void {
  if (user) localStorage.setItem("ludoteca.online", JSON.stringify(user));
  else localStorage.removeItem("ludoteca.online");
  window.dispatchEvent(new StorageEvent("storage", { key: "ludoteca.online" }));
}

afterEach(() => {
  me.is(null);
  vi.restoreAllMocks();
});

it("shows a user's games to that user only", () => {
  me.is(ADA);
  cachedGames.keep([game], 1);
  expect(cachedGames.games).toHaveLength(1);
  me.is(BEA);
  expect(cachedGames.games).toEqual([]);
  me.is(null);
  expect(cachedGames.games).toEqual([]);
});

it("follows user changes in other tabs", () => {
  const listener = vi.fn();
  const end = me.changes(listener);
  elsewhere(ADA);
  expect([me.user?.name, listener.mock.calls.length]).toEqual(["Ada", 1]);
  const { turns } = me;
  elsewhere(BEA);
  elsewhere(null);
  // Everything on the page is rebuilt for each user.
  expect([me.user, me.turns - turns, listener.mock.calls.length]).toEqual([null, 2, 3]);
  end();
});

it("a new name is not a new user", () => {
  me.is(ADA);
  const { turns } = me;
  me.is({ ...ADA, name: "Ada L." });
  expect([me.user?.name, me.turns]).toEqual(["Ada L.", turns]);
});

it("knows from the last visit whether the user has an account", async () => {
  expect(me.isMember).toBe(false);
  me.is(ADA);
  expect(me.isMember).toBeNull();
  const asked = vi.spyOn(api, "me").mockResolvedValue({ user: ADA, account: {} } as never);
  await me.look();
  expect(me.isMember).toBe(true);
  const kept = localStorage.getItem("ludoteca.online");
  elsewhere(BEA);
  expect(me.isMember).toBeNull();
  // The next visit, before the server has answered.
  localStorage.setItem("ludoteca.online", kept!);
  window.dispatchEvent(new StorageEvent("storage", { key: "ludoteca.online" }));
  expect([me.user?.name, me.account, me.isMember]).toEqual(["Ada", undefined, true]);
  asked.mockResolvedValue({ user: ADA });
  await me.look();
  expect(me.isMember).toBe(false);
});

it("does not send another user's pending actions", () => {
  me.is(ADA);
  new PendingActions("g1").add("a", 1, "resign");
  expect(new PendingActions("g1").count).toBe(1);
  me.is(BEA);
  expect(new PendingActions("g1").count).toBe(0);
});
