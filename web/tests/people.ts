// Several players on their own devices, connected through one server.

import { expect, type Page } from "@playwright/test";
import { test as base } from "./play";

/** Tests with several people: `another` opens a page for another person, on a device like the test's. */
export const test = base.extend<{ another: () => Promise<Page> }>({
  another: async ({ browser, viewport, hasTouch, isMobile, baseURL }, use) => {
    const device = { viewport, hasTouch, isMobile, ...(baseURL ? { baseURL } : {}) };
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...device, reducedMotion: "reduce" });
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** A request as the page makes it. */
export const ask = <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const sent = body === null ? {} : { body, headers: { "content-type": "application/json" } };
      const response = await fetch(`/api/v1${path}`, { method, ...sent });
      if (!response.ok) throw new Error(await response.text());
      return response.json() as Promise<T>;
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );

export interface Person {
  id: string;
  name: string;
}
export interface GameOnServer {
  id: string;
  game: string;
  players: number;
  seats: { user: Person | null; level: number | null; invited?: string | null }[];
  clock: Record<string, unknown> | null;
  options: Record<string, string>;
  listed: boolean;
  take_back: boolean;
  you: number | null;
  seq: number;
  to_act: number | null;
  legal_moves: string[];
  moves: string[];
  invitation: string | null;
}

/** Registers a guest through the API. */
export async function become(page: Page, name: string): Promise<Person> {
  const { user } = await ask<{ user: Person }>(page, "POST", "/guests", { name });
  await page.evaluate((user) => localStorage.setItem("ludoteca.online", JSON.stringify(user)), user);
  return user;
}

export const gameAt = (page: Page): Promise<GameOnServer> =>
  ask(page, "GET", `/games/${new URL(page.url()).pathname.split("/")[2] ?? ""}`);

/** Plays the first legal move of a game. */
export async function playAny(page: Page, id: string): Promise<GameOnServer> {
  const { seq, legal_moves: moves } = await ask<GameOnServer>(page, "GET", `/games/${id}`);
  await ask(page, "POST", `/games/${id}/actions`, { id: `test-${seq}`, seq, do: { move: moves[0] } });
  return ask(page, "GET", `/games/${id}`);
}

/** A game between two known users. */
export async function gameOf(one: Page, other: Page, request: Record<string, unknown>): Promise<GameOnServer> {
  const made = await ask<GameOnServer>(one, "POST", "/games", request);
  await ask(other, "POST", `/games/${made.id}/join`, { invitation: made.invitation });
  return ask(one, "GET", `/games/${made.id}`);
}

/** The page has navigated to an online game. */
export async function expectAtGame(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/g\/[a-z0-9]+$/);
}

/** Adds a unique suffix, so that parallel tests do not interfere. */
export const named = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 7)}`;
