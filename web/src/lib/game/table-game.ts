// A game as the table shows it, whoever keeps it: this device or a server.

import type { LocalGame } from "./local-game.svelte";

export type TableGame = Pick<LocalGame, keyof LocalGame>;
