// Number One tutorial. The learner is player a.

import type { Lesson } from "./types";

const START = ["LSM", "LSM"];

export default {
  game: "number-one",
  steps: [
    {
      id: "setup",
      ruling: "NO-3",
      opening: { players: 2 },
      task: { wanted: [{ event: "sets-up", args: [0, 1, "a1"] }] },
    },
    {
      id: "distance",
      ruling: "NO-5",
      opening: { players: 2, moves: START },
      task: { wanted: [{ event: "steps", args: [0, 3] }] },
    },
    {
      id: "over",
      ruling: "NO-7",
      opening: { position: "ooob3b1/ooooob2/oo.oooo/ooo.oooo/oo..a2a3ooo/oooooooo/oa1ooooo/.ooooo/..ooo a 1 -" },
      circles: ["e5"],
      task: { wanted: [{ event: "turns-over" }] },
    },
    {
      id: "turned",
      ruling: "NO-7",
      opening: { position: "ooob3b1/ooooob2/oo.oooo/ooo.oooo/oo..A2o.oo/oooooooo/oa1.o.oo/.a3oooo/..ooo a - -" },
      circles: ["e5"],
      task: { wanted: [{ event: "steps", args: [0, 2] }] },
    },
    {
      id: "turn",
      ruling: "NO-4",
      opening: { position: "ooob3b1/ooooob2/ooooooo/oooo.ooo/ooo.oa3ooo/o.oa2o.oo/.a1.oooo/..o.oo/..ooo a 3 -" },
      task: { wanted: [{ toAct: 1 }], without: "turns-over", plies: 2 },
    },
    {
      id: "bend",
      ruling: "NO-6",
      opening: { position: "ooob2b3/oooooo/ooooooo/oooooooo/ooa2ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -" },
      circles: ["e3"],
      task: {
        wanted: [
          { event: "steps", args: [0, 2, "e3", "f5"] },
          { event: "steps", args: [0, 2, "e3", "d4"] },
        ],
      },
    },
    {
      id: "blocked",
      ruling: "NO-9",
      opening: { position: "ooob3b1/ooooob2/oA3..ooo/oo....oo/o...A2o.oo/.ooooooo/.a1.o.oo/..oooo/..ooo a - -" },
      circles: ["e5", "g4"],
      task: { wanted: [{ toAct: 1 }], without: "drops-out", plies: 3 },
    },
    {
      id: "small",
      ruling: "NO-10",
      opening: { position: "...oB1/...a1../.o...../o......./....o..o./......o./o.a2.o../....o./..... a - -" },
      circles: ["i9"],
      task: { wanted: [{ won: 0 }], plies: 2 },
    },
    {
      id: "ranks",
      ruling: "NO-12",
      opening: {
        players: 3,
        position: "b1o.../.o..../..b2..../......../..o...o../...o..../......./oo..../a1oa3.. a - c",
      },
      task: null,
    },
  ],
} satisfies Lesson as Lesson;
