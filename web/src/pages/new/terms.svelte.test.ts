import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import type { GameInfo } from "$lib/engine/types";
import { me } from "$lib/online/me.svelte";
import { pairing } from "$lib/online/pairing.svelte";
import { usual, type Choices, type OnlineChoices } from "$lib/ui/setup";
import Terms from "./Terms.svelte";

const info: GameInfo = {
  ...{ id: "squadro", name: "Squadro", minPlayers: 2, maxPlayers: 2, seats: ["yellow", "red"] },
  ...{ draws: true, options: [] },
};
const USER = { id: "m4tq8wzk2pnc", name: "Ada" };
const ACCOUNT = { email: null, recovery_codes: 0, password: true, passkeys: 0 };

/** What is shown of the terms while they are folded. */
async function folded(
  online: Partial<OnlineChoices> | null,
  { challenge = false, given = false } = {},
): Promise<string | undefined> {
  const start = usual(info);
  const choices = $state<Choices>(
    online ? { ...start, company: "online", online: { ...start.online, ...online } } : start,
  );
  const terms = mount(Terms, { target: document.body, props: { info, choices, challenge, given } });
  flushSync();
  const text = document.querySelector("summary .chosen")?.textContent;
  await unmount(terms);
  return text;
}

afterEach(() => {
  me.is(null);
  pairing.choose({ rated: "if-possible" });
});

test("a challenge says whether it is rated", async () => {
  me.is(USER);
  me.account = ACCOUNT;
  const clock = "5 min + 3 s";
  const times = { ...usual(info).online.times, clock: "increment" as const, minutes: 5, increment: 3 };
  expect(await folded({ rated: true, times }, { challenge: true })).toBe(`${clock} · rated`);
  expect(await folded({ rated: false, times }, { challenge: true })).toBe(`${clock} · unrated`);
  // Custom positions are unrated.
  expect(await folded({ rated: true, times }, { challenge: true, given: true })).toBe(`${clock} · unrated`);
  // And so are games of guests.
  me.account = null;
  expect(await folded({ rated: true, times }, { challenge: true })).toBe(`${clock} · unrated`);
});

test("a game with any opponent says what was chosen for pairing", async () => {
  me.is(USER);
  me.account = ACCOUNT;
  const anyone = { opponent: "anyone", rated: false } as const;
  expect(await folded(anyone)).toMatch(/ · rated if possible$/);
  pairing.choose({ rated: "rated" });
  expect(await folded(anyone)).toMatch(/ · rated$/);
  pairing.choose({ rated: "unrated" });
  expect(await folded(anyone)).toMatch(/ · unrated$/);
});

test("games on this device are neither rated nor unrated", async () => {
  me.is(USER);
  me.account = ACCOUNT;
  expect(await folded(null)).toBeUndefined();
});
