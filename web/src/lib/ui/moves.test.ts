import { describe, expect, it } from "vitest";
import { moveRows, type Rows } from "./moves";

/** Moves are written as `seat:move`. */
const played = (text: string) =>
  text
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => ({ seat: Number(word[0]), move: word.slice(2) }));
const written = ({ rows }: Rows) =>
  rows.map(({ number, turns }) =>
    [number, ...turns.map((turn) => (turn ? turn.plies.map(({ move, ply }) => `${move}@${ply}`).join(" ") : "-"))].join(
      " | ",
    ),
  );

describe("rows of the move list", () => {
  it("are empty before the first move", () => {
    expect(moveRows("squadro", 2, [])).toEqual({ columns: [0, 1], rows: [] });
    expect(moveRows("number-one", 3, [])).toEqual({ columns: [], rows: [] });
  });
  it("have a column for each seat", () => {
    const rows = moveRows("squadro", 2, played("0:Y1 1:R1 0:Y2"));
    expect(rows.columns).toEqual([0, 1]);
    expect(written(rows)).toEqual(["1 | Y1@1 | R1@2", "2 | Y2@3 | -"]);
  });
  it("start with the first seat to move", () => {
    const rows = moveRows("squadro", 2, played("1:R1 0:Y1 1:R2"));
    expect(rows.columns).toEqual([1, 0]);
    expect(written(rows)).toEqual(["1 | R1@1 | Y1@2", "2 | R2@3 | -"]);
  });
  it("end when a seat was skipped", () => {
    const rows = moveRows("peak", 2, played("0:a 1:b 1:c 0:d"));
    expect(written(rows).map((row) => row.slice(2))).toEqual(["| a@1 | b@2", "| - | c@3", "| d@4 | -"]);
  });
  it("hold a whole turn in Number One", () => {
    const rows = moveRows("number-one", 3, played("0:MSL 1:MLS 2:SML 0:Le1 0:Sb2 0:Mc4 1:Sh5 1:Mf4 2:Se8"));
    expect(rows.columns).toEqual([]);
    expect(written(rows)).toEqual([
      "1 | MSL@1",
      "1 | MLS@2",
      "1 | SML@3",
      "2 | Le1@4 Sb2@5 Mc4@6",
      "2 | Sh5@7 Mf4@8",
      "2 | Se8@9",
    ]);
  });
});
