// Renders the rules pages of docs/rules as HTML during the build, so that the browser parses no Markdown.

import { marked } from "marked";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { rulesAddress, rulesWith, RULINGS } from "../src/lib/learn/rulings.ts";

export interface Ruling {
  id: string;
  title: string;
  /** Whether the ruling, or part of it, is ours because the rulebook does not cover it. */
  ours: boolean;
}
/** A section of the page: a ruling, or the text between rulings (`id` null). */
export interface RulesPart {
  id: string | null;
  html: string;
}
export interface Rules {
  parts: RulesPart[];
  rulings: Ruling[];
}

/**
 * The words with which a language marks rules that are not in the rulebook: the first bold words of its house
 * rules, which are entirely ours.
 */
export const markIn = (table: string): string => /\*\*([^*]+)\*\*/.exec(table)?.[1] ?? "";

const ANCHOR = /^<a id="([A-Z]{2}-\d+)"><\/a>$/;

/** A section of the source: a ruling, or the text between rulings (`id` null). */
interface Part {
  id: string | null;
  lines: string[];
}

/** A ruling extends from its anchor to the next anchor or heading. */
function parts(text: string): Part[] {
  let part: Part = { id: null, lines: [] };
  const all = [part];
  for (const line of text.split("\n")) {
    const id = ANCHOR.exec(line)?.[1];
    const heading = part.id !== null && line.startsWith("#");
    if (id !== undefined || heading) all.push((part = { id: id ?? null, lines: [] }));
    if (id === undefined) part.lines.push(line);
  }
  return all;
}

/** The URL of a ruling, on this page or another. */
function address(id: string): string {
  const rules = rulesWith(id);
  if (rules === null) throw new Error(`no rules have ${id}`);
  return `${rulesAddress(rules)}#${id}`;
}

/** A link to a ruling by file name; it is removed, as every ruling becomes a link anyway. */
const FILE_LINK = /<a href="[a-z-]+\.md#([A-Z]{2}-\d+)">\1<\/a>/g;

/** A paragraph that contains only pictures. */
const PICTURES = /<p>((?:<img [^>]*>\s*)+)<\/p>/g;
const picture = (tag: string): string =>
  tag.replace(
    /src="(?:\.\.\/)+pictures\/([a-z0-9-]+\.svg)" alt="([^"]*)"[^>]*/,
    (_, name: string, alt: string) => `src="pictures/${name}" alt="${alt.replace(/\s+/g, " ")}" loading="lazy"`,
  );

/** Adds links to rulings, marks on our own rules, scrolling boxes and rows of pictures. */
function finish(html: string, own: string | null, mark: string): string {
  const linked = html
    .replace(FILE_LINK, "$1")
    .split(/(<code[\s\S]*?<\/code>|<[^>]*>)/)
    .map((piece, i) =>
      // Every other piece is a tag or code, which must not be changed.
      i % 2 === 1 ? piece : piece.replace(RULINGS, (id) => (id === own ? id : `<a href="${address(id)}">${id}</a>`)),
    )
    .join("");
  return linked
    .replace(
      new RegExp(`<strong>(${mark})((?:\\u00a0)?[.:]?)</strong>((?:\\u00a0)?:?)`, "g"),
      '<mark class="ours">$1$2$3</mark>',
    )
    .replace(/<table>([\s\S]*?)<\/table>/g, '<div class="wide" tabindex="0"><table>$1</table></div>')
    .replaceAll("<pre>", '<pre class="wide" tabindex="0">')
    .replace(PICTURES, (_, images: string) => `<p class="pictures">${images.replace(/<img [^>]*>/g, picture)}</p>`);
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
/** Decodes character references in HTML without tags. */
const plain = (html: string): string => html.replace(/&([^;]+);/g, (whole, name: string) => CHARACTERS[name] ?? whole);

function ruling(id: string, source: string, mark: string): { part: RulesPart; ruling: Ruling } {
  const html = finish(marked.parse(source, { async: false }), id, mark);
  const head = /<strong>(?:[A-Z]{2}-\d+ )([\s\S]*?)<\/strong>/;
  const title = plain(head.exec(html)?.[1] ?? "").replace(/\.$/, "");
  const number = `<a class="number" href="${address(id)}">${id}</a>`;
  const named = html.replace(
    head,
    (_, words: string) => `<strong role="heading" aria-level="4">${number} ${words}</strong>`,
  );
  const ours = html.includes('<mark class="ours">');
  return { part: { id, html: named }, ruling: { id, title, ours } };
}

/** Renders the rules; `mark` is the label of rules that are ours. */
export function rulesOf(text: string, mark: string): Rules {
  // The page adds its own main heading.
  const rulings: Ruling[] = [];
  const made = parts(text.replace(/^# .*\n/, "")).map(({ id, lines }): RulesPart => {
    const source = lines.join("\n");
    if (id === null) return { id, html: finish(marked.parse(source, { async: false }), null, mark) };
    const { part, ruling: entry } = ruling(id, source, mark);
    rulings.push(entry);
    return part;
  });
  return { parts: made.filter(({ html }) => html !== ""), rulings };
}

/** The rules as a module. Pictures become assets, with width and height to avoid layout shifts. */
function moduleOf(rules: Rules, folder: string): string {
  const imports: string[] = [];
  const text = JSON.stringify(rules).replace(/src=\\"pictures\/([^"\\]+)\\"/g, (_, name: string) => {
    const file = join(folder, name);
    const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(readFileSync(file, "utf8")) ?? [];
    const variable = `picture${imports.length}`;
    imports.push(`import ${variable} from ${JSON.stringify(`${file}?url`)};\n`);
    return `src=\\"" + ${variable} + "\\" width=\\"${width}\\" height=\\"${height}\\"`;
  });
  return `${imports.join("")}export default ${text};`;
}

export function rulesPages(): Plugin {
  return {
    name: "rules-pages",
    transform(text, id) {
      if (!/\/docs\/rules\/(?:[a-z]{2,3}\/)?[a-z-]+\.md$/.test(id)) return null;
      const table = join(dirname(id), "table.md");
      this.addWatchFile(table);
      const mark = markIn(readFileSync(table, "utf8"));
      const docs = dirname(id).replace(/\/rules(?:\/[a-z]{2,3})?$/, "");
      return { code: moduleOf(rulesOf(text, mark), join(docs, "pictures")), map: null };
    },
  };
}
