import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { ClosedRequest, OpenRequest, Request } from "../../domain/requests/request.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Joined } from "../../ports/earshot/call.ts";
import type { Write } from "../../ports/store/store.ts";
import { findRequest } from "../call/access.ts";
import type { AlreadySo, Planned } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, earlierResult, onceOf } from "../call/once.ts";
import { expireDue } from "./expire.ts";

/** A closed request answers the same call again for this long. */
const JOINED_FOR_MS = DAY_MS;

/**
 * Equal words after this long are a new question: a morning's yes does not answer the evening's
 * question.
 */
const JOINED_BY_WORDS_FOR_MS = 10 * MINUTE_MS;

export interface Joining<T> {
  readonly request: OpenRequest;
  /** Plans what stores it; its mailbox entry is added to that. */
  readonly plan: () => Promise<Planned<T> | AlreadySo<T>>;
  /** Equal for equal requests. */
  readonly digest: string;
  /** Whether a closed request may answer another with the same digest. */
  readonly isJoinable: (closed: ClosedRequest) => boolean | Promise<boolean>;
}

/** A closed question answers another with its key for a day, and one with its words for minutes. */
export function isQuestionJoinable(ctx: Context, joinKey: string | undefined) {
  const joinedForMs = joinKey === undefined ? JOINED_BY_WORDS_FOR_MS : JOINED_FOR_MS;
  return ({ closedAt }: ClosedRequest) => ctx.clock.now() - toMs(closedAt) < joinedForMs;
}

/**
 * Plans to store a tool's request with its entry in the agent's mailbox, or joins the agent's own
 * request with the same digest. A tool's caller may give up and call again; people are still asked
 * once. The entry's digest is unique: of concurrent calls one stores and the others join.
 */
export async function planAskOrJoin<T>(
  ctx: Context,
  call: CallIdentity,
  { request, plan, digest, isJoinable }: Joining<T>,
): Promise<Planned<T | Joined> | AlreadySo<T | Joined>> {
  const earlier = await earlierWith(ctx, call.caller, digest);
  if (earlier !== undefined && (earlier.status === "open" || (await isJoinable(earlier)))) {
    // A call repeated with its key has not asked twice.
    const replayed = await earlierResult(ctx, call);
    if (replayed !== undefined) return { alreadySo: { id: replayed as RequestId, is: "replayed" } };
    return joined(ctx, call, earlier);
  }
  const planned = await plan();
  if ("alreadySo" in planned) return planned;
  const { change } = planned;
  const writes = [...change.writes, ...entryWrites(request, digest, earlier)];
  return { ...planned, change: { ...change, writes } };
}

/** The key of a call that joined is stored, so a repeat finds the same request once the entry is gone. */
function joined(
  ctx: Context,
  call: CallIdentity,
  { id, workspace }: Request,
): Planned<Joined> | AlreadySo<Joined> {
  const once = onceOf(ctx, call, id);
  const joining: Joined = { id, is: "joined" };
  if (once === undefined) return { alreadySo: joining };
  return { change: { workspace, once, writes: [], events: [] }, done: () => joining };
}

async function earlierWith(
  ctx: Context,
  caller: Caller,
  digest: string,
): Promise<Request | undefined> {
  const { workspace, id: agent } = caller.principal;
  const id = await ctx.store.findMailboxItem({ workspace, agent, digest });
  if (id === undefined) return undefined;
  return await expireDue(ctx, await findRequest(ctx, caller, id as RequestId), nowOf(ctx));
}

function entryWrites(
  { workspace, agent, id: item }: OpenRequest,
  digest: string,
  earlier: Request | undefined,
): readonly Write[] {
  const put: Write = { type: "mailbox.put", entry: { workspace, agent, item, digest } };
  if (earlier === undefined) return [put];
  return [{ type: "mailbox.release", ref: { workspace, agent, item: earlier.id }, digest }, put];
}
