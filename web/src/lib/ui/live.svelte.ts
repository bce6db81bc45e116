// The page's live region for screen readers. Messages in quick succession are joined.

import { untrack } from "svelte";

class Live {
  text = $state("");
  #count = 0;
  #at = 0;

  /**
   * Announces a text. Messages in quick succession are joined, because screen readers would drop all but the
   * last.
   */
  say(text: string): void {
    if (text === "") return;
    const now = performance.now();
    // Effects that announce something must not depend on earlier announcements.
    const before = untrack(() => this.text);
    const joined = now - this.#at < 400 && before !== "" ? `${before.trimEnd()} ${text}` : text;
    this.#at = now;
    this.#count++;
    // Repeated text is announced again only if it differs.
    this.text = joined + (this.#count % 2 ? "\u00a0" : "");
  }
}

export const live = new Live();

/** Reads text aloud with the browser's speech synthesis, if available. */
export function speak(text: string, language: string): void {
  if (typeof speechSynthesis === "undefined" || text === "") return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
