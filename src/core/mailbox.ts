import type { Message } from "../domain/conversation.ts";
import { EarshotError } from "../domain/errors.ts";
import type { EventDraft } from "../domain/event.ts";
import type { PrincipalId } from "../domain/id.ts";
import type { MailboxItem, MailboxRef } from "../domain/mailbox.ts";
import { present } from "../domain/present.ts";
import type { AgentPrincipal, Caller, Principal } from "../domain/principal.ts";
import type { ClosedRequest, Request } from "../domain/request.ts";
import { requireRight } from "../domain/rights.ts";
import type { CallOptions } from "../ports/earshot.ts";
import type { AcknowledgeInput, Mailbox, MailboxInput } from "../ports/mailbox.ts";
import type { Write } from "../ports/store.ts";
import { type Context, nowOf } from "./context.ts";
import { type CallIdentity, commitError, earlierResult, onceOf } from "./once.ts";
import { pageLimit } from "./page.ts";

const MAX_ACKNOWLEDGED = 100;
const MAX_COUNTED = 1_000;
/** Each lost race means that another call has acknowledged one of the same items. */
const MAX_RACES = 8;

/** What closing a request means for the mailbox of its agent: what it took back it need not read. */
export function closingWrites(request: Request): readonly Write[] {
  if (request.tool === undefined || request.status === "open") return [];
  const ref = { workspace: request.workspace, agent: request.agent, item: request.id };
  const isOwn = request.status === "cancelled" && request.closedBy.principal === request.agent;
  return isOwn
    ? [{ type: "mailbox.remove", ref }]
    : [{ type: "mailbox.ready", ref, readyAt: request.closedAt }];
}

/**
 * What a message means for the mailbox of the agent in whose conversation it is said. Agents are told
 * that people speak to them there: what a program says is in the conversation only.
 */
export function messageWrites(
  message: Message,
  { agent, by }: { readonly agent: PrincipalId; readonly by: Principal },
): readonly Write[] {
  if (by.kind !== "person") return [];
  const { workspace, id: item, createdAt: readyAt } = message;
  return [{ type: "mailbox.put", entry: { workspace, agent, item, readyAt } }];
}

/** What the agent has not acknowledged, and how much that is. */
export async function mailbox(
  ctx: Context,
  caller: Caller,
  input: MailboxInput = {},
): Promise<Mailbox> {
  const { workspace, id: agent } = readerOf(caller);
  const limit = pageLimit(input.limit);
  const { order = "oldest" } = input;
  const { items, count } = await ctx.store.listMailbox({ workspace, agent, order, limit });
  const found = await Promise.all(items.map((item) => findItem(ctx, workspace, item)));
  return {
    items: found.filter((item) => item !== undefined),
    unread: Math.min(count, MAX_COUNTED),
  };
}

async function findItem(
  ctx: Context,
  workspace: string,
  item: MailboxItem,
): Promise<ClosedRequest | Message | undefined> {
  if (isMessage(item)) return await ctx.store.findMessage(workspace, item);
  const request = await ctx.store.findRequest(workspace, item);
  return request?.status === "open" ? undefined : request;
}

function isMessage(item: MailboxItem): item is Message["id"] {
  return item.startsWith("msg_");
}

/** Takes items out for good, all in one change; those that are not there are passed over. */
export async function acknowledge(
  ctx: Context,
  caller: Caller,
  { input, options }: { input: AcknowledgeInput; options?: CallOptions | undefined },
): Promise<{ readonly acknowledged: number }> {
  const { workspace, id: agent } = readerOf(caller);
  const ids = [...new Set(input.ids)];
  if (ids.length === 0 || ids.length > MAX_ACKNOWLEDGED) {
    throw new EarshotError(
      "INVALID_INPUT",
      `Acknowledge 1 to ${MAX_ACKNOWLEDGED} ids in one call, not ${ids.length}.`,
    );
  }
  const call: CallIdentity = { caller, operation: "acknowledge", input, options };
  for (let race = 0; race < MAX_RACES; race++) {
    const ready = await ctx.store.readyItems({ workspace, agent }, ids);
    const refs = ready.map((item) => ({ workspace, agent, item }));
    const acknowledged =
      refs.length === 0 ? await earlierCount(ctx, call) : await take(ctx, call, refs);
    if (acknowledged !== undefined) return { acknowledged };
  }
  throw new EarshotError("CONFLICT", "Others acknowledged the same items meanwhile. Try again.");
}

/** What an earlier call with the same key took out, since there is nothing now. */
async function earlierCount(ctx: Context, call: CallIdentity): Promise<number> {
  return Number((await earlierResult(ctx, call)) ?? 0);
}

/** Takes all of them out; undefined where one has gone meanwhile. */
async function take(
  ctx: Context,
  call: CallIdentity,
  refs: readonly MailboxRef[],
): Promise<number | undefined> {
  const { workspace, id: agent } = call.caller.principal;
  const once = onceOf(ctx, call, String(refs.length));
  const at = nowOf(ctx);
  const change = {
    workspace,
    ...present({ once }),
    writes: refs.map((ref) => ({ type: "mailbox.acknowledge", ref }) as const),
    events: refs.map(
      ({ item }): EventDraft => ({
        type: "mailbox.acknowledged",
        at,
        actor: agent,
        subject: item,
        agent,
      }),
    ),
  };
  const done = await ctx.commit(change);
  switch (done.outcome) {
    case "committed":
      return refs.length;
    case "replayed":
      return Number(done.result);
    case "conflict":
      return undefined;
    default:
      throw commitError(done, change);
  }
}

function readerOf(caller: Caller): AgentPrincipal {
  requireRight(caller, "read");
  const { principal } = caller;
  if (principal.kind === "agent") return principal;
  throw new EarshotError(
    "NOT_ALLOWED",
    `Only an agent has a mailbox, and "${principal.name}" is a ${principal.kind}. Use the key of the agent whose mailbox it is.`,
    { details: { kind: principal.kind } },
  );
}
