import { afterEach, describe, expect, it, vi } from "vitest";
import { choose, DEFAULTS, readSettings, settings, shownSettings, showSettings } from "./settings.svelte";

describe("stored settings", () => {
  it("are parsed", () => {
    const kept = { ...DEFAULTS, theme: "dark", sound: false, thinking: 10 };
    expect(readSettings(JSON.stringify(kept))).toEqual(kept);
  });
  it("are overridden by an embedding site, in its page only", () => {
    const kept = { ...DEFAULTS, theme: "contrast" as const };
    const shown = (pathname: string, search: string) => shownSettings(kept, { pathname, search } as Location).theme;
    expect(shown("/embed/g/abc", "?theme=dark")).toBe("dark");
    expect(shown("/embed/squadro", "?first=red&theme=light")).toBe("light");
    expect(shown("/embed/squadro", "?theme=pink")).toBe("contrast");
    expect(shown("/squadro", "?theme=dark")).toBe("contrast");
  });
  it("use defaults for missing, unknown and invalid values, one by one", () => {
    expect(readSettings(null)).toEqual(DEFAULTS);
    expect(readSettings("{")).toEqual(DEFAULTS);
    expect(readSettings("7")).toEqual(DEFAULTS);
    const text = JSON.stringify({ theme: "pink", thinking: 4000, sound: "yes", coordinates: false, more: 1 });
    expect(readSettings(text)).toEqual({ ...DEFAULTS, coordinates: false });
  });
  it("from when touch screens confirmed moves use the default, and an explicit choice stays", () => {
    expect(readSettings(JSON.stringify({ confirm: "touch" })).confirm).toBe("never");
    expect(readSettings(JSON.stringify({ confirm: "always" })).confirm).toBe("always");
  });
});

it("a choice is stored and shown", () => {
  choose("theme", "contrast");
  choose("coordinates", false);
  expect(readSettings(localStorage.getItem("ludoteca.settings"))).toMatchObject({
    theme: "contrast",
    coordinates: false,
  });
  showSettings(document.documentElement, settings);
  expect(document.documentElement.dataset.theme).toBe("contrast");
  choose("theme", "system");
  showSettings(document.documentElement, settings);
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

describe("a system preference for more contrast", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["system", "contrast"],
    ["light", "light"],
    ["dark", "dark"],
  ] as const)("with theme %s gets %s", async (theme, shown) => {
    const media = Object.assign(new EventTarget(), { matches: true });
    vi.stubGlobal("matchMedia", () => media);
    vi.resetModules();
    const fresh = await import("./settings.svelte");
    fresh.showSettings(document.documentElement, { ...DEFAULTS, theme });
    expect(document.documentElement.dataset.theme).toBe(shown);
  });
});
