import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Outbound } from "../../ports/channels/outbound.ts";
import type { Context } from "./context.ts";

/** Where a request of the caller wants to be told of its end, as it may be called. Throws INVALID_INPUT. */
export async function notifyOf(
  ctx: Context,
  { principal: { workspace, id } }: Caller,
  notify: Request["notify"],
): Promise<Request["notify"]> {
  if (notify === undefined) return undefined;
  const url = await outboundOf(ctx).check(notify.url);
  const isMine = ({ agent }: { readonly agent: string }) => agent === id;
  const known = (await ctx.people.subscriptions(workspace)).some(isMine);
  if (known || (await ctx.store.listSubscriptions(workspace)).some(isMine)) return { url };
  throw new EarshotError(
    "INVALID_INPUT",
    "The agent has no secret yet that signs what it is told. Make one, once: npx earshot subscriptions add.",
    { details: { what: "notify" } },
  );
}

export function outboundOf({ outbound }: Pick<Context, "outbound">): Outbound {
  if (outbound !== undefined) return outbound;
  throw new EarshotError("CHANNEL_UNAVAILABLE", "This server calls nobody when a request closes.");
}
