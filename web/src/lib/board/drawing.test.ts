import { expect, test } from "vitest";
import { Drawing } from "./drawing.svelte";

test("a drag draws an arrow, a click a circle, the same again takes it away", () => {
  const drawing = new Drawing();
  drawing.begin(1);
  drawing.end(4);
  drawing.begin(2);
  drawing.end(2);
  expect(drawing.shapes).toEqual([
    { kind: "arrow", cells: [1, 4] },
    { kind: "circle", cells: [2] },
  ]);
  drawing.begin(1);
  drawing.end(4);
  expect(drawing.shapes).toEqual([{ kind: "circle", cells: [2] }]);
});

test("what ends beside the board draws nothing", () => {
  const drawing = new Drawing();
  drawing.begin(1);
  drawing.end(null);
  drawing.end(3);
  drawing.begin(null);
  drawing.end(3);
  expect(drawing.shapes).toEqual([]);
});
