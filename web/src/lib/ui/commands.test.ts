import { expect, it } from "vitest";
import { commandOf, commandsFor } from "./commands";

it("a command is known when it is complete", () => {
  expect(commandOf(" Resign ")).toBe("resign");
  expect(commandOf("resig")).toBeNull();
  expect(commandOf("")).toBeNull();
});
it("and offered before", () => {
  expect(commandsFor("h")).toEqual(["hint", "help"]);
  expect(commandsFor("")).toEqual([]);
  expect(commandsFor("Y1")).toEqual([]);
});
