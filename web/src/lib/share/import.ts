// Import of games as text: pasted, from a file, or dropped on the page.

import { RulesError } from "$lib/engine/port";
import { games, RulesSession } from "$lib/engine/rules";
import { ShareSession } from "$lib/engine/share";
import type { GameId, TreeFault } from "$lib/engine/types";
import { store } from "$lib/game/tools";
import { sayWhy, t } from "$lib/i18n/study";
import { savedFrom } from "./save-import";
import { analysisOfRecord } from "./links";
import type { Imported } from "./types";

/** Maximum characters read from a file. */
export const MOST = 2_000_000;

export type Read =
  /** `faults`: what was left out. */
  { ok: true; address: string; imported: Imported; faults: string[] } | { ok: false; why: string };

/** What was left out, and why. */
function faultText(fault: TreeFault, game: GameId): string {
  const why = sayWhy(fault, game);
  if (fault.ply === null || fault.move === null) return why;
  return t(fault.inVariation ? "import.fault.variation" : "import.fault.ply", fault.ply, fault.move, why);
}

/** Parses a game and returns the address of its analysis. */
export async function readGame(text: string): Promise<Read> {
  if (text.length > MOST) return { ok: false, why: t("import.long") };
  const session = new ShareSession();
  try {
    const imported = await session.importText(text);
    const address = await analysisOfRecord(imported.record);
    return { ok: true, address, imported, faults: imported.faults.map((fault) => faultText(fault, imported.game)) };
  } catch (error) {
    if (error instanceof RulesError) return { ok: false, why: sayWhy(error.failure, error.failure.game ?? "squadro") };
    return { ok: false, why: t("fail.rules", error instanceof Error ? error.message : String(error)) };
  } finally {
    session.free();
  }
}

/** Stores an imported game on this device. An existing copy stays, because it may have been continued. */
export async function keepGame(imported: Imported): Promise<void> {
  const session = new RulesSession();
  try {
    await session.replay(imported.record);
    const view = await session.view();
    const info = (await games()).find(({ id }) => id === view.game)!;
    const saved = savedFrom(imported, view, info, Date.now());
    if (saved.moves.length > 0 && !store.load(saved.id)) store.save(saved, 0);
  } finally {
    session.free();
  }
}

export async function textOf(file: File): Promise<string> {
  return file.size > MOST ? "x".repeat(MOST + 1) : file.text();
}

/** Text dropped on the page, for the import page. */
export const brought: { text: string } = { text: "" };
