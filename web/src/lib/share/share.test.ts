import { describe, expect, it } from "vitest";
import type { Opening } from "$lib/engine/types";
import { testTexts } from "$lib/game/testing";
import { placeIn } from "$lib/study/path";
import { editorAddress, embedAddress, frameOf, liveAddress, playAddress } from "./links";
import { holderOf, nameOf } from "./save-import";
import { csvOf } from "./values";

const OPENINGS: Opening[] = [
  { game: "squadro", options: {} },
  { game: "peak", options: {}, position: "ddlldd/llddll/ddl2ldd/llddll/ddlldd/.lddll d -", moves: ["a2-a5"] },
  { game: "one-piece-for-two", options: { width: "5", pieces: "8" }, position: "c1^,d1> b -", moves: ["a1>", "c3^"] },
  { game: "number-one", options: {}, players: 3, moves: ["LSM", "LMS"] },
];

/** Path, query and fragment of an address on this site. */
const parts = (address: string) => new URL(address, "http://here");

describe("addresses", () => {
  it("of embedded games are parsed like analysis links", async () => {
    for (const opening of OPENINGS) {
      const { address, place } = placeIn(embedAddress(opening));
      expect(place).toBe(opening.moves ? String(opening.moves.length) : "");
      const tree = await testTexts.readLink(address.replace(/^\/embed\/([^/?#]*)/, "/$1/analysis"));
      expect(tree.faults).toEqual([]);
      expect(tree.opening).toMatchObject({ game: opening.game, ...(opening.options && { options: opening.options }) });
      expect(tree.nodes.slice(1).map(({ move }) => move)).toEqual(opening.moves ?? []);
    }
  });
  it("of live games are short, and frames are complete HTML", () => {
    expect(liveAddress("k2vq8mzt4wpc")).toBe("/embed/g/k2vq8mzt4wpc");
    const holder = document.createElement("div");
    const address = "http://here/embed/one-piece-for-two?width=5&pieces=8#a1%3E";
    holder.innerHTML = frameOf(address);
    expect(holder.querySelector("iframe")?.getAttribute("src")).toBe(address);
    expect(holder.children).toHaveLength(1);
  });
  it("of the editor and the new-game page contain position and options", () => {
    const [, , opening] = OPENINGS as [Opening, Opening, Opening];
    expect(editorAddress(opening)).toBe("/one-piece-for-two/editor/c1%5E,d1%3E_b_-?width=5&pieces=8");
    const { search } = parts(playAddress(opening));
    expect(new URLSearchParams(search).get("position")).toBe("c1^,d1> b -");
  });
});

it("reads the players of a record", () => {
  expect(holderOf("Anna")).toEqual({ kind: "person", name: "Anna" });
  expect(holderOf("?")).toEqual({ kind: "person", name: "" });
  expect(holderOf("Computer, level 7")).toEqual({ kind: "computer", level: 7 });
  expect(holderOf("Computer, level 11")).toEqual({ kind: "person", name: "Computer, level 11" });
});
it("derives an id from the record, usable in addresses", () => {
  expect(nameOf("1. Y3 R2 *")).toBe(nameOf("1. Y3 R2 *"));
  expect(nameOf("1. Y3 R2 *")).not.toBe(nameOf("1. Y3 R3 *"));
  expect(nameOf("")).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});

it("writes a line per ply", () => {
  const csv = csvOf([
    { ply: 1, seat: 0, move: "Y3", value: { kind: "proven", result: "win", plies: 23 } },
    { ply: 2, seat: 1, move: 'R"2', value: { kind: "estimate", value: -0.25 } },
    { ply: 3, seat: 2, move: "a,b", value: { kind: "shares", shares: [0.5, 0.25, 0.25], proven: false } },
    { ply: 4, seat: null, move: "Y1", value: null },
  ]);
  expect(csv.split("\r\n")).toEqual([
    "ply,seat,move,kind,value,plies",
    "1,1,Y3,proven,win,23",
    '2,2,"R""2",estimate,-0.25,',
    '3,3,"a,b",estimate,0.5 0.25 0.25,',
    "4,,Y1,,,",
    "",
  ]);
});
