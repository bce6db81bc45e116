// Texts for blocking and reporting.

import { Apart } from "$lib/i18n/apart.svelte";

const words = new Apart("people");
export const loadWords = (): Promise<void> => words.load();
export const { t: say, has } = words;
