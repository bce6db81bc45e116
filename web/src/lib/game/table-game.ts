// A game as shown on the play page, stored on this device or on a server.

import type { LocalGame } from "./local-game.svelte";

export type TableGame = Pick<LocalGame, keyof LocalGame>;
