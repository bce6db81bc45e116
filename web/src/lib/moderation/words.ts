import { Apart } from "$lib/i18n/apart.svelte";

const words = new Apart("moderation");
export const loadWords = (): Promise<void> => words.load();
export const { t: say, has } = words;
