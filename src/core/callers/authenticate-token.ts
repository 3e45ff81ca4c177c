import { EarshotError } from "../../domain/errors.ts";
import { DEFAULT_WORKSPACE } from "../../domain/id.ts";
import { MAX_NAME_LENGTH } from "../../domain/limits.ts";
import type { Caller, Principal } from "../../domain/people/principal.ts";
import { effectiveRights } from "../../domain/people/rights.ts";
import { isUntied, TOKEN_AGENT_PREFIX } from "../../domain/people/token-agents.ts";
import { present } from "../../domain/present.ts";
import { checkName } from "../../domain/text.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import {
  TOKEN_SCOPES,
  type TokenVerifier,
  type VerifiedToken,
} from "../../ports/system/token-verifier.ts";
import { type Context, nowOf } from "../call/context.ts";
import { createReadThroughCache } from "../call/read-through-cache.ts";
import { assertServed } from "../call/served.ts";
import { newPrincipal } from "./principals.ts";

const READABLE_LENGTH = 48;
const DIGEST_LENGTH = 22;

/** A token of a signing key that was withdrawn meanwhile is good for no longer than this. */
const REMEMBERED_MS = 10 * MINUTE_MS;

/**
 * Finds the caller of a token: the agent of its subject, created at its first call. A verified
 * token is remembered by its hash until it expires, at most ten minutes. Throws what the verifier
 * throws, and NOT_ALLOWED for a token without a known scope or a halted agent.
 */
export function createAuthenticateToken(
  ctx: Context,
  verifier: TokenVerifier,
): (token: string) => Promise<Caller> {
  const callers = createReadThroughCache<Proved>({
    invalidated: { by: ctx.invalidations, as: "callers" },
    expiry: { clock: ctx.clock, atMs: ({ untilMs }) => untilMs },
  });

  async function prove(token: string): Promise<Proved> {
    const verified = await verifier.verify(token);
    const caller = await callerOfToken(ctx, verified);
    const untilMs = Math.min(verified.expiresAtMs, ctx.clock.now() + REMEMBERED_MS);
    return { caller, untilMs };
  }

  return async (token) => {
    const { caller } = await callers.get(ctx.digest.text(token), () => prove(token));
    return caller;
  };
}

interface Proved {
  readonly caller: Caller;
  readonly untilMs: number;
}

async function callerOfToken(
  ctx: Context,
  { subject, scopes, expiresAtMs }: VerifiedToken,
): Promise<Caller> {
  const granted = TOKEN_SCOPES.filter((scope) => scopes.includes(scope));
  if (granted.length === 0) {
    const scope = TOKEN_SCOPES.join(" ");
    throw new EarshotError(
      "NOT_ALLOWED",
      `The token carries no scope that Earshot knows. Get one with at least one of: ${scope}.`,
      { details: { right: scope } },
    );
  }
  const principal = await agentOf(ctx, subject);
  assertServed(principal);
  return { principal, rights: effectiveRights(principal, granted), expiresAtMs };
}

/**
 * Makes one agent per subject, even if many calls arrive first at once. It is its person's own, where the
 * authorization server calls somebody what an operator is called here.
 */
async function agentOf(ctx: Context, subject: VerifiedToken["subject"]): Promise<Principal> {
  const workspace = DEFAULT_WORKSPACE;
  const kind = "agent";
  const name = nameOf(ctx, subject);
  const find = () => ctx.store.findPrincipalByName({ workspace, kind, name });
  const there = await find();
  if (there !== undefined && !(there.kind === "agent" && isUntied(there))) return there;
  const person = await namesake(ctx, subject);
  if (there !== undefined) {
    if (person === undefined) return there;
    await tieTo(ctx, there, person);
    return (await find()) ?? there;
  }
  const { principal, writes, events } = newPrincipal(ctx, {
    workspace,
    kind,
    name,
    ...present({ by: person }),
  });
  const done = await ctx.commit({ workspace, writes, events });
  if (done.outcome === "committed") return principal;
  const faster = await find();
  if (faster !== undefined) return faster;
  throw new EarshotError("CONFLICT", `The agent ${name} could not be made. Try again.`);
}

/** The operator whose name is the subject itself, which no authorization server gives to two people. */
async function namesake(
  ctx: Context,
  { kind, id: name }: VerifiedToken["subject"],
): Promise<Principal | undefined> {
  if (kind === "client") return undefined;
  const workspace = DEFAULT_WORKSPACE;
  return await ctx.store.findPrincipalByName({ workspace, kind: "person", name });
}

/** For an agent that came before its person was an operator here. */
async function tieTo(
  ctx: Context,
  { id, workspace, name }: Principal,
  { id: owner }: Principal,
): Promise<void> {
  await ctx.commit({
    workspace,
    writes: [{ type: "agent.tie", id, owner }],
    events: [
      {
        type: "agent.tied",
        at: nowOf(ctx),
        actor: owner,
        subject: id,
        agent: id,
        data: { name, owner },
      },
    ],
  });
}

/**
 * The subject itself if people can read it, else a digest after `~`. No readable name holds `~`, so
 * no two subjects share a name.
 */
function nameOf(ctx: Context, { kind, id }: VerifiedToken["subject"]): string {
  const prefix = kind === "client" ? `${TOKEN_AGENT_PREFIX}client:` : TOKEN_AGENT_PREFIX;
  if (prefix.length + id.length <= MAX_NAME_LENGTH && isReadable(id)) return prefix + id;
  const readable = id.slice(0, READABLE_LENGTH).replace(/[^A-Za-z0-9._@-]+/g, "-");
  return `${prefix}${readable}~${ctx.digest.text(id).slice(0, DIGEST_LENGTH)}`;
}

function isReadable(id: string): boolean {
  try {
    checkName(id, "subject");
    return true;
  } catch {
    return false;
  }
}
