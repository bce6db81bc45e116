// @vitest-environment node

import { expect, test } from "vitest";
import { GAMES } from "$lib/engine/types";
import { expectTypography, LANGUAGES, learnWords } from "$lib/i18n/languages.test-run";
import { lessonOf } from "./lessons";

test.each(LANGUAGES)("%s has texts for every step and no others", async (language) => {
  const words = learnWords(language);
  for (const game of GAMES) {
    const { steps } = await lessonOf(game);
    expect(Object.keys(words[game])).toEqual(steps.map(({ id }) => id));
    for (const { id, task } of steps) {
      const { title, goal, text, done } = words[game][id]!;
      expect(title.length, `${game} ${id}`).toBeLessThanOrEqual(40);
      // Short enough for the board page of a phone.
      expect(text.length, `${game} ${id}`).toBeLessThanOrEqual(260);
      // The aim of the game comes first.
      expect(goal !== undefined, `${game} ${id}`).toBe(id === steps[0]!.id);
      expect(goal?.length ?? 0, `${game} ${id}`).toBeLessThanOrEqual(130);
      expect(done === undefined, `${game} ${id}`).toBe(task === null);
    }
  }
});

test.each(LANGUAGES)("%s uses its own quotes, apostrophes and spaces", (language) => {
  for (const steps of Object.values(learnWords(language)))
    for (const step of Object.values(steps))
      for (const text of Object.values(step) as string[]) expectTypography(language, text, text);
});
