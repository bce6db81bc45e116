// Game facts in words: of a seat, and of the whole game.

import type { GameId, MoveEvent, Seat, View } from "$lib/engine/types";
import type { Holder, Result } from "$lib/game/types";
import { LEAVING } from "$lib/game/last-turn.svelte";
import { list, say, t } from "$lib/i18n";
import { isYou, namesOf } from "$lib/ui/holders";

/** Short facts beside a player's name; null if there are none. */
export function seatFact({ facts }: View, seat: Seat, result: Result | null): string | null {
  if (result && result.places.length > 2) return t("play.place", result.places[seat] ?? 0);
  switch (facts.game) {
    case "squadro":
      return t("play.home", facts.home[seat] ?? 0);
    case "number-one": {
      const out = facts.out.find((one) => one.seat === seat);
      return out ? t("play.out", out.place) : null;
    }
    case "peak": {
      const score = t("play.score", facts.scores[seat] ?? 0);
      return facts.stuck === seat ? `${score}, ${t("play.stuck")}` : score;
    }
    case "one-piece-for-two":
      return null;
  }
}

const LETTERS = ["S", "M", "L"] as const;

export function gameFact(view: View): string | null {
  const { facts } = view;
  if (facts.game === "number-one") return pegFact(view);
  if (facts.game !== "one-piece-for-two") return null;
  return facts.inBox > 0 ? t("play.inBox", facts.inBox) : t("play.boxEmpty");
}

/** Number One: the pegs that still have to move this turn, and those that currently cannot. */
function pegFact({ board, facts, moves, status }: View): string | null {
  // Only set-up moves have three targets; the tap hint explains them.
  if (moves.some(({ targets }) => targets.length === 3)) return null;
  const blocked = facts.game === "number-one" ? facts.blocked : [];
  const waiting = board.pieces
    .flatMap((piece) => (piece.shape === "peg" && piece.seat === status.toAct && !piece.moved ? [piece] : []))
    .sort((a, b) => a.size - b.size);
  const letters = (pegs: typeof waiting) => pegs.map(({ size }) => LETTERS[size - 1]).join(", ");
  const stuck = letters(waiting.filter(({ cell }) => blocked.includes(cell)));
  const free = letters(waiting.filter(({ cell }) => !blocked.includes(cell)));
  if (free === "") return null;
  return t("play.toMove.pegs", free) + (stuck === "" ? "" : ` · ▲\u00a0${t("play.blocked", stuck)}`);
}

/** A text with its ruling. */
interface Note {
  text: string;
  ruling: string | undefined;
}

/** What left the board and why: each eliminated seat, and in one sentence the pegs of those still in. */
export function departures(events: readonly MoveEvent[], seats: readonly Holder[], game: GameId): Note[] {
  const nameOf = namesOf(seats, game);
  const outs = events.filter(({ key }) => key === "goes-out");
  const pegs = events.filter(({ key, seat }) => key === "drops-out" && !outs.some((out) => out.seat === seat));
  const notes = outs.map(({ seat, args, ruling }): Note => {
    const place = Number(args[1]?.value);
    const leaves = events.find((event) => event.seat === seat && LEAVING.includes(event.key));
    if (leaves) return { text: `${say(leaves, game, nameOf)}: ${t("play.place", place)}`, ruling };
    if (seat !== null && isYou(seats, seat)) return { text: t("play.gone.out.you", place), ruling };
    return { text: t("play.gone.out", nameOf(seat ?? 0), place), ruling };
  });
  if (pegs.length === 0) return notes;
  const names = pegs.map(({ seat, args }) => `${nameOf(seat ?? 0)} ${LETTERS[Number(args[1]?.value) - 1] ?? ""}`);
  return [...notes, { text: t("play.gone.pegs", list(names)), ruling: pegs[0]?.ruling }];
}
