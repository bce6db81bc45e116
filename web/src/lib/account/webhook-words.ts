// Texts about webhooks.

import { Apart } from "$lib/i18n/apart.svelte";

const words = new Apart("webhooks");
export const loadWords = (): Promise<void> => words.load();
export const say = words.t;
