// Examples for rulings: a position and the moves played there. The rules play them; nothing is drawn in
// advance.

import type { GameId, Opening } from "$lib/engine/types";

export interface Example {
  opening: Opening;
  moves: string[];
}

const example = (game: GameId, position: string, moves: string[], options?: Record<string, string>): Example => ({
  opening: { game, position, ...(options ? { options } : {}) },
  moves,
});
const squadro = (position: string, ...moves: string[]) => example("squadro", position, moves);
const numberOne = (position: string, ...moves: string[]) => example("number-one", position, moves);
const peak = (position: string, ...moves: string[]) => example("peak", position, moves);
const onePiece = (position: string, move: string, options?: Record<string, string>) =>
  example("one-piece-for-two", position, [move], options);

export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  "SQ-2": [squadro("00000/00000 y", "Y1", "R2", "Y3")],
  "SQ-5": [squadro("30000/00000 y", "Y1"), squadro("09000/00000 y", "Y2")],
  "SQ-6": [squadro("00300/00003 y", "Y3"), squadro("00200/00330 y", "Y3")],
  "SQ-7": [squadro("03000/000a0 y", "Y2")],
  "SQ-9": [squadro("ccc90/66600 y", "Y4")],
  "NO-3": [{ opening: { game: "number-one", players: 2 }, moves: ["LSM", "MSL"] }],
  "NO-5": [{ opening: { game: "number-one", players: 2, moves: ["LSM", "LSM"] }, moves: ["Sb2", "Md3", "Ld5"] }],
  "NO-6": [numberOne("ooob2b3/oooooo/ooooooo/oooooooo/ooa2ob1oooo/oooooooo/ooooooo/oooooo/a1oooo a - -", "Mf5")],
  "NO-7": [
    numberOne("ooob3b1/ooooob2/oo.oooo/ooo.oooo/oo..a2a3ooo/oooooooo/oa1ooooo/.ooooo/..ooo a 1 -", "Mg7"),
    numberOne("ooob3b1/ooooob2/oo.oooo/ooo.oooo/oo..a2a3ooo/oooooooo/oa1ooooo/.ooooo/..ooo a 1 -", "Mg5*"),
  ],
  "NO-9": [
    numberOne("ooob3b1/ooooob2/oA3..ooo/oo....oo/o...A2o.oo/.ooooooo/.a1.o.oo/..oooo/..ooo a - -", "Lg7", "Sd3"),
  ],
  "NO-10": [numberOne("...oB1/...a1../.o...../o......./....o..o./......o./o.a2.o../....o./..... a - -", "Si8", "Me5")],
  "PK-3": [
    { opening: { game: "peak" }, moves: ["a1-d4"] },
    peak(".....l/.....d/.....d/....../3d...../l2d.l.. l -", "a1-c1"),
  ],
  "PK-4": [
    peak("....../....../....../....../....../ld.d.l l -", "a1-e1"),
    peak("....../....../....../d...../d...../ldd3d2l. l -", "a1-d1"),
  ],
  "PK-6": [peak("....../....../....../....../....../l2l.... l -", "a1-c1", "c1-a1")],
  "PK-7": [peak("....../....../....../....../....../l2l.3d.. l s", "a1-d1")],
  "OP-3": [onePiece("a1^,c1> r -", "c2>"), onePiece("a1^,c1> r -", "e1^")],
  "OP-5": [onePiece("a1^,b1^,c1^,h1^ r -", "h1^-d1>", { pieces: "4" })],
  "OP-6": [onePiece("a1^,b1^,c1^ b -", "d1>"), onePiece("a1^,b1^,c1^ b -", "d1^")],
};
