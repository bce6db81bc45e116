import { expect, test } from "vitest";
import { annotationColour, Annotations } from "./annotations.svelte";

const plain = { ctrlKey: false, shiftKey: false, altKey: false };

test("a drag draws an arrow, a click a circle; repeating a shape removes it", () => {
  const drawing = new Annotations();
  drawing.begin(1, "green");
  drawing.end(4);
  drawing.begin(2, "green");
  drawing.end(2);
  expect(drawing.shapes).toEqual([
    { kind: "arrow", cells: [1, 4], colour: "green" },
    { kind: "circle", cells: [2], colour: "green" },
  ]);
  drawing.begin(1, "green");
  drawing.end(4);
  expect(drawing.shapes).toEqual([{ kind: "circle", cells: [2], colour: "green" }]);
});

test("releasing beside the board draws nothing", () => {
  const drawing = new Annotations();
  drawing.begin(1, "green");
  drawing.end(null);
  drawing.end(3);
  drawing.begin(null, "green");
  drawing.end(3);
  expect(drawing.shapes).toEqual([]);
});

test("modifier keys select the colour, and shapes are passed to the handler", () => {
  const drawing = new Annotations();
  const taken: string[] = [];
  for (const keys of [{ shiftKey: true }, { ctrlKey: true }, { altKey: true }, { altKey: true, shiftKey: true }]) {
    drawing.begin(1, annotationColour({ ...plain, ...keys }));
    drawing.end(1, ({ colour }) => taken.push(colour));
  }
  expect(taken).toEqual(["red", "red", "blue", "yellow"]);
  expect(drawing.shapes).toEqual([]);
});

test("an unfinished shape is shown as a draft", () => {
  const drawing = new Annotations();
  drawing.begin(1, "blue");
  expect([drawing.from, drawing.draft?.kind]).toEqual([1, "circle"]);
  drawing.reach(4);
  expect(drawing.draft).toEqual({ kind: "arrow", cells: [1, 4], colour: "blue" });
  drawing.reach(null);
  expect(drawing.draft?.kind).toBe("circle");
  drawing.end(4);
  expect(drawing.draft).toBeNull();
  expect(drawing.shapes).toHaveLength(1);
});
