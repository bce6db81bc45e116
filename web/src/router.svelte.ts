// Which page an address means, and going from one to the next without loading anew.

import { GAMES, type GameId } from "$lib/engine/types";

export type Route =
  | { page: "landing" }
  | { page: "new"; game: GameId }
  | { page: "rules"; game: GameId }
  /** The rules of what happens beside every board. */
  | { page: "table" }
  | { page: "learn"; game: GameId; step: number | null }
  | { page: "analysis"; game: GameId }
  | { page: "puzzles"; game: GameId }
  /** `daily`, or the name of one. */
  | { page: "puzzle"; game: GameId; id: string }
  | { page: "play"; id: string }
  | { page: "report"; id: string }
  | { page: "games" }
  /** Where people meet over the network. */
  | { page: "online" }
  /** Who one is, and one's account. */
  | { page: "account" }
  /** For whoever has lost a password. */
  | { page: "recover" }
  /** Somebody, by name or id. */
  | { page: "profile"; name: string }
  | { page: "leaderboards" }
  /** All finished public games. */
  | { page: "archive" }
  | { page: "import" }
  | { page: "editor"; game: GameId; position: string | null }
  | { page: "embed"; game: GameId; position: string | null }
  /** A game of the server as it is played, for other pages. */
  | { page: "embed-live"; id: string }
  /** For those with the role. */
  | { page: "moderation"; part: "reports" | "report" | "log" | "person" | "site"; id: string }
  | { page: "settings" }
  | { page: "unknown"; path: string };

const isGame = (word: string | undefined): word is GameId => (GAMES as readonly (string | undefined)[]).includes(word);

/** What a part of an address says; as it stands where a `%` in it is none of a browser's. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A position in a path: blanks are `_`, and slashes stay. Null where there is none. */
function position(words: string[]): string | null {
  if (words.length === 0) return null;
  return decoded(words.join("/")).replaceAll("_", " ");
}
export const positionPath = (text: string): string => encodeURI(text.replaceAll(" ", "_")).replaceAll("#", "%23");

const GAME_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** What stands after `/moderation`. */
function moderationPart([first, second, ...more]: string[]): Route | null {
  const page = "moderation";
  if (more.length > 0) return null;
  if (first === undefined) return { page, part: "reports", id: "" };
  if (second === undefined && (first === "log" || first === "site")) return { page, part: first, id: "" };
  if (second === undefined && first.length > 1 && first.startsWith("@"))
    return { page, part: "person", id: decoded(first.slice(1)) };
  if (first === "report" && second !== undefined && GAME_NAME.test(second)) return { page, part: "report", id: second };
  return null;
}

/** Made to be shown inside other pages. */
export const isEmbed = (path: string): boolean => path.startsWith("/embed/");

/** What a path means; a trailing slash is forgiven. */
export function route(path: string): Route {
  const words = path.split("/").filter((word) => word !== "");
  const [first, second, third] = words;
  if (words.length === 0) return { page: "landing" };
  if (words.length === 1 && (first === "games" || first === "online")) return { page: first };
  if (words.length === 1 && first === "register") return { page: "account" };
  if (words.length === 1 && (first === "account" || first === "recover")) return { page: first };
  if (words.length === 1 && (first === "leaderboards" || first === "archive")) return { page: first };
  if (words.length === 1 && first?.startsWith("@") && first.length > 1)
    return { page: "profile", name: decoded(first.slice(1)) };
  if (words.length === 1 && (first === "settings" || first === "import")) return { page: first };
  if (words.length === 1 && isGame(first)) return { page: "new", game: first };
  if (words.length === 2 && isGame(first) && second === "rules") return { page: "rules", game: first };
  if (words.length === 2 && first === "rules" && second === "table") return { page: second };
  if (words.length <= 3 && isGame(first) && second === "learn" && /^(?:[1-9]\d?)?$/.test(third ?? ""))
    return { page: "learn", game: first, step: third === undefined ? null : Number(third) };
  // The position follows, with a `/` of its own.
  if (isGame(first) && second === "analysis") return { page: "analysis", game: first };
  if (isGame(first) && second === "editor") return { page: "editor", game: first, position: position(words.slice(2)) };
  if (words.length === 3 && first === "embed" && second === "g" && GAME_NAME.test(third ?? ""))
    return { page: "embed-live", id: third ?? "" };
  if (first === "moderation") return moderationPart(words.slice(1)) ?? { page: "unknown", path };
  if (first === "embed" && isGame(second)) return { page: "embed", game: second, position: position(words.slice(2)) };
  if (isGame(first) && second === "puzzles" && words.length === 2) return { page: "puzzles", game: first };
  if (isGame(first) && second === "puzzles" && words.length === 3 && /^[a-z\d-]{1,32}$/.test(third ?? ""))
    return { page: "puzzle", game: first, id: third ?? "" };
  if (first === "g" && second !== undefined && GAME_NAME.test(second)) {
    if (words.length === 2) return { page: "play", id: second };
    if (words.length === 3 && third === "report") return { page: "report", id: second };
  }
  return { page: "unknown", path };
}

export { rulingAddress } from "$lib/learn/rulings";

/**
 * Only embeds may stand inside other pages, and the server says so for each address: from an embed to any
 * other page the browser must ask the server.
 */
const leavesEmbed = (address: string): boolean => isEmbed(location.pathname) && !isEmbed(address);

/** The page of ours that an entry of the browser's history was reached from. */
function originIn(state: unknown): string | null {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" && from.startsWith("/") ? from : null;
}

class Router {
  path = $state(typeof location === "undefined" ? "/" : location.pathname);
  hash = $state(typeof location === "undefined" ? "" : location.hash);
  /** The page that was asked for has nothing to show: what it says instead looks like any other page. */
  lost = $state(false);
  /** The page of ours from which one has come here; null at the first. */
  origin = $state<string | null>(typeof history === "undefined" ? null : originIn(history.state));
  readonly route: Route = $derived(route(this.path));

  /** Goes to another page of ours. */
  go(address: string, { replace = false } = {}): void {
    if (leavesEmbed(address)) return location.assign(address);
    const from = replace ? this.origin : location.pathname;
    if (replace) history.replaceState({ from }, "", address);
    else history.pushState({ from }, "", address);
    this.#read();
    if (!location.hash) scrollTo(0, 0);
  }

  /** The game from which one came to the page that is shown; null where it was another page. */
  get game(): string | null {
    void [this.path, this.hash];
    const { from } = (history.state ?? {}) as { from?: unknown };
    return typeof from === "string" && route(from).page === "play" ? from : null;
  }

  /** Listens to the browser's buttons and to links; answers with what ends that. */
  listen(): () => void {
    const moved = () => this.#read();
    const clicked = (event: MouseEvent) => {
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!plain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
      const away = link.origin !== location.origin || (link.target !== "" && link.target !== "_self");
      const within = link.pathname === location.pathname && link.hash !== "";
      if (away || within || link.hasAttribute("download") || leavesEmbed(link.pathname)) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    };
    addEventListener("popstate", moved);
    addEventListener("hashchange", moved);
    document.addEventListener("click", clicked);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener("hashchange", moved);
      document.removeEventListener("click", clicked);
    };
  }

  #read(): void {
    if (location.pathname !== this.path) {
      this.lost = false;
      this.origin = originIn(history.state);
    }
    this.path = location.pathname;
    this.hash = location.hash;
  }
}

export const router = new Router();
