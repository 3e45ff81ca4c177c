import type {
  ConversationId,
  MessageId,
  RequestId,
  SessionId,
  WorkspaceId,
} from "../../domain/id.ts";
import { erasedLiaison } from "../../domain/liaison/liaison-erased.ts";
import { UNTAKEN_FILE_MS } from "../../domain/limits.ts";
import { RETENTION_KINDS, type RetentionKind } from "../../domain/policy/retention.ts";
import { readStoredPolicy } from "../../domain/policy/stored-policy.ts";
import { present } from "../../domain/present.ts";
import { erased } from "../../domain/requests/erased.ts";
import { erasedSession } from "../../domain/sessions/session-erased.ts";
import { HOUR_MS } from "../../domain/time.ts";
import { type Timestamp, toTimestamp } from "../../domain/timestamp.ts";
import type { RetentionKey } from "../../ports/store/retention.ts";
import type { Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { type LeasedJob, startLeasedJob } from "../call/leased-job.ts";
import { erasing, erasingMessage } from "../erasure/erase.ts";
import { createPace, type Pace } from "../erasure/pace.ts";

/** The start has other things to do first. */
const FIRST_MS = 5_000;
const EVERY_MS = HOUR_MS;

export interface RetentionOptions {
  /** Hears of an interrupted sweep; the next one goes on with the rest. */
  readonly onFault: (error: unknown) => void;
  /** Hears what was erased, page by page. */
  readonly onErased?: ((kind: RetentionKind, count: number) => void) | undefined;
  /** Hears that a sweep went through everything. */
  readonly onSwept?: () => void;
}

interface Sweep extends Pick<RetentionOptions, "onErased"> {
  readonly ctx: Context;
  readonly job: LeasedJob;
  readonly pace: Pace;
  pause(ms: number): Promise<void>;
}

/**
 * Erases what the policies in force no longer keep, on one node at a time. It runs after a start,
 * after a policy was applied here, and every hour. The returned function stops it, even during a
 * sweep.
 */
export function startRetention(ctx: Context, options: RetentionOptions): () => Promise<void> {
  let isStopped = false;
  let cancelTimer = () => {};
  let running: Promise<void> = Promise.resolve();
  let endPause = () => {};
  const pace = createPace(ctx.clock);

  function sweepIn(ms: number): void {
    if (isStopped) return;
    cancelTimer();
    cancelTimer = ctx.clock.after(ms, () => {
      running = running.then(sweep);
    });
  }

  async function sweep(): Promise<void> {
    if (isStopped || job.guard() === undefined) return;
    try {
      for (const workspace of await ctx.store.listWorkspaces()) {
        await sweepWorkspace({ ctx, job, pace, pause, onErased: options.onErased }, workspace);
      }
      // A sweep that was stopped or lost the job has not been through everything.
      if (job.guard() !== undefined) options.onSwept?.();
    } catch (error) {
      options.onFault(error);
    }
    sweepIn(EVERY_MS);
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = ctx.clock.after(ms, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  const job = startLeasedJob(ctx, { name: "retention", onTaken: () => sweepIn(FIRST_MS) });
  ctx.onWrite("retention", () => sweepIn(FIRST_MS));
  return async () => {
    isStopped = true;
    cancelTimer();
    await job.stop();
    endPause();
    await running;
  };
}

async function sweepWorkspace(sweep: Sweep, workspace: WorkspaceId): Promise<void> {
  const { ctx } = sweep;
  const stored = await ctx.store.currentPolicy(workspace);
  const policy = stored === undefined ? undefined : readStoredPolicy(stored, ctx.digest.json);
  const retention = policy?.retention ?? {};
  for (const kind of RETENTION_KINDS) {
    const keptMs = retention[kind];
    if (keptMs === undefined) continue;
    const now = ctx.clock.now();
    const moments = { before: toTimestamp(now - keptMs), now: toTimestamp(now) };
    await sweepKind(sweep, { workspace, kind, ...moments });
  }
  await sweepUploads(sweep, workspace);
}

/** What people uploaded and no answer took, whatever the policy keeps. */
async function sweepUploads(sweep: Sweep, workspace: WorkspaceId): Promise<void> {
  const { ctx, job, pace, pause } = sweep;
  const before = toTimestamp(ctx.clock.now() - UNTAKEN_FILE_MS);
  let after: RequestId | undefined;
  do {
    const restMs = await pace.step(async () => {
      const limit = pace.size();
      const due = await ctx.store.agedUploads({ workspace, before, limit, ...present({ after }) });
      const guard = job.guard();
      after = guard === undefined || due.length < limit ? undefined : due.at(-1);
      if (guard === undefined || due.length === 0) return;
      const expired = due.map((owner): Write => ({ type: "content.expire", owner, before }));
      await ctx.commit({ workspace, writes: [...guard, ...expired], events: [] });
    });
    if (after !== undefined) await pause(restMs);
  } while (after !== undefined);
}

interface Old {
  readonly workspace: WorkspaceId;
  readonly kind: RetentionKind;
  readonly before: Timestamp;
  readonly now: Timestamp;
}

async function sweepKind(sweep: Sweep, old: Old): Promise<void> {
  const { pace, pause } = sweep;
  let after: RetentionKey | undefined;
  do {
    const restMs = await pace.step(async () => {
      after = await sweepPage(sweep, old, { after, limit: pace.size() });
    });
    if (after !== undefined) await pause(restMs);
  } while (after !== undefined);
}

/** Where the next page begins; undefined if there is none, or another node has the job now. */
async function sweepPage(
  { ctx, job, onErased }: Sweep,
  old: Old,
  { after, limit }: { readonly after: RetentionKey | undefined; readonly limit: number },
): Promise<RetentionKey | undefined> {
  const from = after === undefined ? {} : { after };
  const { due, next } = await ctx.store.retentionPage({ ...old, limit, ...from });
  const guard = job.guard();
  if (guard === undefined) return undefined;
  if (due.length > 0) {
    await eraseAll(ctx, old, { due, guard });
    onErased?.(old.kind, due.length);
  }
  return next;
}

async function eraseAll(
  ctx: Context,
  { workspace, kind }: Old,
  { due, guard }: { readonly due: readonly RetentionKey[]; readonly guard: readonly Write[] },
): Promise<void> {
  const each = (erase: (id: string) => Promise<void>) =>
    Promise.all(due.map(([id]) => erase(String(id))));
  switch (kind) {
    case "requests":
      await each((id) => eraseRequest(ctx, { workspace, id: id as RequestId, guard }));
      return;
    case "messages":
      await each((id) => eraseMessage(ctx, { workspace, id: id as MessageId, guard }));
      return;
    case "sessions":
      await each((id) => eraseSession(ctx, { workspace, id: id as SessionId, guard }));
      return;
    case "liaisons":
      await each((id) => eraseLiaison(ctx, { workspace, id: id as ConversationId, guard }));
      return;
    default: {
      const drop: Write = { type: "retention.drop", of: kind, rows: due };
      await ctx.commit({ workspace, writes: [...guard, drop], events: [] });
    }
  }
}

interface One<Id> {
  readonly workspace: WorkspaceId;
  readonly id: Id;
  readonly guard: readonly Write[];
}

/** Whoever was faster erased it too, or the next sweep finds it. */
async function eraseRequest(ctx: Context, { workspace, id, guard }: One<RequestId>): Promise<void> {
  const request = await ctx.store.findRequest(workspace, id);
  if (request === undefined || request.status === "open" || request.erasedAt !== undefined) return;
  const at = nowOf(ctx);
  const change = erasing(erased(request, at), { at });
  await ctx.commit({ ...change, writes: [...guard, ...change.writes] });
}

async function eraseMessage(ctx: Context, { workspace, id, guard }: One<MessageId>): Promise<void> {
  const message = await ctx.store.findMessage(workspace, id);
  if (message === undefined || message.salt === "") return;
  const change = erasingMessage(message, { at: nowOf(ctx) });
  await ctx.commit({ ...change, writes: [...guard, ...change.writes] });
}

async function eraseSession(ctx: Context, { workspace, id, guard }: One<SessionId>): Promise<void> {
  const session = await ctx.store.findSession(workspace, id);
  if (session === undefined || session.erasedAt !== undefined) return;
  const at = nowOf(ctx);
  await ctx.commit({
    workspace,
    writes: [...guard, { type: "session.erase", session: erasedSession(session, at) }],
    events: [{ type: "session.erased", at, subject: id, agent: session.agent }],
  });
}

/** A conversation reopened meanwhile has another version, and stays. */
async function eraseLiaison(
  ctx: Context,
  { workspace, id, guard }: One<ConversationId>,
): Promise<void> {
  const liaison = await ctx.store.findLiaison(workspace, id);
  if (liaison === undefined || liaison.erasedAt !== undefined || liaison.phase !== "completed") {
    return;
  }
  const at = nowOf(ctx);
  const agent = liaison.worker?.agent ?? liaison.agent;
  await ctx.commit({
    workspace,
    writes: [
      ...guard,
      { type: "liaison.put", liaison: erasedLiaison(liaison, at) },
      { type: "graph.drop", conversation: id },
    ],
    events: [{ type: "liaison.erased", at, subject: id, agent }],
  });
}
