// The client-side router.

import { GAMES, type GameId } from "$lib/engine/types";

export type Route =
  | { page: "landing" }
  | { page: "new"; game: GameId }
  | { page: "rules"; game: GameId }
  | { page: "table" }
  | { page: "learn"; game: GameId; step: number | null }
  | { page: "analysis"; game: GameId }
  | { page: "puzzles"; game: GameId }
  /** `daily`, or a puzzle's id. */
  | { page: "puzzle"; game: GameId; id: string }
  | { page: "play"; id: string }
  | { page: "report"; id: string }
  | { page: "games" }
  | { page: "online" }
  | { page: "account" }
  | { page: "recover" }
  /** By name or id. */
  | { page: "profile"; name: string }
  | { page: "leaderboards" }
  | { page: "archive" }
  | { page: "import" }
  | { page: "editor"; game: GameId; position: string | null }
  | { page: "embed"; game: GameId; position: string | null }
  /** A live game for embedding. */
  | { page: "embed-live"; id: string }
  /** For moderators and admins. */
  | { page: "moderation"; part: "reports" | "report" | "log" | "person" | "site"; id: string }
  | { page: "settings" }
  | { page: "unknown"; path: string };

const isGame = (word: string | undefined): word is GameId => (GAMES as readonly (string | undefined)[]).includes(word);

/** Decodes a part of an address; returned unchanged if a `%` in it is not an encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A position in a path: `_` for spaces, slashes unchanged. Null if there is none. */
function position(words: string[]): string | null {
  if (words.length === 0) return null;
  return decoded(words.join("/")).replaceAll("_", " ");
}
export const positionPath = (text: string): string => encodeURI(text.replaceAll(" ", "_")).replaceAll("#", "%23");

const GAME_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The part after `/moderation`. */
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

/** Meant for embedding in other pages. */
export const isEmbed = (path: string): boolean => path.startsWith("/embed/");

/** The route of a path; a trailing slash is ignored. */
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
  // The position follows, starting with its own `/`.
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
 * Only embed pages may be framed, which the server's headers enforce per address: leaving one needs a full
 * page load.
 */
const leavesEmbed = (address: string): boolean => isEmbed(location.pathname) && !isEmbed(address);

/** What a history entry remembers: addresses of this site, with query and hash. */
interface Entry {
  /** The page it was reached from. */
  from: string | null;
  /** The game that was left to look something up. */
  game: string | null;
}
function entryIn(state: unknown): Entry {
  const known = (typeof state === "object" && state !== null ? state : {}) as Record<keyof Entry, unknown>;
  const address = (value: unknown) => (typeof value === "string" && /^\/(?!\/)/.test(value) ? value : null);
  return { from: address(known.from), game: address(known.game) };
}
const current = (): Entry => (typeof history === "undefined" ? { from: null, game: null } : entryIn(history.state));

/** The route of an address with query and hash. */
export const routeOf = (address: string): Route => route(address.split(/[?#]/)[0]!);

/** Pages for looking something up, which lead back to the game they were opened from. */
const isLookup = (address: string): boolean => ["rules", "table", "learn"].includes(routeOf(address).page);

class Router {
  path = $state(typeof location === "undefined" ? "/" : location.pathname);
  hash = $state(typeof location === "undefined" ? "" : location.hash);
  /** The requested page has nothing to show and renders like a normal page. */
  lost = $state(false);
  /** The page of this site the user came from; null at the first. */
  origin = $state<string | null>(current().from);
  /** The game the user left for the rules or a lesson. */
  interrupted = $state<string | null>(current().game);
  readonly route: Route = $derived(route(this.path));

  /** Navigates within the site. */
  go(address: string, { replace = false } = {}): void {
    if (leavesEmbed(address)) return location.assign(address);
    const here = location.pathname + location.search + location.hash;
    const game = this.route.page === "play" ? here : this.interrupted;
    const entry: Entry = { from: replace ? this.origin : here, game: isLookup(address) ? game : null };
    if (replace) history.replaceState(entry, "", address);
    else history.pushState(entry, "", address);
    this.#read();
    if (!location.hash) scrollTo(0, 0);
  }

  /** The game the user came from; null if it was another page. */
  get game(): string | null {
    void [this.path, this.hash];
    const { from } = current();
    return from !== null && routeOf(from).page === "play" ? from : null;
  }

  /** Listens to history and link clicks; returns an unsubscribe function. */
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
      ({ from: this.origin, game: this.interrupted } = current());
    }
    this.path = location.pathname;
    this.hash = location.hash;
  }
}

export const router = new Router();
