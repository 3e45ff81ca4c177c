import type { ServerResponse } from "node:http";
import { EarshotError } from "../domain/errors.ts";
import type { KeyId, PrincipalId } from "../domain/id.ts";
import type { Caller } from "../domain/people/principal.ts";

/** How long a held call may outlive its token or key. */
const SWEEP_MS = 5_000;
/** The call was admitted, and may have taken effect before it was ended. */
const UNDER_WAY = "The call was under way: whether it has done anything, the record says.";

/**
 * The calls under way, by their key or token. A stream, a wait or a slow body may outlast its key, and must
 * then neither deliver nor change anything.
 */
export interface CallsOfKeys {
  /** Marks this moment; to be taken before the caller is looked up. */
  mark(): number;
  /** Throws if the key was revoked, or the agent halted, during the look-up. */
  add(caller: Caller, outgoing: ServerResponse, mark: number): void;
  /** Ends every call of a key and tells its caller why; calls already answered are left alone. */
  revoked(key: KeyId): void;
  /** Ends every call of a key at a later moment, given in milliseconds since 1970. */
  expires(key: KeyId, atMs: number): void;
  /** Ends every call of an agent in the same way, with any key or token. */
  halted(agent: PrincipalId): void;
}

/** Ends a call: tells its caller why, or cuts off an answer that has begun. */
export type EndCall = (outgoing: ServerResponse, error: EarshotError) => void;

export function createCallsOfKeys(end: EndCall, now: () => number = Date.now): CallsOfKeys {
  // One entry per call, one listener for all: thousands are held at once.
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

  function endThose(isOver: (caller: Caller) => boolean, error: EarshotError): void {
    for (const [outgoing, caller] of calls) {
      if (isOver(caller) && !outgoing.writableEnded) end(outgoing, error);
    }
  }

  const sweep = () =>
    endThose(
      ({ expiresAtMs = Number.POSITIVE_INFINITY }) => expiresAtMs <= now(),
      new EarshotError("NOT_SIGNED_IN", `The key or token has expired. ${UNDER_WAY}`),
    );
  const sweepOften = () => {
    sweeping ??= setInterval(sweep, SWEEP_MS).unref();
  };

  return {
    mark: () => halted,
    add(caller, outgoing, mark) {
      const { key, expiresAtMs, principal } = caller;
      if (key !== undefined && revoked.has(key)) {
        throw new EarshotError("NOT_SIGNED_IN", "This key was revoked.");
      }
      if ((halts.get(principal.id) ?? 0) > mark) {
        throw justHalted();
      }
      calls.set(outgoing, caller);
      outgoing.on("close", forget);
      if (expiresAtMs !== undefined) sweepOften();
    },
    revoked(key) {
      revoked.add(key);
      // A caller who revokes their own key gets that answer first.
      const error = new EarshotError("NOT_SIGNED_IN", `This key was revoked. ${UNDER_WAY}`);
      setImmediate(endThose, (caller: Caller) => caller.key === key, error);
    },
    expires(key, expiresAtMs) {
      for (const [outgoing, caller] of calls) {
        if (caller.key !== key) continue;
        calls.set(outgoing, { ...caller, expiresAtMs });
        sweepOften();
      }
    },
    halted(agent) {
      halted += 1;
      halts.set(agent, halted);
      const error = justHalted(` ${UNDER_WAY}`);
      setImmediate(endThose, (caller: Caller) => caller.principal.id === agent, error);
    },
  };
}

function justHalted(more = ""): EarshotError {
  return new EarshotError("NOT_ALLOWED", `This agent has just been halted.${more}`, {
    details: { reason: "agent_halted" },
  });
}
