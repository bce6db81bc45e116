// Squadro tutorial. The learner is Yellow.

import type { Lesson } from "./types";

/** A repeating position: two free pieces chase each other. */
const CHASE = [...Array<string[]>(4).fill(["R1", "Y1"]), ...Array<string[]>(2).fill(["R5", "Y5"])].flat();

export default {
  game: "squadro",
  steps: [
    { id: "speed", ruling: "SQ-2", opening: {}, task: { wanted: [{ ends: ["Y1/R3", "Y5/R3"] }] } },
    {
      id: "turn",
      ruling: "SQ-5",
      opening: { position: "30000/00000 y" },
      task: { wanted: [{ event: "turns-round" }] },
    },
    {
      id: "back",
      ruling: "SQ-2",
      opening: { position: "66000/00000 y" },
      circles: ["Y1 turn", "Y2 turn"],
      task: { wanted: [{ ends: ["Y2/R3"] }] },
    },
    {
      id: "home",
      ruling: "SQ-5",
      opening: { position: "09000/00000 y" },
      task: { wanted: [{ event: "comes-home" }] },
    },
    {
      id: "jump",
      ruling: "SQ-6",
      opening: { position: "00200/00300 y" },
      task: { wanted: [{ event: "sent-back" }] },
    },
    {
      id: "several",
      ruling: "SQ-6",
      opening: { position: "30200/00331 y" },
      task: { wanted: [{ event: "sent-back", args: ["R4"] }] },
    },
    {
      id: "sent",
      ruling: "SQ-7",
      opening: { position: "33000/000a1 y" },
      task: { wanted: [{ event: "sent-back", args: ["R4", "R4 turn"] }] },
    },
    {
      id: "win",
      ruling: "SQ-9",
      opening: { position: "ccc90/66600 y" },
      task: { wanted: [{ won: 0 }] },
    },
    {
      id: "repetition",
      ruling: "SQ-10",
      opening: { position: "bccc5/0cccb r", moves: [...CHASE, ...CHASE].slice(0, -1) },
      task: { wanted: [{ won: 0 }] },
    },
    {
      id: "race",
      ruling: "SQ-9",
      opening: { position: "5cc6c/6c7cc y" },
      task: { wanted: [{ won: 0 }], plies: 3 },
    },
  ],
} satisfies Lesson as Lesson;
