// @vitest-environment node

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bookFiles, contents } from "../../plugins/book";
import { noticed, packageOf } from "../../plugins/licences";

const files = bookFiles();
const pages = [...files].filter(([name]) => name.endsWith(".html"));
/** The file behind an address of the book; null for one outside it. */
const fileAt = (path: string): string | null => {
  if (!path.startsWith("/docs")) return null;
  if (path === "/docs") return "docs/index.html";
  return files.has(path.slice(1)) ? path.slice(1) : `${path.slice(1)}.html`;
};

test("every page of docs/ is in the book", () => {
  const names = readdirSync(new URL("../../../docs/", import.meta.url)).filter((name) => name.endsWith(".md"));
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const page = name === "README.md" ? "index" : name.slice(0, -3);
    expect(files.has(`docs/${page}.html`), name).toBe(true);
  }
});

test.each(pages)("%s holds what the security policy allows, and its links lead somewhere", (name, html) => {
  expect(html).not.toMatch(/ style=|<script|<style| on\w+=/);
  expect(html.match(/<h1>/g), name).toHaveLength(1);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size, name).toBe(ids.length);
  for (const [, target = ""] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
    const [path = "", anchor] = target.split("#");
    if (/^https?:/.test(target)) continue;
    const file = path === "" ? name : fileAt(path);
    if (file === null) expect(path, target).toMatch(/^\/(?:$|icon\.svg$|[a-z-]+\/rules$|rules\/table$)/);
    else expect(files.get(file), target).toBeDefined();
    if (file !== null && anchor !== undefined) expect(files.get(file), target).toContain(` id="${anchor}"`);
  }
});

test("pages are linked in the order of the contents, without script", () => {
  const first = files.get("docs/playing.html") ?? "";
  expect(first).toContain('<p class="next"><a rel="next" href="/docs/online">');
  expect(first).not.toContain('rel="prev"');
  expect(first).toContain('<a aria-current="page" href="/docs/playing">');
  expect(files.get("docs/online.html")).toContain('rel="prev" href="/docs/playing"');
});

test("contents are parts with links", () => {
  expect(contents("# Book\n- [No](part.md)\n## One\n\n- [A](a.md): x\n- [B](../B.md)\n## Two\ntext\n")).toEqual([
    {
      title: "One",
      chapters: [
        { title: "A", file: "docs/a.md" },
        { title: "B", file: "B.md" },
      ],
    },
    { title: "Two", chapters: [] },
  ]);
});

// The licence notices parse correctly, and link and file match.

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
