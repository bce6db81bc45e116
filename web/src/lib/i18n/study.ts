// The words of the page with those of the study pages. These are no part of the first download: whoever
// imports this has them.

import study from "./en/study";
import type { Key, StudyKey } from "./english";
import { addEnglish, t as words } from "./words.svelte";

addEnglish(study);

export * from "./words.svelte";
/** The words of a key, with arguments in their places. */
export const t = words as (key: Key | StudyKey, ...args: (string | number)[]) => string;
