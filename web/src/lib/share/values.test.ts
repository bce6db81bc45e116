import { expect, it } from "vitest";
import { csvOf } from "./values";

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
