// Values of positions and moves: for whom, in what order, and in words. A value always comes with whether it is proven, in its text too: the letters
// W, D and L (in the person's language) are for what is certain, numbers with a sign for what is estimated.

import type { Mark } from "$lib/board/types";
import type { Cell, GameId, Opening, Seat, Value, View } from "$lib/engine/types";
import { number, seatName, t } from "$lib/i18n";

/** The game as it stands, for the engine and the links. */
export function openingOf(view: View): Opening {
  const opening: Opening = {
    game: view.game,
    players: view.players,
    options: view.options,
    moves: view.played.map(({ move }) => move),
  };
  if (view.firstPosition !== null) opening.position = view.firstPosition;
  return opening;
}

export const isProven = (value: Value): boolean => value.kind === "proven" || (value.kind === "shares" && value.proven);

/** What seats may expect: for each its share of the victory, 1 for the first place alone, 0 for the last. They add up to half the seats. */
export interface Standing {
  shares: number[];
  proven: boolean;
}

const SHARE = { win: 1, draw: 0.5, loss: 0 } as const;
/** The engine's own curve: one point is about 73 in 100. */
const shareOfEstimate = (value: number): number => 1 / (1 + Math.exp(-value));
const estimateOfShare = (share: number): number => {
  const within = Math.min(1 - 1e-7, Math.max(1e-7, share));
  return Math.log(within / (1 - within));
};

/** The share of the victory that a value means for the seat it is for; of shares, for `seat`. */
export function winShare(value: Value, seat: Seat): number {
  switch (value.kind) {
    case "proven":
      return SHARE[value.result];
    case "estimate":
      return shareOfEstimate(value.value);
    case "shares":
      return value.shares[seat] ?? 0;
  }
}

/** A value for the seat to act as a standing of all seats. */
export function standingOf(value: Value, seat: Seat, players: number): Standing {
  if (value.kind === "shares") return { shares: value.shares, proven: value.proven };
  const own = winShare(value, seat);
  return { shares: Array.from({ length: players }, (_, at) => (at === seat ? own : 1 - own)), proven: isProven(value) };
}

/** The standing of a game that is over: half a share for whoever has the same place. */
export function standingOfPlaces(places: readonly number[]): Standing {
  const others = Math.max(1, places.length - 1);
  const share = (mine: number, seat: Seat) =>
    places.reduce((sum, place, at) => sum + (at === seat || place < mine ? 0 : place === mine ? 0.5 : 1), 0) / others;
  return { shares: places.map(share), proven: true };
}

const MIRRORED = { win: "loss", draw: "draw", loss: "win" } as const;

/** A value that is for the seat `of`, seen from `seat`. */
export function valueFor(value: Value, of: Seat, seat: Seat): Value {
  if (of === seat || value.kind === "shares") return value;
  if (value.kind === "estimate") return { kind: "estimate", value: -value.value };
  return { ...value, result: MIRRORED[value.result] };
}

/** One ply earlier: what the position after a move says of the move. */
export const oneLater = (value: Value): Value =>
  value.kind === "proven" && value.plies !== null ? { ...value, plies: value.plies + 1 } : value;

const FAR = 1e6;

/** One number to order values by, the greater the better for `seat`: a win the sooner the better, a loss the later. */
export function rankOf(value: Value, seat: Seat): number {
  switch (value.kind) {
    case "proven": {
      const plies = Math.min(value.plies ?? FAR / 2, FAR / 2);
      return value.result === "draw" ? 0 : value.result === "win" ? FAR - plies : plies - FAR;
    }
    case "estimate":
      return value.value;
    case "shares":
      return estimateOfShare(value.shares[seat] ?? 0);
  }
}

/** The best for `seat` first; what has no value comes last. */
export function byValue<T extends { value: Value | null }>(items: readonly T[], seat: Seat): T[] {
  const rank = ({ value }: T) => (value ? rankOf(value, seat) : -Infinity);
  return [...items].sort((a, b) => rank(b) - rank(a));
}

/** Whether a move keeps what the best one reaches: the proven outcome where that is known, else all but `margin` of the share. */
export function keeps(best: Value, other: Value, seat: Seat, margin: number): boolean {
  const [most, share] = [winShare(best, seat), winShare(other, seat)];
  if (isProven(best) && isProven(other)) return share >= most - 1e-6;
  return share >= most - margin;
}

