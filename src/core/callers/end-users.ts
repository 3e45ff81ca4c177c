import { EarshotError } from "../../domain/errors.ts";
import type {
  ConversationId,
  KeyId,
  PrincipalId,
  RequestId,
  WorkspaceId,
} from "../../domain/id.ts";
import { EMBED_LIFE_MS, END_USER_LIFE_MS } from "../../domain/limits.ts";
import { endUserName, endUserNamed } from "../../domain/people/end-user.ts";
import type { Caller, EndUser, EndUserScope } from "../../domain/people/principal.ts";
import { effectiveRights, requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { EndUserToken, EndUserTokenInput } from "../../ports/earshot/operators.ts";
import type { KeyOwner } from "../../ports/store/store.ts";
import { findRequest } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import { isGoodKey } from "./web-session-key.ts";

/*
 * An application offers the liaison to its own users, who are no operators. Its service asks for a
 * signed, short-lived statement of who one of them is, and speaks for that user with its key and the
 * statement together; neither is enough alone. A statement with scopes is good for requests that ask
 * that user, and is enough alone: a page of the application holds it, and no key may be there.
 */

/** Signs who a user of the calling service is. Throws NOT_ALLOWED for agents and people. */
export async function createEndUserToken(
  ctx: Context,
  caller: Caller,
  input: EndUserTokenInput,
): Promise<EndUserToken> {
  const { principal, key } = caller;
  if (principal.kind !== "service") {
    throw refused(`"${principal.name}" is a ${principal.kind}, and only a service has users`);
  }
  requireRight(caller, "tell");
  const { user_id: sub, conversation_id: conversation, request_id: request, scopes } = input;
  await assertAsked(ctx, caller, input);
  const nowS = Math.floor(ctx.clock.now() / 1_000);
  const mostS = (scopes === undefined ? END_USER_LIFE_MS : EMBED_LIFE_MS) / 1_000;
  const exp = nowS + Math.min(input.ttl_s ?? mostS, mostS);
  const { workspace, id: aud } = principal;
  const bound = present({ key, conversation, request, scopes: scopes && [...new Set(scopes)] });
  const claims = { sub, aud, workspace, iat: nowS, exp, ...bound };
  const token = await ctx.signer.sign("end_user", claims);
  return { user_id: sub, token, expires_at: toTimestamp(exp * 1_000) };
}

/** A token for a request that asks somebody else would only show them that it is missing. */
async function assertAsked(
  ctx: Context,
  caller: Caller,
  { user_id: userId, conversation_id, request_id: id, scopes }: EndUserTokenInput,
): Promise<void> {
  if (scopes !== undefined && conversation_id !== undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      "A token with scopes is for requests, and one with conversation_id is for the liaison. Get one of each.",
    );
  }
  if (id === undefined) return;
  if (scopes === undefined) {
    throw new EarshotError("INVALID_INPUT", "A token for one request says its scopes.");
  }
  const request = await findRequest(ctx, caller, id);
  const name = endUserName({ service: caller.principal.name, userId });
  if (request.to.includes(name)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `${id} does not ask ${name}. Its agent says whom it asks: to: [${JSON.stringify(name)}].`,
    { details: { id } },
  );
}

/** The user for whom the service calls. Rejects with NOT_ALLOWED if the token is not good for it. */
export async function asEndUser(ctx: Context, caller: Caller, token: string): Promise<Caller> {
  const { principal } = caller;
  if (principal.kind !== "service") throw refused("it comes with the key of no service");
  const claims = await ctx.signer.verify("end_user", token);
  if (claims === undefined) throw refused("this server has not signed it, or it was cut");
  const { aud, workspace, key } = claims as unknown as Claims;
  if (aud !== principal.id || workspace !== principal.workspace) {
    throw refused("it was made for another service");
  }
  if (key !== undefined && (await serviceKey(ctx, workspace, key)) === undefined) {
    throw refused("the key that it was made with has ended");
  }
  return speakingFor(ctx, caller, claims as unknown as Claims);
}

/**
 * The user of a service who comes with nothing but their token, as a page of the application does. That
 * takes a token with scopes. Undefined for a text that is no such token, and for one whose time is
 * over or whose key has ended.
 */
