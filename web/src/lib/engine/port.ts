// Request and response messages of a worker. Each request is answered or fails; if the worker dies, pending
// promises are rejected.

import type { Failure } from "./types";

/** The rules rejected the request; nothing has changed. */
export class RulesError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.text);
    this.name = "RulesError";
  }
}

/** The worker failed to start or has died; the next request starts a new one. */
export class WorkerError extends Error {
  constructor(why: string) {
    super(why);
    this.name = "WorkerError";
  }
}

export interface Question {
  id: number;
  call: string;
  args: unknown[];
}
/** Any number of reports, then one final message. */
export type Answer =
  | { id: number; report: unknown }
  | { id: number; ok: unknown }
  | { id: number; error: Failure }
  | { id: number; broken: string };

interface Waiting {
  resolve(value: unknown): void;
  reject(why: Error): void;
  report?: (value: unknown) => void;
}

/** A worker that starts on the first request and restarts after it has died. */
export class Port {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  /** Number of workers so far: state set up in an earlier one is gone. */
  generation = 0;

  constructor(private readonly start: () => Worker) {}

  ask<T>(call: string, args: unknown[] = [], report?: (value: unknown) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      try {
        const worker = this.#started();
        const waiting: Waiting = { resolve: resolve as (value: unknown) => void, reject };
        if (report) waiting.report = report;
        this.#waiting.set(id, waiting);
        worker.postMessage({ id, call, args } satisfies Question);
      } catch (error) {
        this.#waiting.delete(id);
        reject(new WorkerError(String(error)));
      }
    });
  }

  /** Terminates the worker; pending requests fail. */
  end(why = "ended"): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new WorkerError(why));
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.start();
    this.generation++;
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#answered(data);
    worker.onerror = (event) => this.end(event.message || "the worker could not be loaded");
    this.#worker = worker;
    return worker;
  }

  #answered(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    if ("report" in answer) {
      waiting.report?.(answer.report);
      return;
    }
    this.#waiting.delete(answer.id);
    if ("ok" in answer) waiting.resolve(answer.ok);
    else if ("error" in answer) waiting.reject(new RulesError(answer.error));
    else {
      waiting.reject(new WorkerError(answer.broken));
      // The state of a module that has trapped cannot be trusted.
      this.end(answer.broken);
    }
  }
}
