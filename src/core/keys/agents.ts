import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import { NOTICE_AGENT } from "../../domain/people/own-agents.ts";
import type { AgentPrincipal, Caller, Right } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { actorOf, notFound } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";

/** More open requests of one agent are not counted. */
const MAX_COUNTED = 1_000;

/** The agents of the workspace by name, including halted ones. */
export async function listAgents(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly ListedAgent[] }> {
  requireRight(caller, "read");
  const { workspace } = asPerson(caller);
  const agents = await ctx.store.listPrincipals(workspace, "agent");
  const keys = await ctx.store.listKeys(workspace);
  const good = keys.filter(({ key }) => key.revokedAt === undefined);
  const items: ListedAgent[] = [];
  for (const principal of agents) {
    if (principal.kind !== "agent") continue;
    items.push({
      principal,
      keys: good.filter(({ key }) => key.principal === principal.id).length,
      openRequests: await openRequestsOf(ctx, principal),
    });
  }
  return { items };
}

async function openRequestsOf(
  ctx: Context,
  { workspace, id: agent }: AgentPrincipal,
): Promise<number> {
  const limit = MAX_COUNTED;
  const query = { workspace, agent, status: "open", order: "newest", limit } as const;
  return (await ctx.store.listRequests(query)).length;
}

/** The kill switch: the agent gets nothing from now on. Repeating it is no error. */
export const haltAgent = switchTo({ operation: "haltAgent", right: "decide", isServed: false });

/** Serves the agent again, with whatever keys, requests and grants are still good. */
export const resumeAgent = switchTo({ operation: "resumeAgent", right: "keys", isServed: true });

interface Switch {
  readonly operation: string;
  readonly right: Right;
  readonly isServed: boolean;
}

function switchTo({ operation, right, isServed }: Switch) {
  return async (
    ctx: Context,
    caller: Caller,
    { input, options }: Given<{ readonly id: PrincipalId }>,
  ): Promise<AgentPrincipal> => {
    requireRight(caller, right);
    if (!isServed) await assertNotNotices(ctx, caller, input.id);
    return await serve(ctx, { caller, operation, input, options }, { id: input.id, isServed });
  };
}

/**
 * Nobody could approve what owners seek from each other if this agent were halted, and it makes no
 * calls itself.
 */
async function assertNotNotices(ctx: Context, caller: Caller, id: PrincipalId): Promise<void> {
  const { name } = await findAgent(ctx, asPerson(caller).workspace, id);
  if (name !== NOTICE_AGENT) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The agent "${name}" is the server's own: it tells owners, and asks them, what another owner wants. It runs nothing and cannot be halted. To reject what it asks: npx earshot reject ID.`,
    { details: { id, name, reason: "own_agent_of_server" } },
  );
}

interface Wanted {
  readonly id: PrincipalId;
  readonly isServed: boolean;
}

async function serve(
  ctx: Context,
  call: CallIdentity,
  { id, isServed }: Wanted,
): Promise<AgentPrincipal> {
  const { workspace } = asPerson(call.caller);
  const { principal: actor, name: by, via } = actorOf(call.caller, call.options?.via);
  // What somebody else did since then stands.
  const asItIs = () => findAgent(ctx, workspace, id);
  return await commitCall(ctx, call, {
    thing: `The agent ${id}`,
    async plan() {
      const agent = await asItIs();
      if ((agent.haltedAt === undefined) === isServed) return { alreadySo: agent };
      const at = nowOf(ctx);
      const words = isServed ? OWNERS_TOLD.agent_resumed : OWNERS_TOLD.agent_halted;
      const told = await ownerNotices(ctx, { workspace, actor, ...words(by, agent.name) });
      const type = isServed ? "agent.resumed" : "agent.halted";
      return {
        done: asItIs,
        result: id,
        change: {
          workspace,
          writes: [
            { type: "agent.halt", id, ...present({ haltedAt: isServed ? undefined : at }) },
            ...told.writes,
          ],
          events: [{ type, at, actor, subject: id, data: { via } }, ...told.events],
        },
      };
    },
    replay: asItIs,
  });
}

export async function findAgent(
  ctx: Context,
  workspace: string,
  id: PrincipalId,
): Promise<AgentPrincipal> {
  const principal = await ctx.store.findPrincipal(workspace, id);
  if (principal?.kind !== "agent") throw notFound("agent", id);
  return principal;
}
