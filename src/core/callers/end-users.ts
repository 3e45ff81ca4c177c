import { EarshotError } from "../../domain/errors.ts";
import type { ConversationId, PrincipalId } from "../../domain/id.ts";
import { END_USER_LIFE_MS } from "../../domain/limits.ts";
import type { Caller, EndUser } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { EndUserToken, EndUserTokenInput } from "../../ports/earshot/operators.ts";
import type { Context } from "../call/context.ts";

/*
 * An application offers the liaison to its own users, who are no operators. Its service asks for a
 * signed, short-lived statement of who one of them is, and speaks for that user with its key and the
 * statement together; neither is enough alone.
 */

/** Signs who a user of the calling service is. Throws NOT_ALLOWED for agents and people. */
export async function createEndUserToken(
  ctx: Context,
  caller: Caller,
  { user_id: sub, conversation_id: conversation, ttl_s: seconds }: EndUserTokenInput,
): Promise<EndUserToken> {
  const { principal } = caller;
  if (principal.kind !== "service") {
    throw refused(`"${principal.name}" is a ${principal.kind}, and only a service has users`);
  }
  requireRight(caller, "tell");
  const nowS = Math.floor(ctx.clock.now() / 1_000);
  const exp = nowS + Math.min(seconds ?? END_USER_LIFE_MS / 1_000, END_USER_LIFE_MS / 1_000);
  const { workspace, id: aud } = principal;
  const claims = { sub, aud, workspace, iat: nowS, exp, ...present({ conversation }) };
  const token = await ctx.signer.sign("end_user", claims);
  return { user_id: sub, token, expires_at: toTimestamp(exp * 1_000) };
}

/** The user for whom the service calls. Rejects with NOT_ALLOWED if the token is not good for it. */
export async function asEndUser(ctx: Context, caller: Caller, token: string): Promise<Caller> {
  const { principal, rights } = caller;
  if (principal.kind !== "service") throw refused("it comes with the key of no service");
  const claims = await ctx.signer.verify("end_user", token);
  if (claims === undefined) throw refused("this server has not signed it, or it was cut");
  const { sub, aud, workspace, exp, conversation } = claims as unknown as Claims;
  if (aud !== principal.id || workspace !== principal.workspace) {
    throw refused("it was made for another service");
  }
  const expiresAtMs = Math.min(exp * 1_000, caller.expiresAtMs ?? Number.POSITIVE_INFINITY);
  if (expiresAtMs <= ctx.clock.now()) throw refused("its time is over");
  const endUser: EndUser = { service: principal.id, userId: sub, ...present({ conversation }) };
  return {
    ...caller,
    principal: {
      kind: "person",
      role: "viewer",
      id: idOf(ctx, endUser),
      name: `${principal.name}:${sub}`,
      workspace,
      createdAt: principal.createdAt,
    },
    rights: new Set([...rights].filter((right) => right === "tell" || right === "read")),
    expiresAtMs,
    endUser,
  };
}

interface Claims {
  readonly sub: string;
  readonly aud: PrincipalId;
  readonly workspace: string;
  readonly exp: number;
  readonly conversation?: ConversationId;
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

/** Derived, so that the same user has the same id in every call and no row of their own. */
function idOf({ digest }: Pick<Context, "digest">, { service, userId }: EndUser): PrincipalId {
  const digits = [...digest.text(`${service}\0${userId}`).slice(0, ID_LENGTH)];
  const body = digits.map(
    (sign, at) => BASE_32[BASE_64.indexOf(sign) % (at === 0 ? FIRST_DIGITS : BASE_32.length)],
  );
  return `prn_${body.join("")}`;
}

/** All that a user of a service can reach: their own conversations with the liaison. */
const OF_END_USERS: ReadonlySet<string> = new Set<keyof Earshot>([
  "whoami",
  "beginConversation",
  "continueConversation",
  "begin_conversation",
  "continue_conversation",
  "showLiaison",
  "listLiaisons",
  "withdrawFeedback",
]);

/** Earshot as an end user has it: whatever is not named is refused. */
export function forEndUsers(earshot: Earshot): Earshot {
  const refuse = (name: string) => () =>
    Promise.reject(
      new EarshotError(
        "NOT_ALLOWED",
        `A user of a service talks with the liaison, and does nothing else here: ${name} is for operators, agents and services.`,
        { details: { reason: "end_user" } },
      ),
    );
  const calls = Object.entries(earshot).map(([name, call]) => [
    name,
    OF_END_USERS.has(name) ? call : refuse(name),
  ]);
  return Object.fromEntries(calls) as Earshot;
}
