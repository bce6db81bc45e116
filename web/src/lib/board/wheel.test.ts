import { expect, test } from "vitest";
import { wheelSteps } from "./wheel";

const roll = (...bits: number[]) => {
  const rolled = wheelSteps();
  return bits.map((deltaY) => rolled({ deltaY, deltaMode: 0 }));
};

test("a mouse wheel notch is a step", () => {
  expect(roll(100, 120, -100)).toEqual([1, 1, -1]);
  expect(wheelSteps()({ deltaY: 3, deltaMode: 1 })).toBe(1);
});

test("touch pad deltas add up, and a change of direction starts over", () => {
  expect(roll(15, 15, 15, 15)).toEqual([0, 0, 1, 0]);
  expect(roll(30, -20, -20)).toEqual([0, 0, -1]);
});
