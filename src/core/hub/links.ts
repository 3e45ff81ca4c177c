import type { RemoteChannel } from "../../domain/channel-kind.ts";
import { EarshotError } from "../../domain/errors.ts";
import { checkChatId, checkPlace } from "../../domain/hub/chat-id.ts";
import type { Link } from "../../domain/hub/link.ts";
import type { LinkId } from "../../domain/id.ts";
import { MAX_LINK_RANK, MAX_NAME_LENGTH } from "../../domain/limits.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { checkText } from "../../domain/text.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { notFound } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import { asOperator } from "../call/assert-caller.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { NOTHING_TOLD, ownerNotices } from "../notices/owner-notices.ts";
import { OWNERS_TOLD } from "../notices/owners-told.ts";
import { assertKnown } from "./known-channel.ts";

export interface LinkChatInput {
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly threadId?: string;
  readonly name?: string;
}

export async function listLinks(ctx: Context, caller: Caller) {
  requireRight(caller, "read");
  asPerson(caller);
  const links = await ctx.store.listLinks(caller.principal.workspace);
  return { items: links.map(shownLink) };
}

/** Where a device is reached, and what it shows, is for its person alone. */
function shownLink({ device: _, ...link }: Link): Link {
  return link;
}

/** Links a chat that several people read. */
export async function linkChat(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<LinkChatInput>,
): Promise<Link> {
  requireRight(caller, "keys");
  const me = asOperator(caller);
  const { channel, chatId, threadId, name = chatId } = input;
  checkChatId(chatId);
  checkPlace(threadId, "thread id");
  assertKnown(ctx, channel);
  checkText(name, "name", MAX_NAME_LENGTH * 4);
  const { workspace, id: createdBy } = me;
  const call: CallIdentity = { caller, operation: "linkChat", input, options };
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) return await findLink(ctx, caller, earlier as LinkId);
  const all = await ctx.store.listLinks(workspace);
  const same = all.find(
    (one) =>
      one.operator === undefined &&
      one.channel === channel &&
      one.chatId === chatId &&
      one.threadId === threadId,
  );
  if (same !== undefined) return same;
  const link: Link = {
    id: ctx.ids.next("lnk"),
    workspace,
    channel,
    chatId,
    name,
    rank: 1,
    ...present({ threadId }),
    ...linkedNow(ctx),
    createdBy,
  };
  const write: Write = { type: "link.insert", link };
  const stored = await commitChange(ctx, call, { write, type: "channel.linked", link });
  return (await ctx.store.findLink(workspace, stored)) ?? link;
}

/** What is said there from now on is heard here. */
export function linkedNow(ctx: Context): Pick<Link, "createdAt" | "heardAt"> {
  const now = nowOf(ctx);
  return { createdAt: now, heardAt: now };
}

/** Moves a link to first, second … place among its operator's links. */
export async function rankLink(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ id: LinkId; rank: number }>,
): Promise<Link> {
  const { id, rank } = input;
  const link = await ownLink(ctx, caller, id);
  if (!Number.isInteger(rank) || rank < 0 || rank > MAX_LINK_RANK) {
    throw new EarshotError("INVALID_INPUT", `A rank is a whole number from 0 to ${MAX_LINK_RANK}.`);
  }
  const call: CallIdentity = { caller, operation: "rankLink", input, options };
  await commitChange(ctx, call, { write: { type: "link.rank", id, rank }, link });
  return { ...shownLink(link), rank };
}

/** From then on nothing goes there, and what the account does counts as nobody's. */
export async function removeLink(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ id: LinkId }>,
): Promise<Link> {
  const link = await ownLink(ctx, caller, input.id);
  const call: CallIdentity = { caller, operation: "removeLink", input, options };
  const write: Write = { type: "link.remove", id: input.id };
  const also = await unlinkNotice(ctx, caller, link);
  await commitChange(ctx, call, { write, type: "channel.unlinked", link, also });
  return shownLink(link);
}

/** A notice to a person who loses a way to be reached may not reach them any more. */
async function unlinkNotice(
  ctx: Context,
  { principal: by }: Caller,
  { workspace, operator, channel, name }: Link,
): Promise<Pick<Change, "writes" | "events">> {
  if (operator === by.id) return NOTHING_TOLD;
  const person = operator && (await ctx.people.find(workspace, operator));
  const whose =
    person === undefined ? `everybody in ${JSON.stringify(name)}` : JSON.stringify(person.name);
  return await ownerNotices(ctx, {
    workspace,
    actor: by.id,
    ...OWNERS_TOLD.link_removed(by.name, { whose, channel }),
  });
}

/** One's own link; with the right `people` also other people's, with `keys` chats. */
async function ownLink(ctx: Context, caller: Caller, id: LinkId): Promise<Link> {
  const me = asOperator(caller);
  const link = await findLink(ctx, caller, id);
  if (link.operator !== me.id) {
    requireRight(caller, link.operator === undefined ? "keys" : "people");
  }
  return link;
}

async function findLink(ctx: Context, { principal }: Caller, id: LinkId): Promise<Link> {
  const link = await ctx.store.findLink(principal.workspace, id);
  if (link === undefined) throw notFound("link", id);
  return link;
}

async function commitChange(
  ctx: Context,
  call: CallIdentity,
  {
    write,
    link,
    type,
    also = NOTHING_TOLD,
  }: {
    readonly write: Write;
    readonly link: Link;
    readonly type?: EventDraft["type"];
    readonly also?: Pick<Change, "writes" | "events">;
  },
): Promise<LinkId> {
  const earlier = await earlierResult(ctx, call);
  if (earlier !== undefined) return earlier as LinkId;
  const { id: actor, workspace } = call.caller.principal;
  const logged: EventDraft[] =
    type === undefined
      ? []
      : [{ type, at: nowOf(ctx), actor, subject: link.id, data: { channel: link.channel } }];
  const change: Change = {
    workspace,
    writes: [write, ...also.writes],
    events: [...logged, ...also.events],
  };
  const { result } = await commitOnce(ctx, call, { result: link.id, change });
  return result as LinkId;
}
