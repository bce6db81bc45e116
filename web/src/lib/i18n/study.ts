// The words of the page together with those of the study pages, which are not part of the first download.

import study from "./en/study";
import type { Key, StudyKey } from "./english";
import { addEnglish, t as words } from "./words.svelte";

addEnglish(study);

export * from "./words.svelte";
/** The words of a key, with arguments in their places. */
export const t = words as (key: Key | StudyKey, ...args: (string | number)[]) => string;
