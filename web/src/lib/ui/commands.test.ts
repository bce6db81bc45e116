import { expect, it } from "vitest";
import { commandOf, commandsFor, commandsIn } from "./commands";

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
