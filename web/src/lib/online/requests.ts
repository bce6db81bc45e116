// What a person has chosen before a game, as the server is asked for it.

import type { GameId, GameInfo, Seat } from "$lib/engine/types";
import { clockOf, quickTimes, timesOf, type Choices } from "$lib/ui/setup";
import type { GameRequest, SeekRequest } from "./api";
import { toClockRequest } from "./convert";
import type { NewSeek, RatingRange, SeatWish, SeekView } from "./types.gen";

/** Somebody who is challenged by name. */
export interface Challenged {
  id: string;
  name: string;
}

/** Whether a game with a stranger is to count for ratings, and with whom it is. */
export type PairingTerms = Pick<NewSeek, "rated"> & { rating_range?: RatingRange };

/** Who is asked to sit where; `chance` (from 0 up to 1) decides a seat left to chance. */
function seatsOf(choices: Choices, challenged: Challenged | null, chance: number): SeatWish[] {
  const { players, online } = choices;
  const { side } = online;
  const own: Seat = side === "random" ? Math.floor(chance * players) : side;
  const others = online.others.slice(0, players - 1).map((one): SeatWish => {
    if (players === 2 || one === "open") return "open";
    return { level: one };
  });
  if (challenged) {
    // At least the one who is challenged plays.
    const at = Math.max(0, others.indexOf("open"));
    others[at] = { user: challenged.id };
  }
  return [...others.slice(0, own), "you", ...others.slice(own)];
}

export const gameRequest = (
  info: GameInfo,
  choices: Choices,
  { position, challenged, chance }: { position: string | null; challenged: Challenged | null; chance: number },
): GameRequest => ({
  game: info.id,
  players: choices.players,
  options: { ...choices.options },
  ...(position ? { position } : {}),
  clock: toClockRequest(clockOf(timesOf(choices))),
  seats: seatsOf(choices, challenged, chance),
  listed: choices.online.listed,
  take_back: choices.takeBack && !choices.online.rated,
  ...(choices.online.rated ? { rated: true } : {}),
});

/** Two who want the same must say it in the same words: only then the server brings them together. */
export function seekRequest(
  info: GameInfo,
  choices: Pick<Choices, "players" | "options" | "online">,
  pairing: PairingTerms,
): SeekRequest {
  const usual = new Map(info.options.map(({ key, default: value }) => [key, value]));
  const unusual = Object.entries(choices.options).filter(([key, value]) => usual.get(key) !== value);
  return {
    game: info.id,
    players: choices.players,
    ...(unusual.length > 0 ? { options: Object.fromEntries(unusual) } : {}),
    clock: toClockRequest(clockOf(choices.online.times)),
    ...(choices.online.side === "random" ? {} : { seat: choices.online.side }),
    ...pairing,
  };
}

/** What is sought when somebody just wants to play. */
export const quickSeek = (game: GameId, pairing: PairingTerms): SeekRequest => ({
  ...{ game, players: 2, clock: toClockRequest(clockOf(quickTimes(game))) },
  ...pairing,
});

export const isQuick = (seek: SeekView): boolean => {
  const { players, clock } = quickSeek(seek.game as GameId, { rated: null });
  const options = Object.keys(seek.options ?? {}).length;
  const unusual = options > 0 || (seek.seat ?? null) !== null;
  return !unusual && seek.players === players && isSameClock(seek.clock, clock ?? null);
};

/** Fields that a system does not use may be there or not. */
const isSameClock = (a: SeekView["clock"], b: SeekView["clock"]): boolean => {
  const said = (clock: SeekView["clock"]) =>
    JSON.stringify(
      Object.entries(clock ?? {})
        .filter(([, value]) => value !== null)
        .sort(),
    );
  return said(a) === said(b);
};
