import { expect, test } from "vitest";
import { TestSession } from "$lib/game/testing";
import { couldBeDrawn, type Exact, ExactTable, occurredTwice, positionsOf } from "./exact";

const answer = {
  position: "00000/00000 y",
  valueForMover: "win",
  plies: 23,
  moves: [
    { move: "Y1", valueForMover: "win", plies: 22 },
    { move: "Y2", valueForMover: "draw", plies: null },
  ],
};
const response = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const health = (squadroTable?: boolean) => response({ status: "ok", squadroTable });
/** A server with this table. */
const server = (table: () => Promise<Response>) => {
  const asked: string[] = [];
  const get = (address: string) => {
    asked.push(address);
    return address === "/health" ? Promise.resolve(health(true)) : table();
  };
  return { asked, get };
};

test("the table's answer counts as proven, and is requested once", async () => {
  const { asked, get } = server(() => Promise.resolve(response(answer)));
  const table = new ExactTable(get);
  const exact = await table.ask("00000/00000 y");
  expect(exact?.value).toEqual({ kind: "proven", result: "win", plies: 23 });
  expect(exact?.moves[1]).toEqual({ move: "Y2", value: { kind: "proven", result: "draw", plies: null } });
  await table.ask("00000/00000 y");
  expect(asked).toEqual(["/health", "/api/v1/squadro/table?position=00000%2F00000%20y"]);
});

test("a server without a table is asked for availability once, never for a position", async () => {
  for (const none of [health(false), health()]) {
    const asked: string[] = [];
    const table = new ExactTable((address) => (asked.push(address), Promise.resolve(none.clone())));
    const answers = await Promise.all([table.ask("x y"), table.ask("x r"), table.ask("x y")]);
    expect(answers).toEqual([null, null, null]);
    expect(asked).toEqual(["/health"]);
  }
});

test("a damaged or unreachable table is not asked for a while", async () => {
  const broken = [
    () => Promise.resolve(response({ error: "damaged" }, 500)),
    () => Promise.resolve(response({ valueForMover: "perhaps", moves: [] })),
    () => Promise.resolve(new Response("<!doctype html>")),
    () => Promise.reject(new TypeError("offline")),
  ];
  for (const answers of broken) {
    let time = 0;
    const { asked, get } = server(answers);
    const table = new ExactTable(get, () => time);
    const questions = () => asked.filter((address) => address !== "/health").length;
    expect(await table.ask("x y")).toBeNull();
    expect(await table.ask("x y")).toBeNull();
    expect(questions()).toBe(1);
    time = 1e6;
    expect(await table.ask("x y")).toBeNull();
    expect(questions()).toBe(2);
  }
});

test("the rules return the positions of a game", async () => {
  const positions = await positionsOf({ game: "squadro", moves: ["Y1", "R1"] }, new TestSession());
  expect(positions).toHaveLength(3);
  expect(positions[0]).toBe("00000/00000 y");
});

test("SQ-10: positions that occurred twice may turn a win into a draw, if they lie on the way", async () => {
  const positions = ["a y", "b r", "a y", "b r", "c y"];
  expect(occurredTwice(positions)).toEqual(["a y", "b r"]);
  expect(occurredTwice(["a y", "b r", "a y"])).toEqual([]);
  const table = (plies: Record<string, [Exact["value"] & { kind: "proven" }, number]>) => (position: string) => {
    const found = plies[position];
    return Promise.resolve(found ? { value: { ...found[0], plies: found[1] }, moves: [] } : null);
  };
  const win = { kind: "proven", result: "win", plies: 20 } as const;
  const loss = { kind: "proven", result: "loss", plies: 20 } as const;
  // On the way if it is nearer to the end for the same winner; not if it is further away or won by the other
  // side.
  expect(await couldBeDrawn(positions, win, table({ "a y": [win, 10], "b r": [loss, 30] }))).toBe(true);
  expect(await couldBeDrawn(positions, win, table({ "a y": [win, 24], "b r": [loss, 9] }))).toBe(true);
  expect(await couldBeDrawn(positions, win, table({ "a y": [win, 24], "b r": [loss, 23] }))).toBe(false);
  expect(await couldBeDrawn(positions, win, table({ "a y": [loss, 4], "b r": [win, 3] }))).toBe(false);
  expect(await couldBeDrawn(positions, win, () => Promise.resolve(null))).toBe(true);
  expect(await couldBeDrawn(["a y", "b r"], win, () => Promise.resolve(null))).toBe(false);
  const draw = { kind: "proven", result: "draw", plies: null } as const;
  expect(await couldBeDrawn(positions, draw, () => Promise.resolve(null))).toBe(false);
});
