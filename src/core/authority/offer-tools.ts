import { checkToolName } from "../../domain/authority/tool-definition.ts";
import {
  type OfferedTool,
  offeredWith,
  type ToolOffer,
} from "../../domain/authority/tool-offer.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { deniesOutright } from "../../domain/policy/decide.ts";
import { present } from "../../domain/present.ts";
import type { ListedTool, OfferedTools, OfferToolsInput } from "../../ports/earshot/authority.ts";
import type { Write } from "../../ports/store/store.ts";
import { type AlreadySo, commitPlanned, type Planned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { checkHash, requireAgent } from "./authorize-input.ts";
import { checkDefinition, definitionsOf, renewalOf, type ToldTool } from "./tool-pins.ts";

/**
 * Keeps what a server offers an agent. The first listing is trusted as the person meant who gave the agent
 * that server: its tools are pinned as they are. What comes later is not, and waits for people.
 */
export async function offerTools(
  ctx: Context,
  caller: Caller,
  input: OfferToolsInput,
): Promise<OfferedTools> {
  requireRight(caller, "ask");
  requireAgent(caller);
  const { server, tools, methods = [] } = input;
  for (const method of methods) checkToolName(method);
  if (tools === undefined) return { denied: await deniedOf(ctx, caller, { methods, told: [] }) };
  const told = lastOfEach(tools);
  for (const one of told) {
    checkToolName(one.tool);
    checkHash(one.hash, "hash");
    checkDefinition(ctx, one);
  }
  await commitPlanned(ctx, {
    thing: `What ${server} offers`,
    plan: () => planOffer(ctx, caller, { server, told }),
  });
  return { denied: await deniedOf(ctx, caller, { methods, told }) };
}

type Listed = ToldTool & { readonly hash: string };

/** Of several tools under one name a server runs the last. */
function lastOfEach(tools: readonly ListedTool[]): readonly Listed[] {
  const told = tools.map(({ tool, hash, definition: now }) => ({ tool, hash, now }));
  return [...new Map(told.map((one) => [one.tool, one])).values()];
}

async function planOffer(
  ctx: Context,
  { principal: { workspace, id: agent } }: Caller,
  { server, told }: { readonly server: string; readonly told: readonly Listed[] },
): Promise<Planned<void> | AlreadySo<void>> {
  const offers = await ctx.store.toolOffers(workspace, agent);
  const former = offers.find((offer) => offer.server === server);
  const listed = told.map(({ tool: name, hash }): OfferedTool => ({ name, hash }));
  const offer: ToolOffer = { server, tools: offeredWith(former?.tools ?? [], listed) };
  const digest = ctx.digest.json(offer.tools);
  if (former !== undefined && ctx.digest.json(former.tools) === digest) {
    return { alreadySo: undefined };
  }
  const writes: readonly Write[] = [
    { type: "tool.offer", agent, offer, ...present({ former }) },
    ...(await definitionsOf(ctx, workspace, told)),
    ...(former === undefined ? await firstPins(ctx, { workspace, agent }, told) : []),
  ];
  return {
    done: () => {},
    change: {
      workspace,
      writes,
      events: [
        {
          type: "tools.offered",
          at: nowOf(ctx),
          actor: agent,
          subject: agent,
          agent,
          data: { digest, count: listed.length },
        },
      ],
    },
  };
}

async function firstPins(
  ctx: Context,
  { workspace, agent }: { readonly workspace: WorkspaceId; readonly agent: PrincipalId },
  tools: readonly Listed[],
): Promise<readonly Write[]> {
  const writes = tools.map(async (told): Promise<readonly Write[]> => {
    const { tool, hash } = told;
    const pinned = await ctx.store.findToolPin({ workspace, agent, tool });
    if (pinned === undefined) return [{ type: "tool.pin", agent, tool, hash }];
    const renewal = renewalOf(ctx, { agent, pinned }, told);
    return renewal === undefined ? [] : [renewal];
  });
  return (await Promise.all(writes)).flat();
}

async function deniedOf(
  ctx: Context,
  { principal: { workspace, id: agent, name: agentName } }: Caller,
  { methods, told }: { readonly methods: readonly string[]; readonly told: readonly Listed[] },
): Promise<readonly string[]> {
  const { compiled } = await ctx.policies.of(workspace);
  const names = [...methods, ...told.map(({ tool }) => tool)];
  const outright = names.filter((tool) => deniesOutright(compiled, { tool, agentName }));
  if (compiled.policy.newTools !== "deny") return outright;
  const pins = told.map(({ tool }) => ctx.store.findToolPin({ workspace, agent, tool }));
  const known = await Promise.all(pins);
  const unknown = told.flatMap(({ tool }, index) => (known[index] === undefined ? [tool] : []));
  return [...new Set([...outright, ...unknown])];
}
