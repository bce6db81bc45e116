import { expect, test } from "vitest";
import { drawn, HEIGHT, path, WIDTH } from "./graph";

const point = (rating: number, deviation = 50) => ({ number: 1, game: "a", at: 0, rating, deviation, change: 0 });

test("earlier games are on the left, higher ratings further up", () => {
  const { points, lowest, highest } = drawn([point(1500), point(1700), point(1600)]);
  expect([lowest, highest]).toEqual([1500, 1700]);
  expect(points.map(({ x }) => x)).toEqual([0, WIDTH / 2, WIDTH]);
  expect(points[1]!.y).toBeLessThan(points[2]!.y);
  expect(points[2]!.y).toBeLessThan(points[0]!.y);
});

test("everything stays inside the picture, however uncertain", () => {
  const { points, band } = drawn([point(1500, 350), point(1510, 300), point(1200, 250)]);
  for (const { y } of [...points, ...band]) {
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(HEIGHT);
  }
  expect(band).toHaveLength(6);
});

test("a single game is in the middle", () => {
  expect(path(drawn([point(1500)]).points)).toBe(`${WIDTH / 2}.0,${HEIGHT / 2}.0`);
});
