// The engine worker. It receives no messages during a search, so it is stopped by a flag in shared memory;
// without shared memory it searches in slices and checks for messages in between.

import init, { Session } from "$wasm/ludoteca.js";
import address from "$wasm/ludoteca_bg.wasm?url";
import type { Answer, Question } from "./port";
import type { Failure, Opening, Proof, ProveRequest, Status, ThinkRequest, Thought, Value } from "./types";

const FIRST_SLICE = 25;
const LONGEST_SLICE = 200;

const ready = init({ module_or_path: address });
let session: Session | null = null;
/**
 * The opening of the session. While it stays the same, only moves are played and the hash tables are kept.
 */
let opened = "";
let flag: Int32Array | null = null;
let stopped = false;

type Given<T> = { ok: T } | { error: Failure };
const given = <T>(text: string): Given<T> => JSON.parse(text) as Given<T>;
const breath = () => new Promise((resolve) => setTimeout(resolve));

function seat({ moves = [], ...opening }: Opening): Given<unknown> {
  const now = JSON.stringify(opening);
  session ??= new Session();
  if (opened !== now) {
    opened = "";
    const view = given(session.open(now));
    if ("error" in view) return view;
    opened = now;
  }
  return given<Status>(session.follow(JSON.stringify(moves)));
}

function prove(opening: Opening, request: ProveRequest): Given<Proof | null> {
  const seated = seat(opening);
  if ("error" in seated || !session) return seated as Given<null>;
  return given(session.prove(JSON.stringify(request), () => flag !== null && Atomics.load(flag, 0) !== 0));
}

async function think(opening: Opening, request: ThinkRequest, report: (thought: Thought) => void) {
  const seated = seat(opening);
  if ("error" in seated || !session) return seated;
  const onReport = (text: string) => report(JSON.parse(text) as Thought);
  const ask = (request: ThinkRequest) =>
    given<Thought | null>(
      session!.think(JSON.stringify(request), () => flag !== null && Atomics.load(flag, 0) !== 0, onReport),
    );
  // Levels with a node limit must search in one go, and are quick.
  if (flag || request.millis === undefined || (request.level ?? 10) < 10) return ask(request);
  const began = performance.now();
  for (let slice = FIRST_SLICE; ; slice = Math.min(2 * slice, LONGEST_SLICE)) {
    const left = request.millis - (performance.now() - began);
    const thought = ask({ ...request, millis: Math.min(slice, left) });
    await breath();
    const proven = (value: Value | null) => value?.kind === "proven" || (value?.kind === "shares" && value.proven);
    const decided = "ok" in thought && thought.ok?.lines.every(({ value }) => proven(value));
    if ("error" in thought || thought.ok === null || decided || stopped || left <= slice) return thought;
  }
}

self.onmessage = async ({ data: { id, call, args } }: MessageEvent<Question>) => {
  if (call === "stop") {
    stopped = true;
    self.postMessage({ id, ok: null } satisfies Answer);
    return;
  }
  try {
    await ready;
    if (call === "load") {
      flag = (args[0] as Int32Array | undefined) ?? null;
      self.postMessage({ id, ok: null } satisfies Answer);
      return;
    }
    stopped = false;
    const [opening, request] = args as [Opening, ThinkRequest & ProveRequest];
    const answer =
      call === "prove"
        ? prove(opening, request)
        : await think(opening, request, (report) => self.postMessage({ id, report } satisfies Answer));
    self.postMessage({ id, ...answer } as Answer);
  } catch (error) {
    self.postMessage({ id, broken: String(error) } satisfies Answer);
  }
};
