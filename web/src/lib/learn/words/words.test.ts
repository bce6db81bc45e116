// @vitest-environment node

import { expect, test } from "vitest";
import { GAMES } from "$lib/engine/types";
import { lessonOf } from "../lessons";
import de from "./de";
import en from "./en";
import fr from "./fr";
import it from "./it";

const all = Object.entries({ en, de, fr, it });

test.each(all)("%s has the words of every step and no others", async (_, words) => {
  for (const game of GAMES) {
    const { steps } = await lessonOf(game);
    expect(Object.keys(words[game])).toEqual(steps.map(({ id }) => id));
    for (const { id, task } of steps) {
      const { title, text, done } = words[game][id]!;
      expect(title.length, `${game} ${id}`).toBeLessThanOrEqual(40);
      // Short enough to stand beside the board of a phone.
      expect(text.length, `${game} ${id}`).toBeLessThanOrEqual(260);
      expect(done === undefined, `${game} ${id}`).toBe(task === null);
    }
  }
});

test.each(all)("%s has its own quotes, apostrophes and spaces", (name, words) => {
  const texts = Object.values(words).flatMap((steps) => Object.values(steps).flatMap((step) => Object.values(step)));
  for (const text of texts as string[]) {
    expect(text).not.toMatch(/['"]|\.\.\.|^\s|\s$/);
    if (name === "fr") expect(text).not.toMatch(/[“”]|[^\u202f][;!?]|[^\u00a0]:/);
    else expect(text).not.toMatch(/ [:;!?]/);
  }
});
