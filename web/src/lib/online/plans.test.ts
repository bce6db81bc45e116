import { describe, expect, test } from "vitest";
import { linesOf, type Step, withLine, withoutLine } from "./plans";

/** `R1 Y2`: the first letter says who moves. */
const steps = (text: string): Step[] => text.split(" ").map((move) => ({ seat: move.startsWith("Y") ? 0 : 1, move }));

describe("conditional moves", () => {
  test("lines with a common beginning share it", () => {
    let tree = withLine([], steps("R1 Y2 R3 Y4"), 0);
    tree = withLine(tree, steps("R1 Y2 R2 Y5"), 0);
    tree = withLine(tree, steps("R4 Y1"), 0);
    expect(tree).toEqual([
      {
        when: ["R1"],
        play: ["Y2"],
        then: [
          { when: ["R3"], play: ["Y4"] },
          { when: ["R2"], play: ["Y5"] },
        ],
      },
      { when: ["R4"], play: ["Y1"] },
    ]);
    expect(linesOf(tree).map((line) => line.join(" "))).toEqual(["R1 Y2 R3 Y4", "R1 Y2 R2 Y5", "R4 Y1"]);
  });

  test("another reply to the same moves replaces the first", () => {
    const tree = withLine(withLine([], steps("R1 Y2 R3 Y4"), 0), steps("R1 Y5"), 0);
    expect(linesOf(tree)).toEqual([["R1", "Y5"]]);
  });

  test("a turn of several moves is one reply", () => {
    expect(withLine([], steps("R1 R2 Y1 Y2 Y3 R4"), 0)).toEqual([{ when: ["R1", "R2"], play: ["Y1", "Y2", "Y3"] }]);
    expect(withLine([], steps("R1 R2"), 0)).toEqual([]);
  });

  test("a removed line keeps what it shares with others", () => {
    const tree = withLine(withLine([], steps("R1 Y2 R3 Y4"), 0), steps("R1 Y2 R2 Y5"), 0);
    const one = withoutLine(tree, ["R1", "Y2", "R3", "Y4"]);
    expect(linesOf(one)).toEqual([["R1", "Y2", "R2", "Y5"]]);
    expect(withoutLine(one, ["R1", "Y2", "R2", "Y5"])).toEqual([]);
    expect(withoutLine(tree, ["R9"])).toEqual(tree);
  });
});
