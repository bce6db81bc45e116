import { expect, it } from "vitest";
import { QUIET, qrPath } from "./qr";

/** The dark modules drawn by a path. */
function modules({ size, path }: { size: number; path: string }): boolean[][] {
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let at = 0; at < Number(length); at++) dark[Number(y)]![Number(x) + at] = true;
  return dark;
}
const FINDER = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"];

it("has three finder patterns and an empty quiet zone", async () => {
  const code = await qrPath("http://192.168.0.17:7878/g/abcdefghijkm?invitation=0123456789abcdef01234567");
  const dark = modules(code);
  const near = QUIET;
  const far = code.size - QUIET - FINDER.length;
  const drawn = (x: number, y: number) =>
    FINDER.map((row, down) => [...row].map((_, right) => (dark[y + down]![x + right] ? "#" : " ")).join(""));
  expect(drawn(near, near)).toEqual(FINDER);
  expect(drawn(far, near)).toEqual(FINDER);
  expect(drawn(near, far)).toEqual(FINDER);
  expect(drawn(far, far)).not.toEqual(FINDER);
  const inside = (at: number) => at >= QUIET && at < code.size - QUIET;
  const outside = dark.flatMap((row, y) => row.filter((one, x) => one && !(inside(x) && inside(y))));
  expect(outside).toEqual([]);
});

it("differs for another text", async () => {
  expect((await qrPath("a")).path).not.toBe((await qrPath("b")).path);
});
