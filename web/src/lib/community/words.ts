// Texts of profiles, leaderboards, archive and explorer.

import { Apart } from "$lib/i18n/apart.svelte";

const words = new Apart("community");
export const loadWords = (): Promise<void> => words.load();
export const { t: say, has } = words;