export async function authenticateEndUser(
  ctx: Context,
  token: string,
): Promise<Caller | undefined> {
  const claims = (await ctx.signer.verify("end_user", token)) as Claims | undefined;
  if (claims?.scopes === undefined || claims.key === undefined) return undefined;
  if (claims.exp * 1_000 <= ctx.clock.now()) return undefined;
  const owner = await serviceKey(ctx, claims.workspace, claims.key);
  if (owner === undefined || owner.principal.id !== claims.aud) return undefined;
  const { principal, key } = owner;
  const expiresAtMs = key.expiresAt === undefined ? undefined : toMs(key.expiresAt);
  const service: Caller = {
    principal,
    rights: effectiveRights(principal, key.scopes),
    key: key.id,
    ...present({ expiresAtMs }),
  };
  return speakingFor(ctx, service, claims);
}

/** The key of a service, as long as it is good. */
async function serviceKey(
  ctx: Context,
  workspace: WorkspaceId,
  id: KeyId,
): Promise<KeyOwner | undefined> {
  const keys = await ctx.people.keys(workspace);
  const owner = keys.find(({ key }) => key.id === id);
  const isGood = owner?.principal.kind === "service" && isGoodKey(owner.key, nowOf(ctx));
  return isGood ? owner : undefined;
}

/** Throws NOT_ALLOWED for a token whose time is over. */
function speakingFor(ctx: Context, caller: Caller, claims: Claims): Caller {
  const { principal, rights } = caller;
  const { sub: userId, exp, conversation, request, scopes } = claims;
  const expiresAtMs = Math.min(exp * 1_000, caller.expiresAtMs ?? Number.POSITIVE_INFINITY);
  if (expiresAtMs <= ctx.clock.now()) throw refused("its time is over");
  const bound = present({ conversation, request, scopes });
  const endUser: EndUser = { service: principal.id, userId, ...bound };
  const ofTalks = [...rights].filter((right) => right === "tell" || right === "read");
  return {
    ...caller,
    principal: {
      kind: "person",
      role: "viewer",
      id: idOf(ctx, endUser),
      name: endUserName({ service: principal.name, userId }),
      workspace: principal.workspace,
      createdAt: principal.createdAt,
    },
    rights: new Set(scopes ?? ofTalks),
    expiresAtMs,
    endUser,
  };
}

interface Claims {
  readonly sub: string;
  readonly aud: PrincipalId;
  readonly workspace: WorkspaceId;
  readonly exp: number;
  /** The key of the service that it was made with. */
  readonly key?: KeyId;
  readonly conversation?: ConversationId;
  readonly request?: RequestId;
  readonly scopes?: readonly EndUserScope[];
}

function refused(why: string): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    `The token of an end user is not good here: ${why}. The service gets one at POST /v1/end-user-tokens, and sends it as Earshot-End-User beside its own key.`,
    { details: { reason: "end_user_token" } },
  );
}

const BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH = 26;
const FIRST_DIGITS = 8;

/** Those of the names that are users of services, each with the id that their events have. */
export async function endUsersAmong(
  ctx: Pick<Context, "digest" | "store">,
  workspace: WorkspaceId,
  names: readonly string[],
): Promise<readonly { readonly id: PrincipalId; readonly name: string }[]> {
  const found: { readonly id: PrincipalId; readonly name: string }[] = [];
  for (const name of names) {
    const user = endUserNamed(name);
    if (user === undefined) continue;
    const named = { workspace, kind: "service", name: user.service } as const;
    const service = await ctx.store.findPrincipalByName(named);
    if (service === undefined) continue;
    found.push({ id: idOf(ctx, { service: service.id, userId: user.userId }), name });
  }
  return found;
}

/** Derived, so that the same user has the same id in every call and no row of their own. */
function idOf({ digest }: Pick<Context, "digest">, { service, userId }: EndUser): PrincipalId {
  const digits = [...digest.text(`${service}\0${userId}`).slice(0, ID_LENGTH)];
  const body = digits.map(
    (sign, at) => BASE_32[BASE_64.indexOf(sign) % (at === 0 ? FIRST_DIGITS : BASE_32.length)],
  );
  return `prn_${body.join("")}`;
}
