// The rules, away from the page's thread. Holds any number of tables; each answer of the module is JSON text, `{"ok": …}` or `{"error": …}`.

import init, { games, Table, words } from "$wasm/rules.js";
import address from "$wasm/rules_bg.wasm?url";
import type { Answer, Question } from "./port";

const ready = init({ module_or_path: address });
const tables = new Map<number, Table>();

function answer(call: string, args: unknown[]): string {
  if (call === "games") return games();
  if (call === "words") return words();
  const [number, ...rest] = args as [number, ...unknown[]];
  if (call === "free") {
    tables.get(number)?.free();
    tables.delete(number);
    return '{"ok":null}';
  }
  let table = tables.get(number);
  if (!table) tables.set(number, (table = new Table()));
  const door = table[call as keyof Table] as (...args: unknown[]) => string;
  return door.apply(table, rest);
}

self.onmessage = async ({ data: { id, call, args } }: MessageEvent<Question>) => {
  try {
    await ready;
    self.postMessage({ id, ...(JSON.parse(answer(call, args)) as object) } as Answer);
  } catch (error) {
    self.postMessage({ id, broken: String(error) } satisfies Answer);
  }
};
