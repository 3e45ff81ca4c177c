import { wantsNote } from "../../domain/authority/vote-words.ts";
import { MAX_PERMISSION_TRIALS, TRIED_ON_MS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { covers } from "../../domain/policy/permission-match.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import type { PermissionPreview, PermitInput } from "../../ports/earshot/authority.ts";
import { argsDigest } from "../authority/find-permission.ts";
import { actorOf } from "../call/access.ts";
import type { Context } from "../call/context.ts";
import { askedArgs } from "../verdict/open-secrets.ts";
import { draftPermission } from "./draft-permission.ts";
import { whyItCoversNothing } from "./permission-reach.ts";
import { soughtLately } from "./recent-authorizations.ts";

const MAX_EXAMPLES = 10;

/** What a permission would have covered in the last 7 days; gives none. */
export async function previewPermission(
  ctx: Context,
  caller: Caller,
  input: PermitInput,
): Promise<PermissionPreview> {
  requireRight(caller, "permit");
  const permission = await draftPermission(ctx, caller, { input, by: actorOf(caller) });
  const examples: AuthorizationRequest[] = [];
  let sought = 0;
  let matched = 0;
  const { workspace, agent } = permission;
  const lately = { workspace, agent, span: TRIED_ON_MS, most: MAX_PERMISSION_TRIALS };
  for await (const request of soughtLately(ctx, lately)) {
    sought += 1;
    if (!(await isCovered(ctx, request, permission))) continue;
    matched += 1;
    if (examples.length < MAX_EXAMPLES) examples.push(request);
  }
  const never = await whyItCoversNothing(ctx, caller, { permission, input });
  return { matched, sought, examples, ...present({ never }) };
}

async function isCovered(
  ctx: Context,
  request: AuthorizationRequest,
  permission: Parameters<typeof covers>[0],
): Promise<boolean> {
  const { agent, authorization, createdAt } = request;
  const { action, demand } = authorization;
  if (demand.quorum > 1 || demand.wanted !== undefined || demand.stepUp) return false;
  if (demand.waitMs !== undefined || wantsNote(demand)) return false;
  const args = await askedArgs(ctx, request);
  const facts = {
    agent,
    tool: action.tool,
    session: action.session,
    level: demand.level,
    args,
    argsDigest: argsDigest(ctx, args),
    toolSchemaHash: action.toolSchemaHash,
  };
  // As though it had been in force then.
  return covers({ ...permission, createdAt, until: "9999-12-31T23:59:59.999Z" }, facts, createdAt);
}
