// Where the rules of every game are, in every language. Fetched with the first rules that are read, so that a
// further language does not make the page's first download longer.

import type { Rules } from "../../../plugins/rules";

export const PAGES = import.meta.glob<Rules>(["$rules/*.md", "$rules/*/*.md"], { import: "default" });
