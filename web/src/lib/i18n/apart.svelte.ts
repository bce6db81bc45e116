// Words that only some pages need. They are fetched with those pages and are no part of the first download,
// in English neither. A part is a file of the same name in the folder `apart` of every language.

import type account from "./en/apart/account";
import type community from "./en/apart/community";
import type moderation from "./en/apart/moderation";
import type people from "./en/apart/people";
import type webhooks from "./en/apart/webhooks";
import { fill } from "./fill";
import { language, locale, type Language } from "./words.svelte";

/** The parts there are, with the English words as the list of their keys. */
interface English {
  account: typeof account;
  community: typeof community;
  moderation: typeof moderation;
  people: typeof people;
  webhooks: typeof webhooks;
}
export type PartName = keyof English;
export type PartKey<P extends PartName> = keyof English[P] & string;
/** What a language's file of a part holds. */
export type PartOf<P extends PartName> = Record<PartKey<P>, string>;

type Texts = Readonly<Record<string, string>>;
const LOADERS = import.meta.glob<Texts>("./*/apart/*.ts", { import: "default" });

const fetched = (part: PartName, language: Language): Promise<Texts> => LOADERS[`./${language}/apart/${part}.ts`]!();

/** The words of one part. */
export class Apart<P extends PartName> {
  #texts = $state.raw<Texts>({});

  constructor(private readonly part: P) {}

  /**
   * Fetches them in the language shown: wait for it before the page is drawn, and ask again when the language
   * has changed.
   */
  async load(): Promise<void> {
    const wanted = language();
    // Offline another language may not be to be had; English perhaps was kept.
    const texts = await fetched(this.part, wanted).catch(() => fetched(this.part, "en"));
    if (language() === wanted) this.#texts = texts;
  }

  /** The words of a key, with arguments in their places. */
  readonly t = (key: PartKey<P>, ...args: (string | number)[]): string => fill(this.#texts[key] ?? "", args, locale());

  /** Whether there are words for a key made up at run time. */
  readonly has = (key: string): key is PartKey<P> => Object.hasOwn(this.#texts, key);
}
