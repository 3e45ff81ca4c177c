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
  const byKey = new Map<KeyId, Set<ServerResponse>>();
  const byToken = new Map<ServerResponse, number>();
  const revoked = new Set<KeyId>();
  let sweeping: NodeJS.Timeout | undefined;

  function addToKey(key: KeyId, outgoing: ServerResponse): void {
    if (revoked.has(key)) throw new EarshotError("NOT_SIGNED_IN", "This key was revoked.");
    const calls = byKey.get(key) ?? new Set();
    byKey.set(key, calls.add(outgoing));
    outgoing.once("close", () => {
      calls.delete(outgoing);
      if (calls.size === 0) byKey.delete(key);
    });
  }

  function addToToken(expiresAtMs: number, outgoing: ServerResponse): void {
    byToken.set(outgoing, expiresAtMs);
    sweeping ??= setInterval(sweep, SWEEP_MS).unref();
    outgoing.once("close", () => {
      byToken.delete(outgoing);
      if (byToken.size > 0) return;
      clearInterval(sweeping);
      sweeping = undefined;
    });
  }

  function sweep(): void {
    for (const [outgoing, expiresAtMs] of byToken) if (expiresAtMs <= now()) end(outgoing);
  }

  return {
    add({ key, expiresAtMs }, outgoing) {
      if (key !== undefined) addToKey(key, outgoing);
      if (expiresAtMs !== undefined) addToToken(expiresAtMs, outgoing);
    },
    revoked(key) {
      revoked.add(key);
      // Whoever revokes the key that they call with is told of it first.
      setImmediate(() => {
        for (const outgoing of byKey.get(key) ?? []) end(outgoing);
      });
    },
  };
}

function end(outgoing: ServerResponse): void {
  if (!outgoing.writableEnded) outgoing.destroy();
}
