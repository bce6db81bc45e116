// The licence notices parse correctly, and link and file match.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { noticed, packageOf } from "../../plugins/licences";

test("a module's package is recognised by its path", () => {
  for (const [id, name] of [
    ["/a/web/src/lib/x.ts", null],
    ["/a/web/node_modules/svelte/src/x.js", "svelte"],
    ["C:\\a\\node_modules\\@scope\\name\\x.js", "@scope/name"],
    ["/a/node_modules/x/node_modules/@scope/y/z.js?v=1", "@scope/y"],
    ["\0vite/preload-helper.js", "vite"],
    ["\0rolldown/runtime.js", "vite"],
  ] as const)
    expect(packageOf(id), id).toBe(name);
});

test("the notices list the packages of the page and no others", () => {
  const text = readFileSync("../target/licences.txt", "utf8");
  const names = noticed(text);
  expect(names).toContain("svelte");
  expect(names).toContain("workbox-core");
  expect(names).not.toContain("serde");
  expect(names.size).toBeLessThan(20);
  expect(noticed("nothing")).toEqual(new Set());
});
