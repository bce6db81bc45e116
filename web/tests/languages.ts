// The languages of the page: the folders of its words.

import { readdirSync } from "node:fs";

export const LANGUAGES = readdirSync(new URL("../src/lib/i18n", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