const percent = (share: number): string => number(share, { style: "percent", maximumFractionDigits: 0 });
const signed = (value: number): string =>
  number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });
/** Shares of the whole, which add up to 1 and so read as percentages. */
const parts = (shares: readonly number[]): number[] => {
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => (sum > 0 ? share / sum : 0));
};

/** A seat's letter in the notation of Number One, the only game with more than two. */
const letter = (seat: Seat): string => "abcd".charAt(seat);

/** The order of a proven end: "a>b=c" as records write it, or with other names. */
function order(shares: readonly number[], name: (seat: Seat) => string = letter): string {
  const seats = shares.map((share, seat) => ({ share, seat })).sort((a, b) => b.share - a.share);
  return seats
    .map(({ share, seat }, at) => {
      const before = seats[at - 1];
      return (before ? (before.share - share < 1e-3 ? "=" : ">") : "") + name(seat);
    })
    .join("");
}
const placeOf = (shares: readonly number[], seat: Seat): number =>
  1 + shares.filter((share) => share > (shares[seat] ?? 0) + 1e-3).length;

/** "W in 23", "D", "L in 8", "+1.3", "43 % 31 % 26 %", "a>b>c": short, and yet enough without colour. */
export function valueText(value: Value): string {
  switch (value.kind) {
    case "proven":
      if (value.result === "draw") return t("value.draw");
      return value.plies === null ? t(`value.${value.result}`) : t(`value.${value.result}.in`, value.plies);
    case "estimate":
      return signed(value.value);
    case "shares":
      return value.proven ? order(value.shares) : parts(value.shares).map(percent).join(" ");
  }
}

/** As short as it must be on a board: "W23", "+1.3", and of shares only the seat's own, or its proven place: "✓2". */
export function valueOnBoard(value: Value, seat: Seat): string {
  switch (value.kind) {
    case "proven":
      return `${t(`value.${value.result}`)}${value.result === "draw" ? "" : (value.plies ?? "")}`;
    case "estimate":
      return signed(value.value);
    case "shares":
      return value.proven ? `✓${placeOf(value.shares, seat)}` : percent(parts(value.shares)[seat] ?? 0);
  }
}

/** In whole words, for lists that are read aloud: "proven: win in 23 plies", "estimate: +1.3". */
export function valueWords(value: Value, game: GameId): string {
  const certain = t(isProven(value) ? "value.proven" : "value.estimate");
  return `${certain}: ${plainWords(value, game)}`;
}

function plainWords(value: Value, game: GameId): string {
  switch (value.kind) {
    case "proven":
      if (value.result === "draw") return t("value.draw.words");
      return value.plies === null ? t(`value.${value.result}.words`) : t(`value.${value.result}.in.words`, value.plies);
    case "estimate":
      return signed(value.value);
    case "shares":
      if (value.proven) return order(value.shares, (seat) => seatName(game, seat));
      return parts(value.shares)
        .map((share, seat) => `${seatName(game, seat)} ${percent(share)}`)
        .join(", ");
  }
}

/** Values for a board: on the last cell of each move, the best where several moves end on one. */
export function valueMarks(view: View, lines: readonly { moves: string[]; value: Value | null }[]): Mark[] {
  const seat = view.status.toAct ?? 0;
  const targets = new Map(view.moves.map(({ move, targets }) => [move, targets]));
  const marks = new Map<Cell, Mark>();
  byValue(lines, seat).forEach(({ moves, value }, at) => {
    const cells = targets.get(moves[0] ?? "");
    const last = cells?.at(-1);
    if (!cells || last === undefined || !value || marks.has(last)) return;
    marks.set(last, { kind: "value", cells, text: valueOnBoard(value, seat), rank: at + 1 });
  });
  return [...marks.values()];
}

/** A standing in words, for graphs: who may expect what. */
export function standingWords({ shares, proven }: Standing, game: GameId): string {
  if (shares.length === 2 && proven) {
    const [first = 0.5] = shares;
    return first === 0.5 ? t("value.draw.words") : t("end.won", seatName(game, first > 0.5 ? 0 : 1));
  }
  return plainWords({ kind: "shares", shares, proven }, game);
}
