import { covers } from "../domain/permission-match.ts";
import type { Caller } from "../domain/principal.ts";
import type { AuthorizationRequest } from "../domain/request.ts";
import { requireRight } from "../domain/rights.ts";
import { withPlain } from "../domain/secret-args.ts";
import { toTimestamp } from "../domain/timestamp.ts";
import type { PermissionPreview, PermitInput } from "../ports/authority.ts";
import { actorOf } from "./access.ts";
import type { Context } from "./context.ts";
import { draftPermission } from "./draft-permission.ts";
import { argsDigest } from "./find-covering.ts";
import { openSecrets } from "./secrets.ts";

const LOOKED_BACK_MS = 7 * 24 * 60 * 60_000;
const MAX_EXAMPLES = 10;
const MAX_SOUGHT = 10_000;
const PAGE = 500;

/** What a permission would have covered of the last 7 days; it gives none. */
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
  for await (const request of soughtBy(ctx, permission)) {
    sought += 1;
    if (!(await isCovered(ctx, request, permission))) continue;
    matched += 1;
    if (examples.length < MAX_EXAMPLES) examples.push(request);
  }
  return { matched, sought, examples };
}

/** What the agent has sought lately, the newest first. */
async function* soughtBy(
  ctx: Context,
  {
    workspace,
    agent,
  }: { readonly workspace: string; readonly agent: AuthorizationRequest["agent"] },
): AsyncGenerator<AuthorizationRequest, void> {
  const since = toTimestamp(Math.max(ctx.clock.now() - LOOKED_BACK_MS, 0));
  let after: AuthorizationRequest["id"] | undefined;
  for (let seen = 0; seen < MAX_SOUGHT; seen += PAGE) {
    const page = await ctx.store.listRequests({
      ...{ workspace, agent, since, kind: "authorization", order: "newest", limit: PAGE },
      ...(after === undefined ? {} : { after }),
    });
    for (const request of page) if (request.kind === "authorization") yield request;
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}

async function isCovered(
  ctx: Context,
  request: AuthorizationRequest,
  permission: Parameters<typeof covers>[0],
): Promise<boolean> {
  const { agent, authorization, createdAt } = request;
  const { action, edit, demand } = authorization;
  if (demand.quorum > 1 || demand.stepUp) return false;
  const args = withPlain(edit?.args ?? action.args, await openSecrets(ctx, request));
  const facts = {
    ...{ agent, tool: action.tool, session: action.session, level: demand.level },
    ...{ args, argsDigest: argsDigest(ctx, args), toolSchemaHash: action.toolSchemaHash },
  };
  // As though it had been in force then.
  return covers({ ...permission, createdAt, until: "9999-12-31T23:59:59.999Z" }, facts, createdAt);
}
