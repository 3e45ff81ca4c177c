import { EarshotError } from "../../domain/errors.ts";
import { DEFAULT_WORKSPACE, isWorkspaceId, type WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { rightsOf } from "../../domain/people/rights.ts";
import type { CreatedKey } from "../../ports/earshot/earshot.ts";
import { type Context, nowOf } from "../call/context.ts";
import { newKey } from "./new-key.ts";
import { newPrincipal, workspaceCreated } from "./principals.ts";

/** A new workspace's two principals, each with a key. */
export interface Founded {
  readonly owner: CreatedKey;
  readonly agent: CreatedKey;
}

/**
 * Creates a workspace with an owner and a first agent in one commit. Throws CONFLICT if the
 * workspace exists.
 */
export async function found(
  ctx: Context,
  names: { readonly owner: string; readonly agent: string },
  workspace: WorkspaceId = DEFAULT_WORKSPACE,
): Promise<Founded> {
  if (!isWorkspaceId(workspace)) {
    throw new EarshotError(
      "INVALID_INPUT",
      "A workspace is named by 1 to 63 lower-case letters, digits and hyphens.",
    );
  }
  const base = workspaceCreated(workspace, nowOf(ctx));
  const owner = newPrincipal(ctx, { workspace, kind: "person", name: names.owner, role: "owner" });
  const by = owner.principal;
  const agent = newPrincipal(ctx, { workspace, kind: "agent", name: names.agent, by });
  const ownerKey = newKey(ctx, owner.principal, {});
  const agentKey = newKey(ctx, agent.principal, {});
  const parts = [base, owner, agent, ownerKey, agentKey];
  const done = await ctx.commit({
    workspace,
    writes: parts.flatMap((part) => part.writes),
    events: parts.flatMap((part) => part.events),
  });
  if (done.outcome !== "committed") {
    throw new EarshotError("CONFLICT", `The workspace ${workspace} already exists.`);
  }
  return {
    owner: { key: ownerKey.key, principal: owner.principal, secret: ownerKey.secret },
    agent: { key: agentKey.key, principal: agent.principal, secret: agentKey.secret },
  };
}

/**
 * A caller in this process with all the rights its principal may have, whatever its keys carry. A
 * person who acts through a linked account goes through `callerByKeys`.
 */
export function callerWithAllRights(principal: Caller["principal"]): Caller {
  return { principal, rights: new Set(rightsOf(principal)) };
}
