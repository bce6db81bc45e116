// Checks that the type definitions match real data: the module's answers are written to a file as typed
// literals and compiled, which finds missing fields as well as extra ones.

import ts from "typescript";
import { expect, test } from "vitest";
import { TestSession, games, thoughts, words } from "$lib/game/testing";
import { type Action, GAMES, type ContestUpdate, type Opening, type Seat, type View } from "./types";

/** Keeps one list item per shape; the rest adds nothing. */
function shortened(_: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const make = (item: unknown, at: number) => {
    if (typeof item !== "object" || item === null) return at;
    const fields = Object.entries(item).map(([key, of]) => [key, of === null ? "null" : typeof of]);
    return JSON.stringify([fields, "kind" in item && item.kind, "shape" in item && item.shape]);
  };
  return [...new Map(value.map((item, at) => [make(item, at), item])).values()];
}

function complaints(literals: [type: string, value: unknown][]): string[] {
  const name = "src/lib/engine/literals.ts";
  const lines = literals.map(
    ([type, value], at) => `export const v${at}: t.${type} = ${JSON.stringify(value, shortened)};`,
  );
  const text = `import type * as t from "./types";\n${lines.join("\n")}\n`;
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file.endsWith(name) || fileExists.call(host, file);
  host.getSourceFile = (file, language) =>
    file.endsWith(name) ? ts.createSourceFile(file, text, language) : getSourceFile.call(host, file, language);
  const program = ts.createProgram([name], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(name))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const openings: Opening[] = [...GAMES.map((game): Opening => ({ game })), { game: "number-one", players: 4 }];

async function answers(opening: Opening): Promise<[string, unknown][]> {
  const session = new TestSession();
  let view: View = await session.open(opening);
  const all: [string, unknown][] = [["View", view]];
  for (let ply = 0; view.moves.length > 0; ply++) {
    const { move } = view.moves[(ply * 7919) % view.moves.length]!;
    const moved: { view: View } = await session.play(move);
    view = moved.view;
    if (ply < 12 || view.moves.length === 0) all.push(["Moved", moved]);
  }
  all.push(...(await contested(opening)));
  all.push(["Typed", await session.typed("nonsense")]);
  all.push(["Typed", await session.typed("")]);
  all.push(["Description", await session.describePly(1)]);
  all.push(["Rematch", await session.rematch()]);
  all.push(["Replayed", await new TestSession().replay(await session.record({}))]);
  all.push(["Replayed", await new TestSession().replay(`[Game "${opening.game}"]\n\n1. nonsense *`)]);
  all.push(["Status", await session.follow([])]);
  all.push(["Typed", await session.typed("R")]);
  return all;
}

/** The contest's output for a move, an offer, a resignation and the end. */
async function contested({ game, players }: Opening): Promise<[string, unknown][]> {
  const session = new TestSession();
  const clock = { system: "byo-yomi", initial: 60_000, period: 5000, periods: 2 } as const;
  const terms = { game, ...(players && { players }), clock };
  const begun: ContestUpdate = await session.begin({ at: 0, terms, names: [], moves: [] });
  const all: ContestUpdate[] = [begun];
  const act = async (seat: Seat, action: Action) => void all.push(await session.act(all.length, seat, action));
  for (let plies = 0; plies < 5; plies++) {
    const view: View = await session.view();
    await act(view.status.toAct!, { move: view.moves[0]!.move });
  }
  const toAct: Seat = (await session.view().then((view: View) => view.status.toAct))!;
  await act(toAct, "take-back").catch(() => undefined);
  await act((toAct + 1) % 2, "accept").catch(() => undefined);
  await act(0, "offer-draw").catch(() => undefined);
  await act(1, "offer-draw").catch(() => undefined);
  await act(1, "resign");
  return all.map((judged) => ["ContestUpdate", judged]);
}

test("the types match the module's output", { timeout: 60_000 }, async () => {
  const all: [string, unknown][] = [
    ["GameInfo[]", games()],
    ["Word[]", words()],
  ];
  for (const opening of openings) all.push(...(await answers(opening)));
  for (const thought of thoughts(openings)) all.push(["Thought", thought]);
  expect(complaints(all)).toEqual([]);
});

test("and the check detects errors", { timeout: 60_000 }, () => {
  expect(complaints([["LegalMove", { move: "Y1", targets: [1], more: true }]])).toHaveLength(1);
  expect(complaints([["LegalMove", { move: "Y1" }]])).toHaveLength(1);
});
