import type { RequestId } from "../../domain/id.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Clock } from "../../ports/system/clock.ts";

/**
 * Why a wait ended: the request closed, the hold ran out, the server stopped, or the caller's
 * signal fired.
 */
export type WaitEnd = Request | "timeout" | "stopped" | "aborted";

/**
 * Waits for requests to close. Any number may wait for the same one; a waiter costs one entry and
 * one timer.
 */
export interface Waiters {
  /** Calls `wake` once, and never after the returned function was called. */
  attach(id: RequestId, wake: (request: Request | "stopped") => void): () => void;
  /** Wakes all who wait for this request. */
  wake(request: Request): void;
  /** Sends every waiter away, now and later. */
  stop(): void;
  /** Whether somebody waits for the request of this id. */
  isAwaited(id: string): id is RequestId;
  /** The requests that somebody waits for. */
  awaited(): readonly RequestId[];
  count(): number;
}

type Wake = (request: Request | "stopped") => void;

export function createWaiters(): Waiters {
  // Most requests have one waiter, so a set is made only for a second one.
  const byRequest = new Map<RequestId, Wake | Set<Wake>>();
  let count = 0;
  let isStopped = false;

  function detach(id: RequestId, wake: Wake): void {
    const entry = byRequest.get(id);
    if (entry === wake) {
      byRequest.delete(id);
      count--;
    } else if (entry instanceof Set && entry.delete(wake)) {
      if (entry.size === 0) byRequest.delete(id);
      count--;
    }
  }

  function wakeAll(id: RequestId, value: Request | "stopped"): void {
    const entry = byRequest.get(id);
    if (entry === undefined) return;
    byRequest.delete(id);
    const wakes = entry instanceof Set ? [...entry] : [entry];
    count -= wakes.length;
    for (const wake of wakes) wake(value);
  }

  return {
    attach(id, wake) {
      if (isStopped) {
        wake("stopped");
        return () => {};
      }
      const entry = byRequest.get(id);
      if (entry === undefined) byRequest.set(id, wake);
      else if (entry instanceof Set) entry.add(wake);
      else byRequest.set(id, new Set([entry, wake]));
      count++;
      return () => detach(id, wake);
    },
    wake: (request) => wakeAll(request.id, request),
    stop() {
      isStopped = true;
      for (const id of [...byRequest.keys()]) wakeAll(id, "stopped");
    },
    isAwaited: (id): id is RequestId => byRequest.has(id as RequestId),
    awaited: () => [...byRequest.keys()],
    count: () => count,
  };
}

/** A wait under way. */
export interface Held {
  readonly closed: Promise<WaitEnd>;
  /** Whether it ended because a request closed. */
  hasClosed(): boolean;
  cancel(): void;
}

/** Waits until one of the requests closes, at most `holdMs` or until the signal. */
export function awaitClose(
  { waiters, clock }: { waiters: Waiters; clock: Clock },
  ids: readonly RequestId[],
  { holdMs, signal }: { holdMs: number; signal?: AbortSignal | undefined },
): Held {
  const { promise: closed, resolve } = Promise.withResolvers<WaitEnd>();
  let hasClosed = false;
  const detachers: (() => void)[] = [];
  const cancel = () => {
    for (const detach of detachers) detach();
    signal?.removeEventListener("abort", onAbort);
  };
  const end = (value: WaitEnd) => {
    cancel();
    hasClosed = typeof value !== "string";
    resolve(value);
  };
  const onAbort = () => end("aborted");
  if (signal?.aborted === true) onAbort();
  else {
    signal?.addEventListener("abort", onAbort);
    detachers.push(clock.after(holdMs, () => end("timeout")));
    for (const id of ids) detachers.push(waiters.attach(id, end));
  }
  return { closed, cancel, hasClosed: () => hasClosed };
}
