// Loads the user's online games.

import type { GameId, Termination } from "$lib/engine/types";
import type { Summary } from "$lib/game/types";
import { personName } from "$lib/ui/holders";
import { api, ApiError } from "./api";
import { holdersOf } from "./convert";
import { cachedGames } from "./cached-games.svelte";
import { me } from "./me.svelte";
import type { GameSummary } from "./types.gen";

/** Converts a server game to a list entry. */
export function summaryOf(game: GameSummary): Summary {
  const { you, seats, stage, options, position, deadline } = game;
  const people = seats.flatMap(({ user }, seat) => (user && seat !== you ? [user] : []));
  const over = stage === "over";
  return {
    id: game.id,
    game: game.game as GameId,
    seats: holdersOf(seats, you),
    plies: game.plies,
    toAct: game.to_act,
    ending: over
      ? { termination: (game.termination ?? "unterminated") as Termination, places: game.places, leaver: game.leaver }
      : null,
    clock: game.clock,
    created: game.created,
    changed: game.changed,
    series: { previous: null, next: null, number: 1, score: seats.map(() => 0) },
    imported: false,
    setUp: false,
    online: {
      ...{ position, options, you, others: people },
      waiting: stage === "waiting",
      ...(game.rated ? { rated: true } : {}),
      deadline: over ? null : deadline,
      challenger: you === null && !over ? (people[0] ? personName(people[0]) : "") : null,
    },
  };
}

let refreshing: Promise<void> | null = null;
let again = false;

/** Refreshes the list; a call during a refresh triggers another one. */
export function refreshMyGames(): Promise<void> {
  if (refreshing) again = true;
  refreshing ??= ask().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function ask(): Promise<void> {
  do {
    again = false;
    try {
      const who = me.user?.id;
      const { games } = await api.myGames();
      if (who === me.user?.id) cachedGames.keep(games.map(summaryOf), Date.now());
      else again = me.user !== null;
    } catch (error) {
      // Another server, lost data, or a session ended elsewhere.
      if (error instanceof ApiError && error.problem.status === 401) await me.look().catch(() => undefined);
      else cachedGames.isOld = true;
    }
  } while (again);
}
