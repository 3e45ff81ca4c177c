import type { PrincipalId, SessionId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { WriteWaking } from "../../ports/store/write-effects.ts";
import type { Clock } from "../../ports/system/clock.ts";
import type { Following } from "./follow-nodes.ts";
import type { OnWrite } from "./write-listeners.ts";

/** What can be waited for: a change in an agent's sessions, or in one session. */
type BellName = PrincipalId | SessionId;

export interface HeldBell {
  /** Resolves when it rings, the time runs out, or everyone is sent away. */
  readonly rung: Promise<void>;
  cancel(): void;
}

/** Wakes those who wait for sessions. A ring only says that it is worth looking. */
export interface Bells {
  /** Attached by the time this returns, so a ring before the following read is not missed. */
  hear(
    names: readonly BellName[],
    by: { readonly ms: number; readonly signal?: AbortSignal | undefined },
  ): HeldBell;
  readonly isStopped: () => boolean;
  /** Sends everyone away, now and later. */
  stop(): void;
}

export function createBells(
  clock: Pick<Clock, "after">,
  {
    following,
    onWrite,
  }: { readonly following: Pick<Following, "onEvent" | "onDoubt">; readonly onWrite: OnWrite },
): Bells {
  const listeners = new Map<BellName, Set<() => void>>();
  let isStopped = false;

  function ring(name: BellName): void {
    for (const wake of [...(listeners.get(name) ?? [])]) wake();
  }

  function ringAll(): void {
    for (const name of [...listeners.keys()]) ring(name);
  }

  onWrite("session_waiters", (write) => {
    for (const name of namesOfWrite(write)) ring(name);
  });
  following.onEvent((event) => {
    for (const name of namesOfEvent(event)) ring(name);
  });
  // Rings may have been missed and are not repeated.
  following.onDoubt(ringAll);

  function leave(name: BellName, wake: () => void): void {
    const all = listeners.get(name);
    all?.delete(wake);
    if (all?.size === 0) listeners.delete(name);
  }

  return {
    hear(names, { ms, signal }) {
      const { promise: rung, resolve } = Promise.withResolvers<void>();
      if (isStopped || signal?.aborted === true) {
        resolve();
        return { rung, cancel() {} };
      }
      const wake = () => {
        cancel();
        resolve();
      };
      const cancelTimer = clock.after(ms, wake);
      function cancel(): void {
        cancelTimer();
        signal?.removeEventListener("abort", wake);
        for (const name of names) leave(name, wake);
      }
      signal?.addEventListener("abort", wake);
      for (const name of names) {
        const all = listeners.get(name) ?? new Set();
        listeners.set(name, all.add(wake));
      }
      return { rung, cancel };
    },
    isStopped: () => isStopped,
    stop() {
      isStopped = true;
      ringAll();
    },
  };
}

function namesOfWrite(write: WriteWaking<"session_waiters">): readonly BellName[] {
  switch (write.type) {
    case "session.insert":
      return [write.session.agent];
    case "session.put":
      // Any change that takes a session out of its lane lets the lane's next one run.
      return write.session.status === "running" && write.session.cancelAsked === undefined
        ? [write.session.id]
        : [write.session.id, write.session.agent];
    case "entry.insert":
      return [write.entry.session];
    case "agent.halt":
      return [write.id];
  }
}

function namesOfEvent({ type, subject, agent }: Event): readonly BellName[] {
  if (type === "agent.halted" || type === "agent.resumed") return [subject as PrincipalId];
  if (!type.startsWith("session.")) return [];
  return agent === undefined ? [subject as SessionId] : [subject as SessionId, agent];
}
