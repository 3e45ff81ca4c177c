import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import { MAX_ACKNOWLEDGED } from "../../domain/limits.ts";
import type { AgentPrincipal, Caller, Principal } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { MailboxItem } from "../../domain/requests/mailbox.ts";
import type { ClosedRequest, Request, Shown } from "../../domain/requests/request.ts";
import type { AcknowledgeInput, Mailbox, MailboxInput } from "../../ports/earshot/mailbox.ts";
import type { Write } from "../../ports/store/store.ts";
import { commitCall } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult } from "../call/once.ts";
import { pageLimit } from "../call/page.ts";
import type { Given } from "../call/use-case.ts";
import { unusedFiles } from "../content/request-files.ts";
import { withUse } from "../verdict/approval-use.ts";

const MAX_COUNTED = 1_000;

/** The writes beside a request that closes: of its mailbox, and of files that its answer does not name. */
export function closingWrites(request: Request): readonly Write[] {
  return [...readyWrites(request), ...unusedFiles(request)];
}

/** An agent need not read that it took a request back. */
function readyWrites(request: Request): readonly Write[] {
  if (request.tool === undefined || request.status === "open") return [];
  const ref = { workspace: request.workspace, agent: request.agent, item: request.id };
  const isOwn = request.status === "cancelled" && request.closedBy.principal === request.agent;
  return isOwn
    ? [{ type: "mailbox.remove", ref }]
    : [{ type: "mailbox.ready", ref, readyAt: request.closedAt }];
}

/**
 * The mailbox writes for a message in an agent's conversation. An agent is told what people say; a
 * program's words only stand in the conversation.
 */
export function messageWrites(
  message: Message,
  { agent, by }: { readonly agent: PrincipalId; readonly by: Principal },
): readonly Write[] {
  if (by.kind !== "person") return [];
  const { workspace, id: item, createdAt: readyAt } = message;
  return [{ type: "mailbox.put", entry: { workspace, agent, item, readyAt } }];
}

/** What the agent has not acknowledged, and how many items. */
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
): Promise<Shown<ClosedRequest> | Message | undefined> {
  if (isMessage(item)) return await ctx.store.findMessage(workspace, item);
  const request = await ctx.store.findRequest(workspace, item);
  if (request === undefined || request.status === "open") return undefined;
  return await withUse<ClosedRequest>(ctx, request);
}

function isMessage(item: MailboxItem): item is Message["id"] {
  return item.startsWith("msg_");
}

/** Removes items for good in one change; missing items are skipped. */
export async function acknowledge(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AcknowledgeInput>,
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
  return await commitCall(ctx, call, {
    thing: "The mailbox",
    async plan() {
      const ready = await ctx.store.readyItems({ workspace, agent }, ids);
      const count = { acknowledged: ready.length };
      if (ready.length === 0) {
        // The count of an earlier call with the same key, because nothing is left to remove now.
        return { alreadySo: { acknowledged: Number((await earlierResult(ctx, call)) ?? 0) } };
      }
      const at = nowOf(ctx);
      return {
        done: () => count,
        result: String(ready.length),
        change: {
          workspace,
          writes: ready.map((item) => ({
            type: "mailbox.acknowledge",
            ref: { workspace, agent, item },
          })),
          events: ready.map((item) => ({
            type: "mailbox.acknowledged",
            at,
            actor: agent,
            subject: item,
            agent,
          })),
        },
      };
    },
    replay: (acknowledged) => ({ acknowledged: Number(acknowledged) }),
  });
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
