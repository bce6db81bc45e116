// The rules worker. Holds any number of sessions; the module answers in JSON, `{"ok": …}` or `{"error": …}`.

import * as module from "$wasm/rules.js";
import address from "$wasm/rules_bg.wasm?url";
import type { Answer, Question } from "./port";

const ready = module.default({ module_or_path: address });
const sessions = new Map<number, module.Session>();
/** Calls that need no session. */
const FREE = ["games", "words", "readTree", "writeTree", "readLink", "writeLink"];
const bindings = module as unknown as Record<string, (...args: unknown[]) => string>;

function answer(call: string, args: unknown[]): string {
  if (FREE.includes(call)) return bindings[call]!(...args);
  const [number, ...rest] = args as [number, ...unknown[]];
  if (call === "free") {
    sessions.get(number)?.free();
    sessions.delete(number);
    return '{"ok":null}';
  }
  let session = sessions.get(number);
  if (!session) sessions.set(number, (session = new module.Session()));
  const ask = session[call as keyof module.Session] as (...args: unknown[]) => string;
  return ask.apply(session, rest);
}

self.onmessage = async ({ data: { id, call, args } }: MessageEvent<Question>) => {
  try {
    await ready;
    self.postMessage({ id, ...(JSON.parse(answer(call, args)) as object) } as Answer);
  } catch (error) {
    self.postMessage({ id, broken: String(error) } satisfies Answer);
  }
};
