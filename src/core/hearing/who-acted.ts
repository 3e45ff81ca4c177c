import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { EventData } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { callerByKeys } from "../deciders/operator-as-caller.ts";
import { refusal, type Saying, type Told } from "./told.ts";

/** The operator whose account acted; undefined for anybody else, linked guests included. */
export async function whoDid(
  ctx: Context,
  { from, address }: Inbound,
): Promise<Caller | undefined> {
  if (from.isForeign === true) return undefined;
  const link = await ctx.store.linkOfAccount(address.channel, from.id);
  if (link?.operator === undefined) return undefined;
  const person = await ctx.store.findPrincipal(link.workspace, link.operator);
  return person?.kind === "person" ? await callerByKeys(ctx, person) : undefined;
}

/** The event's key makes each of its effects happen once. */
export function optionsOf({ key, address }: Inbound): CallOptions {
  return { idempotencyKey: `${address.channel}:${key}`, via: address.channel };
}

/** Refuses an unknown person, and logs that. */
export async function refuseStranger(
  ctx: Context,
  event: Inbound,
  of: {
    readonly workspace: WorkspaceId;
    readonly request: RequestId;
    readonly agent: `prn_${string}`;
  },
): Promise<Told> {
  const { address, from } = event;
  const { workspace, request, agent } = of;
  ctx.tally.count("refused_decision", workspace);
  const error = from.isForeign === true ? "foreign_account" : "not_linked";
  const digest = ctx.digest.json(["stranger", request, from.id]);
  await ctx.commit({
    workspace,
    // A repeated delivery adds nothing to the log.
    once: {
      principal: agent,
      key: `stranger:${address.channel}:${event.key}`,
      digest,
      result: request,
    },
    writes: [],
    events: [
      {
        type: "request.decision_refused",
        at: nowOf(ctx),
        subject: request,
        data: { ...(await whatOf(ctx, of)), via: address.channel, kind: event.kind, error },
      },
    ],
  });
  return refusal(strangerWords(event));
}

async function whatOf(
  ctx: Context,
  { workspace, request: id }: { readonly workspace: WorkspaceId; readonly request: RequestId },
): Promise<EventData> {
  const request = await ctx.store.findRequest(workspace, id);
  if (request?.kind !== "authorization") return {};
  const { action, digest } = request.authorization;
  return { digest, name: action.tool };
}

export function strangerWords({ address, from }: Inbound): Saying {
  return from.isForeign === true
    ? { name: "stranger.foreign" }
    : { name: "stranger.unlinked", values: { channel: address.channel } };
}
