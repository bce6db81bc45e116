// What is asked before it is done, since it cannot be undone.

import type { Seat } from "$lib/engine/types";

export type Question =
  /** Who of these resigns. */
  { what: "resign"; seats: readonly Seat[] } | { what: "abort" };
