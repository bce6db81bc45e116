// Values of positions and moves: conversion, ordering and texts. A value always says whether it is proven:
// letters (W, D, L in English) are certain, percentages estimated. All estimates use one unit: the share of
// the victory a seat can expect.

import { movesStartingWith } from "$lib/board/interaction.svelte";
import type { Mark } from "$lib/board/types";
import type { Cell, GameId, Opening, Seat, Value, View } from "$lib/engine/types";
import { number, seatName, t } from "$lib/i18n/study";

/** The current game for engine and links. */
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

/**
 * Expected share of the victory by seat: 1 for first place alone, 0 for last. The sum is half the number of
 * seats.
 */
export interface Chances {
  shares: number[];
  proven: boolean;
}

/** Whether a proven value is good or bad for its seat; null if unknown. */
export function toneOf(value: Value, seat: Seat | null): "win" | "draw" | "loss" | null {
  if (value.kind === "proven") return value.result;
  if (value.kind === "estimate" || !value.proven || seat === null) return null;
  const share = value.shares[seat] ?? 0;
  return share === 1 ? "win" : share === 0 ? "loss" : "draw";
}

/** Estimates this close count as equal. */
const EQUAL = 0.02;
/** Whether all moves are estimated as about equal. */
export function aboutEqual(values: readonly (Value | null)[], seat: Seat): boolean {
  const known = values.filter((value) => value !== null);
  if (known.length < 2 || known.length < values.length || known.some(isProven)) return false;
  const shares = known.map((value) => winShare(value, seat));
  return Math.max(...shares) - Math.min(...shares) <= EQUAL;
}

const SHARE = { win: 1, draw: 0.5, loss: 0 } as const;
/** The engine's curve: one point is about 73 in 100. */
const shareOfEstimate = (value: number): number => 1 / (1 + Math.exp(-value));
const estimateOfShare = (share: number): number => {
  const within = Math.min(1 - 1e-7, Math.max(1e-7, share));
  return Math.log(within / (1 - within));
};

/** The share of the victory a value means for its seat; of shares, for `seat`. */
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

/** Converts a value for the seat to move to chances of all seats. */
export function chancesOf(value: Value, seat: Seat, players: number): Chances {
  if (value.kind === "shares") return { shares: value.shares, proven: value.proven };
  const own = winShare(value, seat);
  return { shares: Array.from({ length: players }, (_, at) => (at === seat ? own : 1 - own)), proven: isProven(value) };
}

/** The chances after the end: equal places share equally. */
export function chancesOfPlaces(places: readonly number[]): Chances {
  const others = Math.max(1, places.length - 1);
  const share = (mine: number, seat: Seat) =>
    places.reduce((sum, place, at) => sum + (at === seat || place < mine ? 0 : place === mine ? 0.5 : 1), 0) / others;
  return { shares: places.map(share), proven: true };
}

const MIRRORED = { win: "loss", draw: "draw", loss: "win" } as const;

/** A value for the seat `of`, seen from `seat`. */
export function valueFor(value: Value, of: Seat, seat: Seat): Value {
  if (of === seat || value.kind === "shares") return value;
  if (value.kind === "estimate") return { kind: "estimate", value: -value.value };
  return { ...value, result: MIRRORED[value.result] };
}

/** Converts the value of the position after a move to that of the move, one ply earlier. */
export const oneLater = (value: Value): Value =>
  value.kind === "proven" && value.plies !== null ? { ...value, plies: value.plies + 1 } : value;

const FAR = 1e6;

/** A number to order values by, greater being better for `seat`: sooner wins, later losses. */
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

/** Best for `seat` first; missing values last. */
export function byValue<T extends { value: Value | null }>(items: readonly T[], seat: Seat): T[] {
  const rank = ({ value }: T) => (value ? rankOf(value, seat) : -Infinity);
  return [...items].sort((a, b) => rank(b) - rank(a));
}

/**
 * Whether a move keeps the best move's outcome: the proven result if known, otherwise the share within
 * `margin`.
 */
export function keeps(best: Value, other: Value, seat: Seat, margin: number): boolean {
  const [most, share] = [winShare(best, seat), winShare(other, seat)];
  if (isProven(best) && isProven(other)) return share >= most - 1e-6;
  return share >= most - margin;
}

const percent = (share: number): string => number(share, { style: "percent", maximumFractionDigits: 0 });
/** An estimate never shows 0 or 100 %. */
const estimated = (share: number): number => Math.min(0.99, Math.max(0.01, share));
/** Each seat's part of the whole; the parts add up to 1. */
export function parts({ shares, proven }: Chances): number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  const all = shares.map((share) => (sum > 0 ? share / sum : 0));
  return proven || shares.length > 2 ? all : all.map(estimated);
}
/** The parts as short texts: "62%". */
export const partTexts = (chances: Chances): string[] => parts(chances).map((part) => percent(part).replace(/\s/g, ""));

