// What a screen reader is told without moving the focus. One region in the page; what comes together is told
// together.

import { untrack } from "svelte";

class Live {
  text = $state("");
  #told = 0;
  #at = 0;

  /**
   * Says something. Sentences that follow each other closely are joined: a reader would drop all but the
   * last.
   */
  say(text: string): void {
    if (text === "") return;
    const now = performance.now();
    // An effect that says something must not depend on what was said.
    const before = untrack(() => this.text);
    const joined = now - this.#at < 400 && before !== "" ? `${before.trimEnd()} ${text}` : text;
    this.#at = now;
    this.#told++;
    // The same words twice are told twice only if the text differs.
    this.text = joined + (this.#told % 2 ? "\u00a0" : "");
  }
}

export const live = new Live();

/** Reads aloud through the browser's own voice, where it has one. */
export function speak(text: string, language: string): void {
  if (typeof speechSynthesis === "undefined" || text === "") return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
