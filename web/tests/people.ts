// Several people at their own devices, who meet by way of one server.

import { expect, type Page } from "@playwright/test";
import { test as base } from "./play";

/** Tests of several people: `another` is somebody else, at a device like that of the test. */
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

/** Asks the server as the page would. */
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

/** Becomes somebody the server knows, without having pressed anything. */
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

/** A game between two who are known to the server. */
export async function gameOf(one: Page, other: Page, request: Record<string, unknown>): Promise<GameOnServer> {
  const made = await ask<GameOnServer>(one, "POST", "/games", request);
  await ask(other, "POST", `/games/${made.id}/join`, { invitation: made.invitation });
  return ask(one, "GET", `/games/${made.id}`);
}

/** The way to a game of the server is taken. */
export async function expectAtGame(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/g\/[a-z0-9]+$/);
}

/** Everybody gets a name of their own, so that tests that run at the same time do not mix them up. */
export const named = (name: string): string => `${name} ${Math.random().toString(36).slice(2, 7)}`;
