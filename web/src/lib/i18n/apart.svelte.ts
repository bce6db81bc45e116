// Texts that only some pages need, loaded with those pages instead of the first download. A part is a file
// of the same name in the folder `apart` of every language.

import type account from "./en/apart/account";
import type community from "./en/apart/community";
import type moderation from "./en/apart/moderation";
import type people from "./en/apart/people";
import { fill } from "./fill";
import { language, locale, type Language } from "./words.svelte";

/** The parts, with the English texts as the list of their keys. */
interface English {
  account: typeof account;
  community: typeof community;
  moderation: typeof moderation;
  people: typeof people;
}
export type PartName = keyof English;
export type PartKey<P extends PartName> = keyof English[P] & string;
/** The contents of a language's file of a part. */
export type PartOf<P extends PartName> = Record<PartKey<P>, string>;

type Texts = Readonly<Record<string, string>>;
const LOADERS = import.meta.glob<Texts>("./*/apart/*.ts", { import: "default" });

const fetched = (part: PartName, language: Language): Promise<Texts> => LOADERS[`./${language}/apart/${part}.ts`]!();

/** The texts of one part. */
export class Apart<P extends PartName> {
  #texts = $state.raw<Texts>({});

  constructor(private readonly part: P) {}

  /**
   * Loads them in the current language: wait for it before the page is drawn, and call it again when the
   * language has changed.
   */
  async load(): Promise<void> {
    const wanted = language();
    // Offline, only English may be cached.
    const texts = await fetched(this.part, wanted).catch(() => fetched(this.part, "en"));
    if (language() === wanted) this.#texts = texts;
  }

  /** The text of a key with its arguments. */
  readonly t = (key: PartKey<P>, ...args: (string | number)[]): string => fill(this.#texts[key] ?? "", args, locale());

  /** Whether a key computed at run time exists. */
  readonly has = (key: string): key is PartKey<P> => Object.hasOwn(this.#texts, key);
}
