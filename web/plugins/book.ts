// Renders docs/ as HTML pages during the build. They are served under /docs and need no script.

import { Marked, type Tokens } from "marked";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { rulesAddress, type RulesName } from "../src/lib/learn/rulings.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The table of contents, which is also the start page. */
const CONTENTS = "docs/README.md";

interface Chapter {
  title: string;
  /** Path from the root of the repository. */
  file: string;
}
interface Part {
  title: string;
  chapters: Chapter[];
}

const read = (file: string): string => readFileSync(`${ROOT}/${file}`, "utf8");

/** The table of contents: a `##` for each part, a list item with a link for each chapter. */
export function contents(text: string): Part[] {
  const parts: Part[] = [];
  for (const line of text.split("\n")) {
    const part = /^## (.+)$/.exec(line)?.[1];
    if (part !== undefined) parts.push({ title: part, chapters: [] });
    const [, title, target] = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
    if (title && target) parts.at(-1)?.chapters.push({ title, file: posix.join(dirname(CONTENTS), target) });
  }
  return parts;
}

const isRules = (file: string): boolean => file.startsWith("docs/rules/");

/** The URL at which a file of the repository is served; throws if the file is not part of the book. */
function address(file: string): string {
  if (file === CONTENTS) return "/docs";
  const rules = /^docs\/rules\/([a-z-]+)\.md$/.exec(file)?.[1];
  if (rules !== undefined) return rulesAddress(rules as RulesName);
  // docs/security.md already has the obvious name.
  if (file === "SECURITY.md") return "/docs/reporting";
  const name = /^(?:docs\/)?([A-Za-z-]+)\.md$/.exec(file)?.[1];
  if (name !== undefined) return `/docs/${name.toLowerCase()}`;
  if (file.startsWith("docs/pictures/")) return `/${file}`;
  if (/^deploy\/.*[^/]$/.test(file)) return `/docs/files/${file}.txt`;
  throw new Error(`${file} is not part of the book`);
}

/** The anchor of a heading, as GitHub makes it. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

interface Rendered {
  html: string;
  /** Headings of the second level. */
  sections: { id: string; html: string }[];
  /** Linked files of deploy/. */
  files: string[];
}

/** Renders a Markdown file; links to other files become links to their URLs. */
function render(file: string): Rendered {
  const sections: Rendered["sections"] = [];
  const files: string[] = [];
  // The id of the navigation.
  const used = new Set(["book"]);
  const served = (href: string): string => {
    if (/^[a-z]+:/.test(href) || href.startsWith("#") || href.startsWith("/")) return href;
    const [path = "", anchor] = href.split("#");
    const target = posix.join(dirname(file), path);
    if (!existsSync(`${ROOT}/${target}`)) throw new Error(`${file}: ${href} does not exist`);
    if (target.startsWith("deploy/")) files.push(target);
    return address(target) + (anchor === undefined ? "" : `#${anchor}`);
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        const html = this.parser.parseInline(tokens);
        let id = slug(text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
        for (let n = 1; used.has(id); n++) id = `${slug(text)}-${n}`;
        used.add(id);
        if (depth === 2) sections.push({ id, html });
        return depth === 1 ? `<h1>${html}</h1>\n` : `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escaped(served(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        return `<img src="${escaped(served(href))}" alt="${escaped(text)}">`;
      },
    },
  });
  const html = marked
    .parse(read(file), { async: false })
    // The content security policy forbids inline styles.
    .replace(/<(t[hd]) align="(\w+)">/g, '<$1 class="$2">')
    .replace(/<table>([\s\S]*?)<\/table>/g, '<div class="wide" tabindex="0"><table>$1</table></div>')
    .replaceAll("<pre>", '<pre tabindex="0">');
  return { html, sections, files };
}

const link = ({ title, file }: Chapter, rel = ""): string => `<a${rel} href="${address(file)}">${escaped(title)}</a>`;

function navigation(parts: Part[], current: string): string {
  const item = (chapter: Chapter): string =>
    `<li>${link(chapter, chapter.file === current ? ' aria-current="page"' : "")}</li>`;
  const list = ({ title, chapters }: Part): string =>
    `<h2>${escaped(title)}</h2>\n<ul>\n${chapters.map(item).join("\n")}\n</ul>`;
  return parts.map(list).join("\n");
}

function onThisPage({ sections }: Rendered): string {
  if (sections.length < 3) return "";
  const items = sections.map(({ id, html }) => `<li><a href="#${id}">${html.replace(/<\/?a\b[^>]*>/g, "")}</a></li>`);
  return `<nav class="sections" aria-label="On this page">\n<ul>\n${items.join("\n")}\n</ul>\n</nav>\n`;
}

function page(parts: Part[], chapters: Chapter[], at: number, rendered: Rendered): string {
  const chapter = chapters[at];
  const title = chapter === undefined ? "Documentation" : chapter.title;
  const [previous, next] = [chapters[at - 1], chapters[at + 1]];
  const step = (name: string, to: Chapter | undefined): string =>
    to === undefined ? "" : `<p class="${name}">${link(to, ` rel="${name}"`)}</p>\n`;
  const body = rendered.html.replace("</h1>\n", `</h1>\n${chapter === undefined ? "" : onThisPage(rendered)}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Ludoteca</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/book.css">
</head>
<body>
<header><a href="/">Ludoteca</a> <a href="/docs">Documentation</a> <a class="jump" href="#book">Contents</a></header>
<main>
${body}<nav class="steps" aria-label="Previous and next page">
${step("prev", previous)}${step("next", next)}</nav>
</main>
<nav id="book" aria-label="Contents">
${navigation(parts, chapter?.file ?? CONTENTS)}
</nav>
</body>
</html>
`;
}

/** All files of the book by their path below the output folder. */
export function bookFiles(): Map<string, string> {
  const parts = contents(read(CONTENTS));
  // The rules have pages of their own.
  const chapters = parts.flatMap((part) => part.chapters).filter(({ file }) => !isRules(file));
  const made = new Map<string, string>();
  const put = (file: string, at: number): void => {
    const rendered = render(file);
    const name = `${address(file).slice(1)}${at < 0 ? "/index" : ""}.html`;
    if (made.has(name)) throw new Error(`${file}: another page is ${name} already`);
    made.set(name, page(parts, chapters, at, rendered));
    for (const linked of rendered.files) made.set(address(linked).slice(1), read(linked));
  };
  put(CONTENTS, -1);
  chapters.forEach(({ file }, at) => put(file, at));
  made.set("docs/book.css", readFileSync(new URL("book.css", import.meta.url), "utf8"));
  for (const name of readdirSync(`${ROOT}/docs/pictures`)) {
    if (name.endsWith(".svg")) made.set(`docs/pictures/${name}`, read(`docs/pictures/${name}`));
  }
  return made;
}

export function book(): Plugin {
  return {
    name: "book",
    apply: "build",
    generateBundle() {
      for (const [fileName, source] of bookFiles()) this.emitFile({ type: "asset", fileName, source });
    },
  };
}
