import { describe, expect, it, vi } from "vitest";
import type { Opening } from "$lib/engine/types";
import { editorAddress, embedAddress, openingOf, playAddress } from "./links";

vi.mock("$lib/engine/rules", () => ({ readTree: vi.fn(), writeLink: vi.fn() }));

const OPENINGS: Opening[] = [
  { game: "squadro", options: {} },
  { game: "peak", options: {}, position: "ddlldd/llddll/ddl2ldd/llddll/ddlldd/.lddll d -", moves: ["b2-e5"] },
  { game: "one-piece-for-two", options: { width: "5", pieces: "8" }, position: "c1^,d1> b -", moves: ["e1^", "a1>"] },
  { game: "number-one", options: {}, players: 3, moves: ["LSM", "Me5*"] },
];

/** Path, query and fragment of an address of ours. */
const parts = (address: string) => new URL(address, "http://here");

describe("addresses", () => {
  it("of embedded games are read as they were written", () => {
    for (const opening of OPENINGS) {
      const { pathname, search, hash } = parts(embedAddress(opening));
      const place = decodeURIComponent(pathname.split("/").slice(3).join("/")).replaceAll("_", " ");
      expect(openingOf(opening.game, place, search, hash)).toEqual(opening);
    }
  });
  it("of the editor and of the set-up carry position and options", () => {
    const [, , opening] = OPENINGS as [Opening, Opening, Opening];
    expect(editorAddress(opening)).toBe("/one-piece-for-two/editor/c1%5E,d1%3E_b_-?width=5&pieces=8");
    const { search } = parts(playAddress(opening));
    expect(new URLSearchParams(search).get("position")).toBe("c1^,d1> b -");
  });
  it("that are damaged are read as far as they go", () => {
    expect(openingOf("squadro", null, "?players=x", "#%ff_Y1")).toEqual({
      game: "squadro",
      options: {},
      moves: ["%ff", "Y1"],
    });
  });
});
