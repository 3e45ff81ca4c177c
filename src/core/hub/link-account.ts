import type { Link } from "../../domain/hub/link.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import type { Ticket } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { inOperatorTurn } from "../sign-in/operator-lock.ts";
import { findTicket, takeTicket } from "../sign-in/tickets.ts";
import { linkToken } from "./link-codes.ts";
import { linkedNow } from "./links.ts";

/** The result of a code that somebody said. */
export type Linked = { readonly link: Link; readonly isNew: boolean } | "unknown_code" | "taken";

/**
 * Links the account that said a good code to its operator. The first account to say a code uses it
 * up. Guests, other organisations and bots are not linked.
 */
export async function linkAccount(
  ctx: Context,
  { address, from }: Inbound,
  code: string,
): Promise<Linked> {
  if (from.isForeign === true || from.isBot === true) return "unknown_code";
  const token = linkToken(address.channel, code);
  const ticket = await findTicket(ctx, { token, purpose: "channel_link" });
  const { principal } = ticket ?? {};
  const known = await ctx.store.linkOfAccount(address.channel, from.id);
  if (known !== undefined) {
    const isAnothers = principal !== undefined && known.operator !== principal;
    return isAnothers ? "taken" : { link: known, isNew: false };
  }
  if (ticket === undefined || principal === undefined) return "unknown_code";
  const { workspace } = ticket;
  return await inOperatorTurn(ctx, workspace, () =>
    insert(ctx, { address, from }, { ticket, principal }),
  );
}

async function insert(
  ctx: Context,
  { address, from }: Pick<Inbound, "address" | "from">,
  { ticket, principal }: { readonly ticket: Ticket; readonly principal: Link["createdBy"] },
): Promise<Linked> {
  const { workspace } = ticket;
  const others = (await ctx.store.listLinks(workspace)).filter((one) => one.operator === principal);
  const link: Link = {
    id: ctx.ids.next("lnk"),
    workspace,
    channel: address.channel,
    chatId: address.chatId,
    operator: principal,
    account: from.id,
    name: from.name,
    rank: others.length + 1,
    createdBy: principal,
    ...linkedNow(ctx),
  };
  const done = await ctx.commit({
    workspace,
    writes: [takeTicket(ctx, ticket), { type: "link.insert", link }],
    events: [
      {
        type: "channel.linked",
        at: link.createdAt,
        actor: principal,
        subject: link.id,
        data: { channel: address.channel },
      },
    ],
  });
  return done.outcome === "committed" ? { link, isNew: true } : "taken";
}
