import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { ClosedRequest, OpenRequest, Request } from "../../domain/requests/request.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Joined } from "../../ports/earshot/call.ts";
import type { Change, Write } from "../../ports/store/store.ts";
import { findRequest } from "../call/access.ts";
import { commitPlanned, type Planned, type Settled } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type CallIdentity, commitError, earlierResult, onceOf } from "../call/once.ts";
import { expireDue } from "./expire.ts";

/** What has closed is taken for the answer to the same call for so long. */
const JOINED_FOR_MS = DAY_MS;

/** Words alone that are the same later than this are another question: a morning's yes answers no evening. */
const JOINED_BY_WORDS_FOR_MS = 10 * MINUTE_MS;

export interface Joining<T> {
  readonly request: OpenRequest;
  /** What stores it; its entry in the mailbox is written besides. */
  readonly plan: () => Promise<Planned<T> | Settled<T>>;
  /** The same for requests that are the same. */
  readonly digest: string;
  /** Whether one that has closed stands for another of the same digest. */
  readonly isJoinable: (closed: ClosedRequest) => boolean | Promise<boolean>;
}

/** A question that has closed stands for another with its key for a day, for one with its words for minutes. */
export function isQuestionJoinable(ctx: Context, joinKey: string | undefined) {
  const joinedForMs = joinKey === undefined ? JOINED_BY_WORDS_FOR_MS : JOINED_FOR_MS;
  return ({ closedAt }: ClosedRequest) => ctx.clock.now() - toMs(closedAt) < joinedForMs;
}

/**
 * Stores a tool's request together with its entry in the agent's mailbox, or joins the same
 * question of this agent. A tool's caller gives up and calls again as it likes: people are asked
 * once. The entry's digest is unique, so of calls at the same time one stores and the others join.
 */
export async function askOrJoin<T>(
  ctx: Context,
  call: CallIdentity,
  joining: Joining<T>,
): Promise<T | Joined> {
  return await commitPlanned<T | Joined>(ctx, {
    thing: "The same request",
    plan: () => joinOrStore(ctx, call, joining),
    replay: (id): Joined => ({ id: id as RequestId, is: "replayed" }),
  });
}

async function joinOrStore<T>(
  ctx: Context,
  call: CallIdentity,
  { request, plan, digest, isJoinable }: Joining<T>,
): Promise<Planned<T | Joined> | Settled<T | Joined>> {
  const earlier = await earlierWith(ctx, call.caller, digest);
  if (earlier !== undefined && (earlier.status === "open" || (await isJoinable(earlier)))) {
    // Whoever repeats a call by its key has not asked twice.
    const replayed = await earlierResult(ctx, call);
    if (replayed !== undefined) return { settled: { id: replayed as RequestId, is: "replayed" } };
    await remember(ctx, call, earlier);
    return { settled: { id: earlier.id, is: "joined" } };
  }
  const planned = await plan();
  if ("settled" in planned) return planned;
  const { change } = planned;
  const writes = [...change.writes, ...entryWrites(request, digest, earlier)];
  return { ...planned, change: { ...change, writes } };
}

/** Has a repetition of a call that has joined come to the same, also when the entry has gone. */
async function remember(ctx: Context, call: CallIdentity, { id, workspace }: Request) {
  const once = onceOf(ctx, call, id);
  if (once === undefined) return;
  const change: Change = { workspace, once, writes: [], events: [] };
  const done = await ctx.commit(change);
  if (done.outcome !== "committed" && done.outcome !== "replayed") throw commitError(done, change);
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
