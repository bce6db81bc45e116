// One Piece for Two tutorial. The learner is Red.

import type { Lesson } from "./types";

export default {
  game: "one-piece-for-two",
  steps: [
    {
      id: "place",
      ruling: "OP-2",
      opening: {},
      circles: ["d1"],
      task: { wanted: [{ event: "places", args: [null, "d1"] }] },
    },
    {
      id: "pile",
      ruling: "OP-3",
      opening: { position: "a1^,c1> r -" },
      task: {
        wanted: [
          { event: "places", args: [null, "c2", "d2"] },
          { event: "places", args: [null, "d2", "c2"] },
        ],
      },
    },
    { id: "four", ruling: "OP-6", opening: { position: "a1^,b1^,c1^ r -" }, task: { wanted: [{ won: 0 }] } },
    {
      id: "both",
      ruling: "OP-6",
      opening: { position: "a1^,b1^,c1^ r -" },
      task: { wanted: [{ event: "makes-line", args: [1] }] },
    },
    {
      id: "block",
      ruling: "OP-6",
      opening: { position: "a2v,b2v,c2v r -" },
      circles: ["d1"],
      task: { wanted: [{ event: "places", args: [null, "d1"] }] },
    },
    {
      id: "box",
      ruling: "OP-5",
      opening: { options: { pieces: "4" }, position: "a1^,b1^,c1^,h1^ r -" },
      task: { wanted: [{ won: 0 }] },
    },
    {
      id: "covered",
      ruling: "OP-5",
      opening: { options: { pieces: "5" }, position: "b1>,b2^,b4^,f1>,g2^ r -" },
      circles: ["b4"],
      task: { wanted: [{ event: "relocates", args: [null, "b4"] }] },
    },
    {
      id: "draws",
      ruling: "OP-7",
      opening: { options: { width: "4", height: "4", pieces: "8" }, position: "a2v,a3^,b1^,b4>,c2v,c3<,d1^,d4v r -" },
      task: null,
    },
    {
      id: "fork",
      ruling: "OP-6",
      opening: { position: "b1^,b3^,c2v,c3^,e1>,f2^,f4^,f6^ r -" },
      task: { wanted: [{ won: 0 }], plies: 2 },
    },
  ],
} satisfies Lesson as Lesson;
