// API requests built from the choices of the set-up page.

import type { GameId, GameInfo, Seat } from "$lib/engine/types";
import { clockOf, quickTimes, timesOf, type Choices } from "$lib/ui/setup";
import type { NewGame, NewSeek, RatingRange, SeatRequest, SeekView } from "./types.gen";

/** A user challenged by name. */
export interface Challenged {
  id: string;
  name: string;
}

/** Whether a game with a stranger is rated, and the rating range. */
export type PairingTerms = Pick<NewSeek, "rated"> & { rating_range?: RatingRange };

/** The seats of a request; `chance` (0 to 1) decides a random seat. */
function seatsOf(choices: Choices, challenged: Challenged | null, chance: number): SeatRequest[] {
  const { players, online } = choices;
  const { side } = online;
  const own: Seat = side === "random" ? Math.floor(chance * players) : side;
  const others = online.others.slice(0, players - 1).map((one): SeatRequest => {
    if (players === 2 || one === "open") return "open";
    return { level: one };
  });
  if (challenged) {
    // The challenged user always plays.
    const at = Math.max(0, others.indexOf("open"));
    others[at] = { user: challenged.id };
  }
  return [...others.slice(0, own), "you", ...others.slice(own)];
}

export const gameRequest = (
  info: GameInfo,
  choices: Choices,
  { position, challenged, chance }: { position: string | null; challenged: Challenged | null; chance: number },
): NewGame => ({
  game: info.id,
  players: choices.players,
  options: { ...choices.options },
  ...(position ? { position } : {}),
  clock: clockOf(timesOf(choices)),
  seats: seatsOf(choices, challenged, chance),
  listed: choices.online.listed,
  take_back: choices.takeBack && !choices.online.rated,
  ...(choices.online.rated ? { rated: true } : {}),
});

/** Seeks match only if they are equal, so equal choices must produce equal requests. */
export function seekRequest(
  info: GameInfo,
  choices: Pick<Choices, "players" | "options" | "online">,
  pairing: PairingTerms,
): NewSeek {
  const usual = new Map(info.options.map(({ key, default: value }) => [key, value]));
  const unusual = Object.entries(choices.options).filter(([key, value]) => usual.get(key) !== value);
  return {
    game: info.id,
    players: choices.players,
    ...(unusual.length > 0 ? { options: Object.fromEntries(unusual) } : {}),
    clock: clockOf(choices.online.times),
    ...(choices.online.side === "random" ? {} : { seat: choices.online.side }),
    ...pairing,
  };
}

/** The seek of a one-tap pairing. */
export const quickSeek = (game: GameId, pairing: PairingTerms): NewSeek => ({
  ...{ game, players: 2, clock: clockOf(quickTimes(game)) },
  ...pairing,
});

export const isQuick = (seek: SeekView): boolean => {
  const { players, clock } = quickSeek(seek.game as GameId, { rated: null });
  const options = Object.keys(seek.options ?? {}).length;
  const unusual = options > 0 || (seek.seat ?? null) !== null;
  return !unusual && seek.players === players && isSameClock(seek.clock, clock ?? null);
};

const isSameClock = (a: SeekView["clock"], b: SeekView["clock"]): boolean => {
  const text = (clock: SeekView["clock"]) => JSON.stringify(Object.entries(clock ?? {}).sort());
  return text(a) === text(b);
};
