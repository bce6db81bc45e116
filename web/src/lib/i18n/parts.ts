// What a language's folder holds, put together.

import type { Words } from "./english";
import type { Engine } from "./fill";

/** The words of some of the keys, or what the engine says. */
export type Part = Partial<Words> | Engine;

/** The parts of a language by their files: words of the page, and the engine’s sentences apart from them. */
export function together(parts: Readonly<Record<string, Part>>): { words: Words; engine: Engine } {
  const { "./engine.ts": engine, ...words } = parts;
  // That no key is missing is tested.
  return { words: Object.assign({}, ...Object.values(words)) as Words, engine: engine as Engine };
}
