// Addresses for sharing. All are readable text and need no account.

import { readTree, writeLink } from "$lib/engine/rules";
import type { Opening } from "$lib/engine/types";
import { withPlace } from "$lib/study/path";
import { positionPath } from "../../router.svelte";

/** The analysis address of a record, with variations and comments. */
export async function analysisOfRecord(record: string): Promise<string> {
  return writeLink(await readTree(record));
}

/** The query for non-default options and the number of players, which a position does not include. */
function query({ options = {}, players }: Opening): string {
  const words = new URLSearchParams(options);
  if (players !== undefined) words.set("players", String(players));
  const text = words.toString();
  return text === "" ? "" : `?${text}`;
}

export const editorAddress = (opening: Opening): string =>
  `/${opening.game}/editor${opening.position ? `/${positionPath(opening.position)}` : ""}${query(opening)}`;

/** The new-game page with this starting position. */
export function playAddress(opening: Opening): string {
  const words = new URLSearchParams(query(opening));
  words.set("position", opening.position ?? "");
  return `/${opening.game}?${words.toString()}`;
}

/** The embedded board after the last of these moves. */
export const embedAddress = (opening: Opening): string => {
  const { game, position, moves = [] } = opening;
  const path = `/embed/${game}${position ? `/${positionPath(position)}` : ""}${query(opening)}`;
  const played = moves.length > 0 ? `#${moves.map(encodeURIComponent).join("_")}` : "";
  return withPlace(path + played, moves.length > 0 ? String(moves.length) : "");
};

/** The embedded board of a live public game. */
export const liveAddress = (id: string): string => `/embed/g/${encodeURIComponent(id)}`;

/** The HTML that embeds an address. Addresses contain `&` if there are several options. */
export const frameOf = (address: string): string =>
  `<iframe src="${address.replaceAll("&", "&amp;")}" width="480" height="600" title="Ludoteca"></iframe>`;

/** Options and players from an address; the rules check them. */
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
