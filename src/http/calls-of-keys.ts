import type { ServerResponse } from "node:http";
import { EarshotError } from "../domain/errors.ts";
import type { KeyId } from "../domain/id.ts";
import type { Caller } from "../domain/principal.ts";

/** How long a call that is held may outlive the token that it came with. */
const SWEEP_MS = 5_000;

/**
 * The calls under way, by the key or token they came with. A stream, a wait or a body that comes in
 * slowly may outlast it, and is not to bring or change anything then.
 */
export interface CallsOfKeys {
  /** Throws NOT_SIGNED_IN where the key was revoked while it was looked up. */
  add(caller: Caller, outgoing: ServerResponse): void;
  /** Ends every call of a key, but for the answers that are written by now. */
  revoked(key: KeyId): void;
}

export function createCallsOfKeys(now: () => number = Date.now): CallsOfKeys {
  // One entry a call and one listener for all: thousands are held at once.
  const calls = new Map<ServerResponse, Caller>();
  const revoked = new Set<KeyId>();
  let sweeping: NodeJS.Timeout | undefined;

  function forget(this: ServerResponse): void {
    calls.delete(this);
    if (calls.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  function endThose(isOver: (caller: Caller) => boolean): void {
    for (const [outgoing, caller] of calls) {
      if (isOver(caller) && !outgoing.writableEnded) outgoing.destroy();
    }
  }

  const sweep = () =>
    endThose(({ expiresAtMs = Number.POSITIVE_INFINITY }) => expiresAtMs <= now());

  return {
    add(caller, outgoing) {
      const { key, expiresAtMs } = caller;
      if (key !== undefined && revoked.has(key)) {
        throw new EarshotError("NOT_SIGNED_IN", "This key was revoked.");
      }
      calls.set(outgoing, caller);
      outgoing.on("close", forget);
      if (expiresAtMs !== undefined) sweeping ??= setInterval(sweep, SWEEP_MS).unref();
    },
    revoked(key) {
      revoked.add(key);
      // Whoever revokes the key that they call with is told of it first.
      setImmediate(endThose, (caller: Caller) => caller.key === key);
    },
  };
}
