// Worker for import and export: its own module, separate from the page's thread and from a running engine.

import * as module from "$wasm/share.js";
import address from "$wasm/share_bg.wasm?url";
import type { Answer, Question } from "./port";

const ready = module.default({ module_or_path: address });
const sessions = new Map<number, module.Session>();

function answer(call: string, args: unknown[]): string {
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
