// All English words of the page. They are the list of all keys: every other language has the same.

import lobby from "./en/lobby";
import moving from "./en/moving";
import online from "./en/online";
import page from "./en/page";
import study from "./en/study";

const en = { ...lobby, ...moving, ...online, ...page, ...study } as const;

export type Words = Record<keyof typeof en, string>;

export default en;
