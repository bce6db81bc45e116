// Peak tutorial. The learner is Light.

import type { Lesson } from "./types";

export default {
  game: "peak",
  steps: [
    { id: "jump", ruling: "PK-3", opening: {}, circles: ["d4"], task: { wanted: [{ ends: ["d4"] }] } },
    {
      id: "choice",
      ruling: "PK-4",
      opening: { position: "....../....../....../....../....../ld.d.l l -" },
      circles: ["e1"],
      task: { wanted: [{ ends: ["e1"] }] },
    },
    {
      id: "stack",
      ruling: "PK-4",
      opening: { position: "....../....../....../l...../d...../ldld.. l -" },
      task: { wanted: [{ event: "stacks" }] },
    },
    {
      id: "count",
      ruling: "PK-3",
      opening: { position: ".....l/.....d/.....d/....../3d...../l2d.l.. l -" },
      circles: ["b1"],
      task: {
        wanted: [
          { event: "jumps", args: [0, "a1"] },
          { event: "jumps", args: [0, "d1"] },
        ],
      },
    },
    {
      id: "stays",
      ruling: "PK-2",
      opening: { position: "....../....../....../d...../d...../ldd3d2l. l -" },
      circles: ["d1"],
      task: { wanted: [{ event: "stacks", args: [null, 4, 0] }] },
    },
    {
      id: "stuck",
      ruling: "PK-6",
      opening: { position: ".....l/.....d/.....d/....../....../...... l -" },
      task: { wanted: [{ event: "stuck" }] },
    },
    {
      id: "score",
      ruling: "PK-7",
      opening: { position: "....../....../....../....../....../l2l.3d.. l s" },
      task: { wanted: [{ won: 0 }] },
    },
    {
      id: "repetition",
      ruling: "PK-8",
      opening: {
        position: "d2d..../....../.....3l/....../....../.2ll... d -",
        moves: ["a6-c6", "c1-a1", "c6-a6", "a1-c1", "a6-c6", "c1-a1", "c6-a6"],
      },
      task: { wanted: [{ won: 0 }] },
    },
  ],
} satisfies Lesson as Lesson;
