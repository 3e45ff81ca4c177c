import type { Caller } from "../../domain/people/principal.ts";
import type { Context } from "../call/context.ts";
import { onHalted, onRevoked } from "./revocations.ts";

/** Beyond it all are forgotten and read again. */
const KEPT = 10_000;

/**
 * Looks up once who calls with a secret, and remembers it, under the hash of the secret, until it
 * expires, any key is revoked or any agent halted: the look-up would otherwise be a good part of the
 * cost of a call.
 */
export function createCallerCache<T extends Pick<Caller, "expiresAtMs">>(
  ctx: Context,
  read: (hash: string) => Promise<T | undefined>,
): (secret: string) => Promise<T | undefined> {
  const known = new Map<string, T>();
  let changes = 0;
  const forget = () => {
    changes += 1;
    known.clear();
  };
  onRevoked(ctx, forget);
  onHalted(ctx, forget);
  ctx.following.onDoubt(forget);

  function recall(hash: string): T | undefined {
    const caller = ctx.following.isSure() ? known.get(hash) : undefined;
    const { expiresAtMs = Number.POSITIVE_INFINITY } = caller ?? {};
    return expiresAtMs > ctx.clock.now() ? caller : undefined;
  }

  return async (secret) => {
    const hash = ctx.digest.text(secret);
    const remembered = recall(hash);
    if (remembered !== undefined) return remembered;
    known.delete(hash);
    const seen = changes;
    const caller = await read(hash);
    if (caller === undefined) return undefined;
    if (known.size >= KEPT) known.clear();
    // What was read before a revocation must not be remembered behind it.
    if (seen === changes && ctx.following.isSure()) known.set(hash, caller);
    return caller;
  };
}
