import { isActionDigest } from "../../domain/authority/action.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Surface } from "../../domain/surface.ts";
import type { Write } from "../../ports/store/store.ts";
import { asOperator } from "../call/assert-caller.ts";
import type { Context } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { checkOwnAssertion } from "./passkey-assertion.ts";
import { ownCredentials } from "./passkey-credentials.ts";
import { siteOf } from "./site.ts";
import { usedAssertion } from "./tickets.ts";

/** What a browser needs to have the caller's passkey sign an action's digest. */
export async function passkeyStepUp(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly digest: string }>,
): Promise<JsonObject> {
  const person = asOperator(caller);
  const site = siteOf(options);
  const challenge = challengeOf(input.digest);
  const allow = await ownCredentials(ctx, person, site);
  return await ctx.passkeys.requestOptions({ site, challenge, allow });
}

/**
 * Throws NOT_ALLOWED unless a passkey of the caller signed exactly this digest on the calling page,
 * for the first time. The challenge is no ticket to use up, and many authenticators do not count,
 * so each response is remembered. Returns the writes to commit with what it proves.
 */
export async function proveStepUp(
  ctx: Context,
  caller: Caller,
  {
    id,
    digest,
    response,
    origin,
    via,
  }: {
    readonly id: RequestId;
    readonly digest: string;
    readonly response: JsonObject;
    readonly origin: string | undefined;
    readonly via: Surface;
  },
): Promise<readonly Write[]> {
  const site = siteOf(origin === undefined ? undefined : { origin });
  const challenge = challengeOf(digest);
  const { principal } = caller;
  const tried = { does: "approve", digest, via };
  const proved = await checkOwnAssertion(ctx, principal, { response, challenge, site, tried });
  if (proved !== undefined) {
    const ticket = usedAssertion(ctx, principal.workspace, proved.mark);
    const isFirst = (await ctx.store.findTicket(ticket.hash)) === undefined;
    if (isFirst) return [proved.use, { type: "ticket.insert", ticket }];
  }
  throw new EarshotError(
    "NOT_ALLOWED",
    `The passkey does not prove that you approve this action of ${id}, or was used for it before. Nothing was decided. Look at the action as it is now, and use a passkey of yours for ${site.rpId}.`,
    { details: { id, reason: "passkey_refused" } },
  );
}

/** The 32 bytes of a digest as base64url: what is signed is exactly what runs. */
function challengeOf(digest: string): string {
  if (!isActionDigest(digest)) {
    throw new EarshotError(
      "INVALID_INPUT",
      "The digest of an action has 64 hexadecimal digits in lower case.",
    );
  }
  const bytes = digest.match(/../g) ?? [];
  const binary = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