/** The letters of seats in the notation. */
const LETTERS = "abcd";
/** The order of a proven end, as records write it: "b>a=c". */
function order(shares: readonly number[]): string {
  const seats = shares.map((share, seat) => ({ share, seat })).sort((a, b) => b.share - a.share);
  return seats
    .map(({ share, seat }, at) => {
      const before = seats[at - 1];
      return (before ? (before.share - share < 1e-3 ? "=" : ">") : "") + LETTERS.charAt(seat);
    })
    .join("");
}
const placeOf = (shares: readonly number[], seat: Seat): number =>
  1 + shares.filter((share) => share > (shares[seat] ?? 0) + 1e-3).length;

/**
 * Short and readable without colour: "W in 23", "D", "L in 8", "62 %", "43 % 31 % 26 %", "a>b>c". With
 * `seat`, only its share.
 */
export function valueText(value: Value, seat: Seat | null = null): string {
  switch (value.kind) {
    case "proven":
      if (value.result === "draw") return t("value.draw");
      return value.plies === null ? t(`value.${value.result}`) : t(`value.${value.result}.in`, value.plies);
    case "estimate":
      return percent(estimated(shareOfEstimate(value.value)));
    case "shares":
      if (value.proven) return order(value.shares);
      return seat === null ? parts(value).map(percent).join(" ") : percent(parts(value)[seat] ?? 0);
  }
}

/** Minimal, for the board: "W23", "62%", and of shares only the seat's own, or its proven place: "#2". */
export function valueOnBoard(value: Value, seat: Seat): string {
  switch (value.kind) {
    case "proven":
      return `${t(`value.${value.result}`)}${value.result === "draw" ? "" : (value.plies ?? "")}`;
    case "estimate":
      return percent(estimated(shareOfEstimate(value.value))).replace(/\s/g, "");
    case "shares":
      return value.proven ? `#${placeOf(value.shares, seat)}` : (partTexts(value)[seat] ?? "");
  }
}

/** In words, for screen readers: "proven: win in 23 plies", "estimate: 62 %". */
export function valueWords(value: Value, game: GameId, seat: Seat | null = null): string {
  const certain = t(isProven(value) ? "value.proven" : "value.estimate");
  return `${certain}: ${plainWords(value, game, seat)}`;
}

function plainWords(value: Value, game: GameId, only: Seat | null = null): string {
  switch (value.kind) {
    case "proven":
      if (value.result === "draw") return t("value.draw.words");
      return value.plies === null ? t(`value.${value.result}.words`) : t(`value.${value.result}.in.words`, value.plies);
    case "estimate":
      return valueText(value);
    case "shares":
      if (value.proven || only !== null) return valueText(value, only);
      return parts(value)
        .map((share, seat) => `${seatName(game, seat)} ${percent(share)}`)
        .join(", ");
  }
}

/**
 * Values as marks on the board: each cell that can be chosen next shows the best value reachable by it.
 * Initially these are the pieces, then their destinations.
 */
export function valueMarks(
  view: View,
  lines: readonly { moves: string[]; value: Value | null }[],
  chosen: readonly Cell[] = [],
): Mark[] {
  const seat = view.status.toAct ?? 0;
  const targets = new Map(movesStartingWith(view.moves, chosen).map(({ move, targets }) => [move, targets]));
  const marks = new Map<Cell, Mark>();
  byValue(lines, seat).forEach(({ moves, value }) => {
    const cells = targets.get(moves[0] ?? "")?.slice(0, chosen.length + 1);
    const cell = cells?.at(-1);
    if (!cells || cell === undefined || !value || marks.has(cell)) return;
    marks.set(cell, { kind: "value", cells, text: valueOnBoard(value, seat), rank: marks.size + 1 });
  });
  return [...marks.values()];
}

/**
 * Whether an expected score agrees with the value on who is ahead. They are separate estimates and could
 * contradict each other. Compares the rounded score, as shown.
 */
export function scoreFits(score: readonly [number, number], value: Value, seat: Seat): boolean {
  const [first = 0.5] = chancesOf(value, seat, 2).shares;
  const byValue = Math.sign(Math.round(100 * first) - 50);
  return byValue === Math.sign(Math.round(score[0]) - Math.round(score[1]));
}

/** Chances in words: "proven win for Yellow", "estimate: Yellow 62 %, Red 38 %". */
export function chancesText({ shares, proven }: Chances, game: GameId): string {
  if (proven && shares.length === 2) {
    const [first = 0.5] = shares;
    if (first !== 0.5) return t("value.proven.for", seatName(game, first > 0.5 ? 0 : 1));
    return `${t("value.proven")}: ${t("value.draw.words")}`;
  }
  return valueWords({ kind: "shares", shares, proven }, game);
}
