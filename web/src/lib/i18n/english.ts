// The English words of the first download. Together with those of the study pages they are the list of all
// keys: every other language has the same.

import moving from "./en/moving";
import online from "./en/online";
import page from "./en/page";
import type study from "./en/study";

const en = { ...moving, ...online, ...page } as const;

export type Key = keyof typeof en;
export type StudyKey = keyof typeof study;
export type Words = Record<Key | StudyKey, string>;

export default en;
