import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Passkey, Site } from "../../ports/earshot/operators.ts";
import type { StoredPasskey, Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { factsOfTried, type TriedProof } from "./tried-proof.ts";

export interface Assertion {
  readonly response: JsonObject;
  readonly challenge: string;
  readonly site: Site;
}

/** The passkey that a response names, if it is known, and its use, if the response is good. */
export interface CheckedAssertion {
  readonly stored?: StoredPasskey;
  /**
   * Must be committed with what it proves: two responses with the same count mean a copied passkey.
   */
  readonly use?: Write;
  /** Set together with `use`; tells this response from every other. */
  readonly mark?: string;
}

/**
 * A good response of a person's own passkey: the use to commit, and what tells it from every other.
 */
export type OwnAssertion = Required<Pick<CheckedAssertion, "use" | "mark">>;

/**
 * Checks a passkey's response to a challenge. Whether it is the right person's is up to the caller.
 */
export async function checkAssertion(
  ctx: Context,
  { response, challenge, site }: Assertion,
): Promise<CheckedAssertion> {
  const claim = ctx.passkeys.claimOf(response);
  if (claim === undefined) return {};
  const stored = await ctx.store.findPasskey(claim.credentialId);
  if (stored === undefined) return {};
  if (claim.challenge !== challenge || stored.passkey.rpId !== site.rpId) return { stored };
  const { credential, passkey } = stored;
  const verified = await ctx.passkeys.verifyRequest({ site, challenge, response, credential });
  if (verified === undefined) return { stored };
  const { counter, mark } = verified;
  const former = credential.counter;
  const use: Write = { type: "passkey.use", id: passkey.id, at: nowOf(ctx), counter, former };
  return { stored, use, mark: `${passkey.id} ${mark}` };
}

/** Checks a response of this person's passkey. A bad response gives undefined and is logged. */
export async function checkOwnAssertion(
  ctx: Context,
  { workspace, id }: { readonly workspace: WorkspaceId; readonly id: PrincipalId },
  { tried, ...assertion }: Assertion & { readonly tried: TriedProof },
): Promise<OwnAssertion | undefined> {
  const { stored, use, mark } = await checkAssertion(ctx, assertion);
  const isOwn = stored?.workspace === workspace && stored.passkey.operator === id;
  if (isOwn && use !== undefined && mark !== undefined) return { use, mark };
  const passkey = isOwn ? stored.passkey : undefined;
  await logRefusedPasskey(ctx, { workspace, actor: id, passkey, tried });
  return undefined;
}

interface RefusedPasskey {
  readonly workspace: WorkspaceId;
  /** Absent if nobody is signed in. */
  readonly actor?: PrincipalId;
  readonly passkey: Passkey | undefined;
  readonly tried: TriedProof;
  /** Writes that the attempt uses up. */
  readonly writes?: readonly Write[];
}

/** Logs it if it concerns somebody: a stranger must not be able to fill the log. */
export async function logRefusedPasskey(
  ctx: Context,
  { workspace, actor, passkey, tried, writes = [] }: RefusedPasskey,
): Promise<void> {
  const subject = passkey?.id ?? actor;
  const at = nowOf(ctx);
  const by = actor === undefined ? {} : { actor };
  const data = { ...factsOfTried(tried), error: "passkey_refused" };
  await ctx.commit({
    workspace,
    writes,
    events: subject === undefined ? [] : [{ type: "passkey.refused", at, ...by, subject, data }],
  });
}
