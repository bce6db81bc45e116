// Irreversible actions that need confirmation.

import type { Seat } from "$lib/engine/types";

export type Question =
  /** The seats that can resign. */
  { what: "resign"; seats: readonly Seat[] } | { what: "abort" };
