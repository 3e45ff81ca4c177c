import { EarshotError } from "../../domain/errors.ts";
import { inTime } from "../../domain/in-words.ts";
import { DEFAULT_OVERLAP_MS, MAX_OVERLAP_MS } from "../../domain/limits.ts";
import type { Caller, Key } from "../../domain/people/principal.ts";
import { rightsOf } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type Timestamp, toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { RotatedKey, RotateKeyInput } from "../../ports/earshot/earshot.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { isGoodKey } from "../callers/web-session-key.ts";
import { createKey } from "./create-key.ts";
import { findKey } from "./keys.ts";

/**
 * Replaces a key by a new one of the same holder, rights, label and length of life. The former stays
 * good for the overlap, so that whoever holds it has time to change over. What a new key of this
 * holder takes, this takes too.
 */
export async function rotateKey(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<RotateKeyInput>,
): Promise<RotatedKey> {
  const { id, overlapMs = DEFAULT_OVERLAP_MS, expiresInMs, passphrase } = input;
  if (!(overlapMs >= 0 && overlapMs <= MAX_OVERLAP_MS)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `A key that is replaced stays good for at most ${inTime(MAX_OVERLAP_MS)}.`,
    );
  }
  const { key: former, principal } = await findKey(ctx, caller, id);
  const now = nowOf(ctx);
  if (former.invitation !== undefined || !isGoodKey(former, now)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${id} is no key that lets anybody in, so there is nothing to change over from. Make a new one: npx earshot keys create.`,
      { details: { id } },
    );
  }
  const { kind, name } = principal;
  const { holdMs, unattended, label } = former;
  // What its holder may no longer do, the former does not do either.
  const scopes = former.scopes.filter((scope) => rightsOf(principal).includes(scope));
  const lifeMs = expiresInMs ?? lifeOf(former);
  const until = endOf(former, toTimestamp(toMs(now) + Math.ceil(overlapMs)));
  const made = await createKey(ctx, caller, {
    input: {
      kind,
      name,
      scopes,
      ...present({ holdMs, unattended, label, expiresInMs: lifeMs, passphrase }),
    },
    ...present({ options }),
    replaces: { former, until, asked: { id, overlapMs, expiresInMs } },
  });
  return { ...made, former: { ...former, expiresAt: until } };
}

/** It never gets a later end than it had. */
function endOf({ expiresAt }: Key, until: Timestamp): Timestamp {
  return expiresAt !== undefined && expiresAt < until ? expiresAt : until;
}

function lifeOf({ createdAt, expiresAt }: Key): number | undefined {
  return expiresAt === undefined ? undefined : toMs(expiresAt) - toMs(createdAt);
}
