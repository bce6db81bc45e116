// Addresses of what is shared. All of them are readable text, and none needs an account.

import { readTree, writeLink } from "$lib/engine/rules";
import type { Opening } from "$lib/engine/types";
import { withPlace } from "$lib/study/path";
import { positionPath } from "../../router.svelte";

/** The analysis of a record, variations and comments included. */
export async function analysisOfRecord(record: string): Promise<string> {
  return writeLink(await readTree(record));
}

/** What a position cannot say by itself: the options that differ from the usual ones, and how many play. */
function query({ options = {}, players }: Opening): string {
  const words = new URLSearchParams(options);
  if (players !== undefined) words.set("players", String(players));
  const text = words.toString();
  return text === "" ? "" : `?${text}`;
}

export const editorAddress = (opening: Opening): string =>
  `/${opening.game}/editor${opening.position ? `/${positionPath(opening.position)}` : ""}${query(opening)}`;

/** The set-up of a game that begins with a position. */
export function playAddress(opening: Opening): string {
  const words = new URLSearchParams(query(opening));
  words.set("position", opening.position ?? "");
  return `/${opening.game}?${words.toString()}`;
}

/**
 * The board alone, for other pages, after the last of these moves: what stands after the game is as in a link
 * to the analysis, and may be one.
 */
export const embedAddress = (opening: Opening): string => {
  const { game, position, moves = [] } = opening;
  const path = `/embed/${game}${position ? `/${positionPath(position)}` : ""}${query(opening)}`;
  const played = moves.length > 0 ? `#${moves.map(encodeURIComponent).join("_")}` : "";
  return withPlace(path + played, moves.length > 0 ? String(moves.length) : "");
};

/** A public game of the server as it is played, for other pages. */
export const liveAddress = (id: string): string => `/embed/g/${encodeURIComponent(id)}`;

/** What shows one of these in another page. Addresses hold `&` where they have several options. */
export const frameOf = (address: string): string =>
  `<iframe src="${address.replaceAll("&", "&amp;")}" width="480" height="600" title="Ludoteca"></iframe>`;

/** Options and players from an address; whether the game has them is for the rules to say. */
export function openingOf(game: Opening["game"], position: string | null, search: string): Opening {
  const words = new URLSearchParams(search);
  const players = Number(words.get("players"));
  words.delete("players");
  words.delete("position");
  const opening: Opening = { game, options: Object.fromEntries(words) };
  if (position !== null && position !== "") opening.position = position;
  if (Number.isInteger(players) && players > 0 && !opening.position) opening.players = players;
  return opening;
}
