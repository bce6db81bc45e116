import { expect, test } from "vitest";
import { Drawing } from "./drawing.svelte";

const plain = { ctrlKey: false, shiftKey: false, altKey: false };

test("a drag draws an arrow, a click a circle, the same again takes it away", () => {
  const drawing = new Drawing();
  drawing.begin(1);
  drawing.end(4, plain);
  drawing.begin(2);
  drawing.end(2, plain);
  expect(drawing.shapes).toEqual([
    { kind: "arrow", cells: [1, 4], colour: "green" },
    { kind: "circle", cells: [2], colour: "green" },
  ]);
  drawing.begin(1);
  drawing.end(4, plain);
  expect(drawing.shapes).toEqual([{ kind: "circle", cells: [2], colour: "green" }]);
});

test("what ends beside the board draws nothing", () => {
  const drawing = new Drawing();
  drawing.begin(1);
  drawing.end(null, plain);
  drawing.end(3, plain);
  drawing.begin(null);
  drawing.end(3, plain);
  expect(drawing.shapes).toEqual([]);
});

test("colours by the keys that are held, and gives away what somebody takes", () => {
  const drawing = new Drawing();
  const taken: string[] = [];
  for (const keys of [{ shiftKey: true }, { ctrlKey: true }, { altKey: true }, { altKey: true, shiftKey: true }]) {
    drawing.begin(1);
    drawing.end(1, { ...plain, ...keys }, ({ colour }) => taken.push(colour));
  }
  expect(taken).toEqual(["red", "red", "blue", "yellow"]);
  expect(drawing.shapes).toEqual([]);
});
