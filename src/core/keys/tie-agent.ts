import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import type { AgentPrincipal, Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { isTokenAgent, isUntied } from "../../domain/people/token-agents.ts";
import { present } from "../../domain/present.ts";
import type { TieAgentInput } from "../../ports/earshot/inbox.ts";
import { notFound } from "../call/access.ts";
import { asOperator } from "../call/assert-caller.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { assertOwnHand } from "../deciders/hands.ts";
import { ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { findAgent } from "./agents.ts";

/**
 * Says, once and for good, which person the subject of a token is, or that it is none of them. Anybody
 * may say that it is themselves, who can then not decide for it. Whoever says that it is somebody else
 * cannot either: it could still be them.
 */
export async function tieAgent(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<TieAgentInput>,
): Promise<AgentPrincipal> {
  requireRight(caller, "decide");
  const me = asOperator(caller);
  const { id, person } = input;
  if (person !== me.name) requireRight(caller, "keys");
  await assertOwnHand(ctx, caller, "Whose subject it is");
  const call: CallIdentity = { caller, operation: "tieAgent", input, options };
  const asItIs = () => findAgent(ctx, me.workspace, id);
  return await commitCall(ctx, call, {
    thing: `The agent ${id}`,
    async plan() {
      const agent = await asItIs();
      const owner = person === undefined ? undefined : await personNamed(ctx, me, person);
      const tiedBy = owner === me.id ? undefined : me.id;
      const isSame = owner === undefined ? isTokenAgent(agent) : agent.owner !== undefined;
      if (!isUntied(agent) && isSame && agent.owner === owner) return { alreadySo: agent };
      assertOpen(agent);
      const at = nowOf(ctx);
      const told = await ownerNotices(ctx, {
        workspace: me.workspace,
        actor: me.id,
        ...OWNERS_TOLD.agent_tied(me.name, { agent: agent.name, person }),
      });
      const tied = present({ owner, tiedBy });
      return {
        done: asItIs,
        result: id,
        change: {
          workspace: me.workspace,
          writes: [{ type: "agent.tie", id, ...tied }, ...told.writes],
          events: [
            {
              type: "agent.tied",
              at,
              actor: me.id,
              subject: id,
              agent: id,
              data: { name: agent.name, ...present({ owner }) },
            },
            ...told.events,
          ],
        },
      };
    },
    replay: asItIs,
  });
}

function assertOpen(agent: AgentPrincipal): void {
  if (isUntied(agent)) return;
  const why = isTokenAgent(agent)
    ? "somebody has said already whose subject it is, which stays"
    : "it comes by keys, and whoever makes a key of it is known";
  throw new EarshotError(
    "INVALID_INPUT",
    `The agent ${JSON.stringify(agent.name)} is not tied to anybody: ${why}.`,
    { details: { id: agent.id, name: agent.name } },
  );
}

async function personNamed(
  ctx: Context,
  { workspace }: Pick<AgentPrincipal, "workspace">,
  name: string,
): Promise<PrincipalId> {
  const known = await ctx.store.findPrincipalByName({ workspace, kind: "person", name });
  if (known === undefined) throw notFound("operator", name);
  return known.id;
}
