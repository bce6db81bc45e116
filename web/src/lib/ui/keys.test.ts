import { describe, expect, it } from "vitest";
import { isKey } from "$lib/i18n";
import { commandOf, commandsFor, commandsIn } from "./commands";
import { actOf, isTyping, keyCap, KEYS, keysAt } from "./keys";

it("a command is known when it is complete", () => {
  expect(commandOf(" Resign ")).toBe("resign");
  expect(commandOf("resig")).toBeNull();
  expect(commandOf("")).toBeNull();
});
it("and suggested before that", () => {
  expect(commandsFor("h")).toEqual(["hint", "help"]);
  expect(commandsFor("")).toEqual([]);
  expect(commandsFor("Y1")).toEqual([]);
});
it("hints are not offered among people", () => {
  expect(commandsIn(null)).toContain("hint");
  expect(commandsIn({ you: 0 })).toEqual(commandsIn(null).filter((command) => command !== "hint"));
});

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  target: document.body,
  ...more,
});
const everywhere = ["everywhere", "game"] as const;
const inside = (html: string): Element => {
  document.body.innerHTML = html;
  return document.body.firstElementChild!;
};

describe("the table of keys", () => {
  it.each(["page", "game", "analysis"] as const)("binds no key twice on a %s", (place) => {
    const keys = keysAt(place).flatMap(({ keys }) => keys);
    expect(new Set(keys).size).toBe(keys.length);
  });
  it("distinguishes R with carried pieces from R elsewhere", () => {
    for (const place of ["page", "game", "analysis"] as const) {
      const bound = (carrying: boolean) => keysAt(place, carrying).filter(({ keys }) => keys.includes("r"));
      expect(bound(true).map(({ act }) => act)).toEqual(["turnPiece"]);
      expect(bound(false).map(({ act }) => act)).toEqual(place === "page" ? [] : ["rotate"]);
    }
  });
  it("distinguishes keys with and without Shift", () => {
    expect(actOf(press("ArrowLeft", { shiftKey: true }), ["game", "analysis"])).toBe("forkBack");
    expect(actOf(press("ArrowLeft"), ["game", "analysis"])).toBe("back");
    expect(actOf(press("?", { shiftKey: true }), ["everywhere"])).toBe("help");
  });
  it("has labels for every action", () => {
    for (const { act } of KEYS) expect(isKey(`keys.${act}`), act).toBe(true);
  });
});

describe("a pressed key", () => {
  it("triggers its action", () => {
    expect(actOf(press("ArrowLeft"), everywhere)).toBe("back");
    expect(actOf(press("j"), everywhere)).toBe("forward");
    expect(actOf(press("F"), everywhere)).toBe("flip");
    expect(actOf(press("?"), everywhere)).toBe("help");
    expect(actOf(press("q"), everywhere)).toBeNull();
  });
  it("works where its action does", () => {
    expect(actOf(press("f"), ["everywhere"])).toBeNull();
    expect(actOf(press("n"), ["everywhere"])).toBe("next");
  });
  it("is ignored with modifiers, while typing, and when already handled", () => {
    expect(actOf(press("f", { ctrlKey: true }), everywhere)).toBeNull();
    expect(actOf(press("f", { metaKey: true }), everywhere)).toBeNull();
    expect(actOf(press("f", { altKey: true }), everywhere)).toBeNull();
    expect(actOf(press("f", { defaultPrevented: true }), everywhere)).toBeNull();
    expect(actOf(press("f", { target: inside("<input>") }), everywhere)).toBeNull();
    expect(actOf(press("f", { target: inside("<textarea></textarea>") }), everywhere)).toBeNull();
  });
  it("belongs to the control that needs it", () => {
    expect(actOf(press(" ", { target: inside("<button></button>") }), everywhere)).toBeNull();
    expect(actOf(press("ArrowLeft", { target: inside('<div role="grid"></div>') }), everywhere)).toBeNull();
    expect(actOf(press("f", { target: inside('<div role="grid"></div>') }), everywhere)).toBe("flip");
    expect(actOf(press("ArrowLeft", { target: inside("<button></button>") }), everywhere)).toBe("back");
  });
});

it("a checkbox is not a text field", () => {
  expect(isTyping(inside('<input type="checkbox">'))).toBe(false);
  expect(isTyping(inside('<input type="text">'))).toBe(true);
  expect(isTyping(null)).toBe(false);
});

it("key labels", () => {
  expect(["ArrowLeft", "f", "Home", "Escape", "?", " "].map(keyCap)).toEqual(["←", "F", "Home", "Esc", "?", null]);
});
