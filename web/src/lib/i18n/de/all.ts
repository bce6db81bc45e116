// Every part of this language but the words of its tutorials, in one download. The same in every folder.

import type { Part } from "../parts";

export default import.meta.glob<Part>(["./*.ts", "!./all.ts", "!./learn.ts"], {
  eager: true,
  import: "default",
});
