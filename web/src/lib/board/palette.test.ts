// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./palette.css", import.meta.url), "utf8");
type Colours = Record<string, string>;

function block(selector: string): Colours {
  const start = css.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`no ${selector}`);
  const lines = css.slice(start, css.indexOf("}", start)).matchAll(/--([\w-]+): ([^;]+);/g);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}
function themes(board: string): Record<string, Colours> {
  const all = Object.entries(block(board));
  const of = (which: number) =>
    Object.fromEntries(all.map(([name, value]) => [name, /^light-dark\((.*), (.*)\)$/.exec(value)?.[which] ?? value]));
  return { light: of(1), dark: of(2), contrast: { ...of(1), ...block(`:root[data-theme="contrast"] ${board}`) } };
}
/** Relative luminance as defined by WCAG. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const part = parseInt(colour.slice(i, i + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const BOARDS = [
  {
    board: ".board.tracks",
    pieces: ["seat-1", "seat-2", "accent"],
    woods: ["wood-1", "wood-2", "wood-3"],
    inks: ["seat-1", "seat-2"].map((seat) => [`${seat}-ink`, seat]),
  },
  {
    board: ".board.hexagon",
    pieces: ["seat-1", "seat-2", "seat-3", "seat-4", "token"],
    woods: ["wood-1", "wood-2", "wood-3"],
    inks: ["seat-1", "seat-2", "seat-3", "seat-4"].map((seat) => ["inlay", seat]),
  },
  {
    board: ".board.seats",
    pieces: ["seat-1", "seat-2"],
    woods: ["wood-1", "wood-2", "wood-3", "seat-floor"],
    inks: ["seat-1", "seat-2"].map((seat) => [`${seat}-ink`, seat]),
  },
];

describe.each(BOARDS)("$board", ({ board, pieces, woods, inks }) => {
  it.each(Object.entries(themes(board)))("pieces contrast with wood, and letters with pieces: %s", (_, colours) => {
    const of = (a = "", b = "") => ({ of: `${a} on ${b}`, is: contrast(colours[a] ?? "", colours[b] ?? "") });
    const onWood = pieces.flatMap((piece) => woods.map((wood) => of(piece, wood)));
    const letters = [...inks, ["ink", "wood-1"]].map(([ink, below]) => of(ink, below));
    expect(onWood.filter(({ is }) => !(is >= 3))).toEqual([]);
    expect(letters.filter(({ is }) => !(is >= 4.5))).toEqual([]);
  });
});
