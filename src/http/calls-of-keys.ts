import type { ServerResponse } from "node:http";
import { EarshotError } from "../domain/errors.ts";
import type { KeyId, PrincipalId } from "../domain/id.ts";
import type { Caller } from "../domain/principal.ts";

/** How long a call that is held may outlive the token that it came with. */
const SWEEP_MS = 5_000;

/**
 * The calls under way, by the key or token they came with. A stream, a wait or a body that comes in
 * slowly may outlast it, and is not to bring or change anything then.
 */
export interface CallsOfKeys {
  /** A mark of now, to take before the caller is looked up. */
  mark(): number;
  /** Throws where the key was revoked or the agent halted while it was looked up. */
  add(caller: Caller, outgoing: ServerResponse, mark: number): void;
  /** Ends every call of a key, but for the answers that are written by now. */
  revoked(key: KeyId): void;
  /** Ends every call of an agent in the same way, whatever it came with. */
  halted(agent: PrincipalId): void;
}

export function createCallsOfKeys(now: () => number = Date.now): CallsOfKeys {
  // One entry a call and one listener for all: thousands are held at once.
  const calls = new Map<ServerResponse, Caller>();
  const revoked = new Set<KeyId>();
  /** The number of the last halt of each agent: it may have been resumed since. */
  const halts = new Map<PrincipalId, number>();
  let halted = 0;
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
    mark: () => halted,
    add(caller, outgoing, mark) {
      const { key, expiresAtMs, principal } = caller;
      if (key !== undefined && revoked.has(key)) {
        throw new EarshotError("NOT_SIGNED_IN", "This key was revoked.");
      }
      if ((halts.get(principal.id) ?? 0) > mark) {
        const reason = "agent_halted";
        throw new EarshotError("NOT_ALLOWED", "This agent has just been halted.", {
          details: { reason },
        });
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
    halted(agent) {
      halted += 1;
      halts.set(agent, halted);
      setImmediate(endThose, (caller: Caller) => caller.principal.id === agent);
    },
  };
}
