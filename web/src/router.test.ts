import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GAMES } from "$lib/engine/types";
import { isEmbed, positionPath, route, router, rulingAddress } from "./router.svelte";

describe("route", () => {
  it("recognises the pages", () => {
    expect(route("/")).toEqual({ page: "landing" });
    expect(route("/games")).toEqual({ page: "games" });
    expect(route("/online")).toEqual({ page: "online" });
    expect(route("/archive")).toEqual({ page: "archive" });
    expect(route("/leaderboards")).toEqual({ page: "leaderboards" });
    expect(route("/@Ada")).toEqual({ page: "profile", name: "Ada" });
    expect(route("/@J%C3%BCrgen")).toEqual({ page: "profile", name: "Jürgen" });
    expect(route("/@%ff")).toEqual({ page: "profile", name: "%ff" });
    expect(route("/rules/table")).toEqual({ page: "table" });
    expect(route("/settings/")).toEqual({ page: "settings" });
    expect(route("/account")).toEqual({ page: "account" });
    expect(route("/recover/")).toEqual({ page: "recover" });
    expect(route("/g/ab2c3d4e")).toEqual({ page: "play", id: "ab2c3d4e" });
    expect(route("/g/ab2c3d4e/report")).toEqual({ page: "report", id: "ab2c3d4e" });
    for (const game of GAMES) {
      expect(route(`/${game}`)).toEqual({ page: "new", game });
      expect(route(`/${game}/rules`)).toEqual({ page: "rules", game });
      expect(route(`/${game}/learn`)).toEqual({ page: "learn", game, step: null });
      expect(route(`/${game}/learn/3`)).toEqual({ page: "learn", game, step: 3 });
      expect(route(`/${game}/puzzles`)).toEqual({ page: "puzzles", game });
      expect(route(`/${game}/puzzles/daily`)).toEqual({ page: "puzzle", game, id: "daily" });
      expect(route(`/${game}/puzzles/k2vq8mzt4wpc`)).toEqual({ page: "puzzle", game, id: "k2vq8mzt4wpc" });
      expect(route(`/${game}/puzzles/1-17`)).toEqual({ page: "puzzle", game, id: "1-17" });
    }
  });

  it("recognises moderation pages and embedded games", () => {
    const page = "moderation";
    expect(route("/moderation")).toEqual({ page, part: "reports", id: "" });
    expect(route("/moderation/log/")).toEqual({ page, part: "log", id: "" });
    expect(route("/moderation/report/k2vq8mzt4p")).toEqual({ page, part: "report", id: "k2vq8mzt4p" });
    expect(route("/moderation/@J%C3%BCrgen")).toEqual({ page, part: "person", id: "Jürgen" });
    for (const path of ["/moderation/@", "/moderation/report", "/moderation/log/more", "/moderation/report/a/b"])
      expect(route(path)).toEqual({ page: "unknown", path });
    expect(route("/embed/g/ab2c3d4e")).toEqual({ page: "embed-live", id: "ab2c3d4e" });
    expect(route("/embed/g")).toEqual({ page: "unknown", path: "/embed/g" });
    expect(["/embed/g/a", "/embed/squadro", "/embed", "/g/embed"].map(isEmbed)).toEqual([true, true, false, false]);
  });

  it("reads positions from paths", () => {
    const peak = "ddlldd/llddll/ddlldd/llddll/ddlldd/.ld2lll d -";
    expect(route(`/peak/editor/${positionPath(peak)}`)).toEqual({ page: "editor", game: "peak", position: peak });
    const dominoes = "c1^,d1>,e2< b -";
    expect(route(`/embed/one-piece-for-two/${positionPath(dominoes)}`)).toEqual({
      page: "embed",
      game: "one-piece-for-two",
      position: dominoes,
    });
    expect(route("/squadro/editor")).toEqual({ page: "editor", game: "squadro", position: null });
    expect(route("/squadro/editor/%ff")).toEqual({ page: "editor", game: "squadro", position: "%ff" });
    expect(route("/import")).toEqual({ page: "import" });
    expect(route("/embed/chess").page).toBe("unknown");
  });

  it("returns the requested path if there is no page", () => {
    for (const path of [
      "/chess",
      "/g",
      "/g/a/b",
      "/g/<b>",
      "/squadro/rules/more",
      "/squadro/learn/x",
      "/squadro/learn/1/2",
      "/squadro/puzzles/Tomorrow",
      "/rules",
      "/rules/chess",
      "/rules/table/more",
      "/games/1",
      "/@",
      "/@Ada/games",
      `/g/${"a".repeat(65)}`,
    ]) {
      expect(route(path)).toEqual({ page: "unknown", path });
    }
  });
});

it("a ruling has an address", () => {
  expect(rulingAddress("squadro", "SQ-9")).toBe("/squadro/rules#SQ-9");
  expect(rulingAddress("squadro", "TB-4")).toBe("/rules/table#TB-4");
  expect(rulingAddress("squadro", "NO-14")).toBe("/number-one/rules#NO-14");
  expect(rulingAddress("squadro", "constructor")).toBe("/squadro/rules#constructor");
});

describe("links", () => {
  let end = () => {};
  beforeEach(() => {
    vi.stubGlobal("scrollTo", () => {});
    history.replaceState(null, "", "/");
    end = router.listen();
  });
  afterEach(() => {
    end();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
  const click = (href: string, init: MouseEventInit = {}) => {
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    let taken = false;
    // Runs after all other listeners, because jsdom cannot navigate.
    const last = (event: Event) => {
      taken = event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener("click", last, { once: true });
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
    return taken;
  };

  it("within the site do not reload", () => {
    expect(click("/peak/rules#PK-3")).toBe(true);
    expect(router.route).toEqual({ page: "rules", game: "peak" });
    expect(location.hash).toBe("#PK-3");
  });
  it("remember where they were, with query and hash", () => {
    router.go("/g/ab2c3d4e?invitation=Qe5#12");
    click("/squadro/rules#SQ-3");
    expect(router.origin).toBe("/g/ab2c3d4e?invitation=Qe5#12");
    expect(router.game).toBe("/g/ab2c3d4e?invitation=Qe5#12");
    router.go("/squadro/analysis?setup=long#1._Y3");
    click("/squadro/rules");
    expect(router.origin).toBe("/squadro/analysis?setup=long#1._Y3");
    expect(router.interrupted).toBeNull();
  });
  it("from a game to rules and lessons remember the game", () => {
    const game = "/g/ab2c3d4e?invitation=Qe5";
    router.go(game);
    expect(router.interrupted).toBeNull();
    click("/squadro/learn");
    router.go("/squadro/learn/1", { replace: true });
    click("/squadro/rules#SQ-3");
    click("/rules/table");
    expect([router.interrupted, router.origin]).toEqual([game, "/squadro/rules#SQ-3"]);
    click("/online");
    click("/squadro/learn/1");
    expect(router.interrupted).toBeNull();
  });
  it("elsewhere, within the page or with modifiers are left to the browser", () => {
    expect(click("https://example.org/peak")).toBe(false);
    expect(click("#main")).toBe(false);
    expect(click("/peak", { ctrlKey: true })).toBe(false);
  });
});
