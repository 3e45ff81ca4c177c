import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId, RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import { ERASED, erased } from "../../domain/requests/erased.ts";
import type { ClosedRequest, Request } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Change } from "../../ports/store/store.ts";
import { findRequest } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, commitError, onceOf } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { mayBeLiaisons } from "../callers/liaison-agent.ts";
import { expireDue } from "../requests/expire.ts";
import { eraseChain } from "../session-changes/erase-chain.ts";
import { inCallersTurn } from "../sign-in/operator-lock.ts";
import { eraseGround } from "./erase-ground.ts";

/**
 * Erases what was said in a closed request, and in the sessions that asked it and continued from
 * it. Ids, digests and the log stay, and still verify.
 */
export async function erase(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<{ readonly id: RequestId }>,
): Promise<Request> {
  requireRight(caller, "erase");
  const { id } = input;
  const at = nowOf(ctx);
  const request = await expireDue(ctx, await findRequest(ctx, caller, id), at);
  if (request.erasedAt !== undefined) {
    // A process may have died between the two commits, and a session that was running then has
    // ended.
    await eraseBeside(ctx, request, caller.principal.id);
    return request;
  }
  if (request.status === "open") {
    throw new EarshotError(
      "INVALID_INPUT",
      `Request ${id} is open: somebody may be about to answer it. Cancel it first.`,
      { details: { id } },
    );
  }
  await assertStandsAlone(ctx, request);
  const call: CallIdentity = { caller, operation: "erase", input, options };
  const after = await inCallersTurn(ctx, caller, () => eraseClosed(ctx, call, request));
  if (after.erasedAt !== undefined) await eraseBeside(ctx, request, caller.principal.id);
  return after;
}

/** What stands of it in other rows: in sessions, and in the messages by which its agent was asked back. */
export async function eraseBeside(
  ctx: Context,
  request: Request,
  actor: PrincipalId,
): Promise<void> {
  await eraseChain(ctx, request, actor);
  const { workspace, agent, askedBack = [] } = request;
  for (const { message: item } of askedBack) {
    const message = await ctx.store.findMessage(workspace, item);
    if (message === undefined || message.salt === "") continue;
    const change = erasingMessage(message, { at: nowOf(ctx), actor });
    const untold = { type: "mailbox.remove", ref: { workspace, agent, item } } as const;
    await ctx.commit({ ...change, writes: [...change.writes, untold] });
  }
}

async function eraseClosed(
  ctx: Context,
  call: CallIdentity,
  request: ClosedRequest,
): Promise<Request> {
  const { caller } = call;
  const { id } = request;
  const ground = await eraseGround(ctx, caller, { request: id });
  const at = nowOf(ctx);
  const next = erased(request, at);
  const once = onceOf(ctx, call, id);
  const { writes, events, workspace } = erasing(next, { at, actor: caller.principal.id });
  const change: Change = {
    workspace,
    writes: [...ground.writes, ...writes],
    events: [...ground.events, ...events],
    ...present({ once }),
  };
  const done = await ctx.commit(change);
  if (done.outcome === "committed") return next;
  if (done.outcome === "key_reused") throw commitError(done, change);
  return await findRequest(ctx, caller, id);
}

/** The words of a liaison's question also stand in its conversation, and are erased with that. */
async function assertStandsAlone(ctx: Context, request: Request): Promise<void> {
  const { id, workspace, conversation } = request;
  if (!mayBeLiaisons(request)) return;
  const liaison = await ctx.store.findLiaison(workspace, conversation);
  if (liaison === undefined || liaison.erasedAt !== undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `Request ${id} is part of the conversation ${conversation}, which also holds its words. Erase the whole conversation: npx earshot liaison erase ${conversation}.`,
    { details: { id, conversation } },
  );
}

/** The change that leaves of a message only that it existed. */
export function erasingMessage(
  message: Message,
  { at, actor }: { readonly at: Timestamp; readonly actor?: PrincipalId },
): Change {
  const by = actor === undefined ? {} : { actor };
  return {
    workspace: message.workspace,
    writes: [{ type: "message.erase", message: { ...message, text: ERASED, salt: "" } }],
    events: [{ type: "message.erased", at, ...by, subject: message.id }],
  };
}

/** The change that replaces all content with `next`; without an actor, time did it. */
export function erasing(
  next: Request,
  { at, actor }: { readonly at: Timestamp; readonly actor?: PrincipalId },
): Change {
  const { id, workspace, agent, kind } = next;
  const by = actor === undefined ? {} : { actor };
  return {
    workspace,
    writes: [
      { type: "request.erase", request: next },
      { type: "content.drop", owner: id },
      { type: "mailbox.remove", ref: { workspace, agent, item: id } },
      ...(kind === "authorization" ? [{ type: "statement.erase", subject: id } as const] : []),
    ],
    events: [{ type: "request.erased", at, ...by, subject: id, agent }],
  };
}
