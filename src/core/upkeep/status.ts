import { isEarshotError } from "../../domain/errors.ts";
import { MAX_STATUS_LOGS, STATUS_COUNTS_MS } from "../../domain/limits.ts";
import { concernsAgent, type Event, meaningOf } from "../../domain/log/event.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { seesAll } from "../../domain/people/rights.ts";
import { type SecurityFigures, securityScore } from "../../domain/policy/security-score.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Status, StatusLog } from "../../ports/earshot/status.ts";
import type { TallyCount, TallyKind } from "../../ports/system/tally.ts";
import type { Context } from "../call/context.ts";
import { BUCKET_MS, isViolation } from "../call/tally.ts";

/** How far back the log is searched for an agent's own events. */
const PAGE = 256;

const REFUSED_FOR: Readonly<Partial<Record<TallyKind, string>>> = {
  refused_key: "unknown or revoked key",
  refused_scope: "a right that the key does not carry",
  refused_token: "a token that is not valid here",
  refused_origin: "foreign host or origin",
  refused_decision: "a decision that the caller may not make",
  refused_grant: "a grant that was forged, used before, or presented for something else",
};

/** The counts of the caller's workspace and of none, and the server's current figures. */
export async function status(ctx: Context, caller: Caller): Promise<Status> {
  const { process: figures, waiters, tail } = ctx;
  const counts = await countsOf(ctx, caller);
  const sum = (isCounted: (kind: TallyKind) => boolean) =>
    counts.reduce((total, { kind, count }) => total + (isCounted(kind) ? count : 0), 0);
  const violations = violationLogs(counts, ctx.clock.now());
  const logs = [...violations, ...(await eventLogs(ctx, caller))];
  logs.sort((a, b) => toMs(b.timestamp) - toMs(a.timestamp));
  const counted = {
    calls: sum((kind) => kind === "calls"),
    limited: sum((kind) => kind === "limited"),
    violations: sum(isViolation),
  };
  return {
    ...counted,
    securityScore: await scoreOf(ctx, caller, counted),
    pendingAuthorizations: await ctx.store.countOpenAuthorizations(
      caller.principal.workspace,
      seesAll(caller) ? undefined : caller.principal.id,
    ),
    ...figures.read(),
    activeSessions: waiters.count() + tail.waiting(),
    recentLogs: logs.slice(0, MAX_STATUS_LOGS),
  };
}

/** A tampered policy lowers the score by itself. */
async function scoreOf(ctx: Context, { principal }: Caller, figures: SecurityFigures) {
  try {
    const { policy } = (await ctx.policies.of(principal.workspace)).compiled;
    return securityScore(figures, policy.security);
  } catch (error) {
    if (isEarshotError(error, "DIGEST_MISMATCH")) return "LOW";
    throw error;
  }
}

async function countsOf(ctx: Context, caller: Caller): Promise<readonly TallyCount[]> {
  const { workspace } = caller.principal;
  const sinceMs = Math.max(ctx.clock.now() - STATUS_COUNTS_MS - BUCKET_MS + 1, 0);
  const since = toTimestamp(sinceMs);
  const unwritten = await ctx.tally.unwritten();
  const stored = await ctx.store.tallySince({ workspace, since });
  const own = unwritten.filter((counted) => (counted.workspace ?? workspace) === workspace);
  const isRecent = ({ bucket }: TallyCount) => bucket >= since;
  return merged([...stored, ...own.filter(isRecent)]);
}

/** One count per bucket and kind, of what is in the store and what is not yet. */
function merged(counts: readonly TallyCount[]): readonly TallyCount[] {
  const byName = new Map<string, TallyCount>();
  for (const { bucket, kind, count } of counts) {
    const name = `${bucket} ${kind}`;
    byName.set(name, { bucket, kind, count: count + (byName.get(name)?.count ?? 0) });
  }
  return [...byName.values()];
}

/** One line per kind of violation and bucket, dated at the bucket's end or now. */
function violationLogs(counts: readonly TallyCount[], now: number): StatusLog[] {
  return counts.flatMap(({ bucket, kind, count }) => {
    const reason = REFUSED_FOR[kind];
    if (reason === undefined) return [];
    const timestamp = toTimestamp(Math.min(toMs(bucket) + BUCKET_MS, now));
    const calls = count === 1 ? "1 call" : `${count} calls`;
    return [{ timestamp, level: "WARNING" as const, message: `${calls} refused: ${reason}` }];
  });
}

async function eventLogs(ctx: Context, caller: Caller): Promise<StatusLog[]> {
  if (!caller.rights.has("read")) return [];
  const events = await newestEvents(ctx, caller);
  return events.map(({ at, type, subject }) => ({
    timestamp: at,
    level: "INFO",
    message: `${meaningOf(type)}: ${subject}`,
  }));
}

/** The newest events that the caller may see, newest first. */
async function newestEvents(ctx: Context, caller: Caller): Promise<Event[]> {
  const { workspace, id } = caller.principal;
  const isAll = seesAll(caller);
  const size = isAll ? MAX_STATUS_LOGS : PAGE;
  const { seq: end } = await ctx.store.head(workspace);
  const after = Math.max(end - size, 0);
  const events = await ctx.store.readEvents({ workspace, after, limit: size });
  const seen = isAll ? events : events.filter((event) => concernsAgent(event, id));
  return seen.toReversed().slice(0, MAX_STATUS_LOGS);
}
