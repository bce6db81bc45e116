// Archive filters: in the form, in the address, and as an API query.

export const FILTERS = [
  "player",
  "game",
  "result",
  "termination",
  "speed",
  "rated",
  "min_plies",
  "max_plies",
  "from",
  "to",
  "min_rating",
  "max_rating",
] as const;
export type FilterName = (typeof FILTERS)[number];
/** Empty values are unset. */
export type Filters = Record<FilterName, string>;

/** Filters always visible; others are collapsed. */
const FIRST: readonly FilterName[] = ["player", "game", "result"];
export const hasMore = (filters: Filters): boolean => FILTERS.some((name) => !FIRST.includes(name) && filters[name]);

export function filtersOf(search: string): Filters {
  const said = new URLSearchParams(search);
  return Object.fromEntries(FILTERS.map((name) => [name, said.get(name)?.trim() ?? ""])) as Filters;
}

const DAY = 86_400_000;

/** The API query: the form's last day is inclusive, the server's exclusive. */
export function questionOf(filters: Filters): Partial<Filters> {
  const asked = FILTERS.flatMap((name) => {
    const value = `${filters[name] ?? ""}`.trim();
    return value === "" ? [] : [[name, name === "to" ? dayAfter(value) : value] as const];
  });
  return Object.fromEntries(asked);
}
function dayAfter(day: string): string {
  const at = Date.parse(day);
  return Number.isNaN(at) ? day : new Date(at + DAY).toISOString().slice(0, 10);
}
