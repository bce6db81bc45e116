import { expect, it } from "vitest";
import { holderOf, nameOf } from "./save-import";

it("reads the players of a record", () => {
  expect(holderOf("Anna")).toEqual({ kind: "person", name: "Anna" });
  expect(holderOf("?")).toEqual({ kind: "person", name: "" });
  expect(holderOf("Computer, level 7")).toEqual({ kind: "computer", level: 7 });
  expect(holderOf("Computer, level 11")).toEqual({ kind: "person", name: "Computer, level 11" });
});
it("derives an id from the record, usable in addresses", () => {
  expect(nameOf("1. Y3 R2 *")).toBe(nameOf("1. Y3 R2 *"));
  expect(nameOf("1. Y3 R2 *")).not.toBe(nameOf("1. Y3 R3 *"));
  expect(nameOf("")).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});
