// The rules pages of every game in every language. Loaded on demand, so that further languages do not enlarge
// the first download.

import type { Rules } from "../../../plugins/rules";

export const PAGES = import.meta.glob<Rules>(["$rules/*.md", "$rules/*/*.md"], { import: "default" });
