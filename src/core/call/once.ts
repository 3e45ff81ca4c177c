import { EarshotError } from "../../domain/errors.ts";
import { MAX_IDEMPOTENCY_KEY_LENGTH } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { Change, CommitResult, Once } from "../../ports/store/store.ts";
import type { Context } from "./context.ts";

const PRINTABLE = /^[\x21-\x7e]+$/;

/** What makes a call the same call: who, which operation, which content. */
export interface CallIdentity {
  readonly caller: Caller;
  readonly operation: string;
  readonly input: unknown;
  readonly options: CallOptions | undefined;
}

/** The record that makes a change happen once; undefined if the caller gave no key. */
export function onceOf(ctx: Context, call: CallIdentity, result: string): Once | undefined {
  const key = call.options?.idempotencyKey;
  if (key === undefined) return undefined;
  if (key.length > MAX_IDEMPOTENCY_KEY_LENGTH || !PRINTABLE.test(key)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `An idempotency key has 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters without spaces.`,
    );
  }
  const digest = ctx.digest.json([call.operation, call.input]);
  return { principal: call.caller.principal.id, key, digest, result };
}

/**
 * What an earlier call with this key did; undefined for a new key or none. Throws KEY_REUSED if
 * that call had other content.
 */
export async function earlierResult(ctx: Context, call: CallIdentity): Promise<string | undefined> {
  const once = onceOf(ctx, call, "");
  if (once === undefined) return undefined;
  const { workspace } = call.caller.principal;
  const earlier = await ctx.store.findOnce({ workspace, ...once });
  if (earlier === undefined) return undefined;
  if (earlier.digest !== once.digest) throw keyReused(once.key);
  return earlier.result;
}

/** The error for a result other than `committed` and `replayed`. */
export function commitError(result: CommitResult, change: Change): unknown {
  if (result.outcome === "failed") return result.error;
  if (result.outcome === "key_reused") return keyReused(change.once?.key ?? "");
  return new EarshotError("CONFLICT", "Somebody else changed the same thing. Try again.");
}

function keyReused(key: string): EarshotError {
  return new EarshotError(
    "KEY_REUSED",
    `The idempotency key "${key}" was used before for something else. Use a new key for a new call.`,
    { details: { key } },
  );
}
