import { type Kysely, sql } from "kysely";
import { formatId, idTimeMs } from "../../domain/id.ts";
import type { RetentionKind } from "../../domain/policy/retention.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { RetentionKey, RetentionPage, RetentionQuery } from "../../ports/store/retention.ts";
import type { Tables } from "../schema/tables.ts";

interface Looked {
  readonly key: RetentionKey;
  readonly isDue: boolean;
}

type Look = (db: Kysely<Tables>, query: RetentionQuery) => Promise<readonly Looked[]>;

/* Each follows a primary key, so a step costs the same in a table of any size. */
const LOOKS: Readonly<Record<RetentionKind, Look>> = {
  requests: closedRequests,
  messages: oldMessages,
  once: oldKeys,
  memory_versions: replacedVersions,
  web_sessions: endedSessions,
  sessions: doneSessions,
  liaisons: completedLiaisons,
};

export function createRetentionQueries(db: Kysely<Tables>) {
  return {
    async retentionPage(query: RetentionQuery): Promise<RetentionPage> {
      const looked = await LOOKS[query.kind](db, query);
      const due = looked.filter(({ isDue }) => isDue).map(({ key }) => key);
      const last = looked.at(-1);
      return last === undefined || looked.length < query.limit ? { due } : { due, next: last.key };
    },
  };
}

/** Ids sort by time: nothing after this one was made before the moment. */
function bound(prefix: "req" | "msg" | "ses" | "cnv", before: RetentionQuery["before"]): string {
  return formatId(prefix, toMs(before) + 1, { high: 0, low: 0 });
}

async function closedRequests(
  db: Kysely<Tables>,
  { workspace, before, now, after, limit }: RetentionQuery,
): Promise<readonly Looked[]> {
  const rows = await db
    .selectFrom("requests as r")
    .leftJoin("grants as g", (join) =>
      join.onRef("g.workspace", "=", "r.workspace").onRef("g.request", "=", "r.id"),
    )
    .select(["r.id", "r.status", "r.closed_at", "r.erased_at", "r.decision"])
    .select(["g.expires_at as grant_until", "g.consumed_at"])
    .where("r.workspace", "=", workspace)
    .where("r.id", ">", String(after?.[0] ?? ""))
    .where("r.id", "<", bound("req", before))
    .orderBy("r.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, closed_at, erased_at, ...row }) => {
    const isOld = closed_at !== null && closed_at <= toMs(before) && erased_at === null;
    return { key: [id], isDue: isOld && !isStillGood(row, now) };
  });
}

interface Approval {
  readonly status: string;
  readonly decision: string | null;
  readonly grant_until: number | null;
  readonly consumed_at: number | null;
}

/** If it were erased now, an approved action could not run, and nobody would know why. */
function isStillGood(approval: Approval, now: RetentionQuery["now"]): boolean {
  const { status, decision, grant_until, consumed_at } = approval;
  if (status !== "approved") return false;
  const isRedeemable = grant_until !== null && consumed_at === null && grant_until > toMs(now);
  return isRedeemable || collectBy(decision) > now;
}

function collectBy(decision: string | null): string {
  return (JSON.parse(decision ?? "{}") as { collectBy?: string }).collectBy ?? "";
}

async function oldMessages(
  db: Kysely<Tables>,
  { workspace, before, after, limit }: RetentionQuery,
): Promise<readonly Looked[]> {
  const rows = await db
    .selectFrom("messages")
    .select(["id", "created_at", "salt"])
    .where("workspace", "=", workspace)
    .where("id", ">", String(after?.[0] ?? ""))
    .where("id", "<", bound("msg", before))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, created_at, salt }) => ({
    key: [id],
    isDue: created_at <= toMs(before) && salt !== "",
  }));
}

/** Only the id in the result tells the age of a row. A row without such an id stays. */
async function oldKeys(
  db: Kysely<Tables>,
  { workspace, before, after, limit }: RetentionQuery,
): Promise<readonly Looked[]> {
  const [key = "", principal = ""] = after ?? [];
  const rows = await db
    .selectFrom("once")
    .select(["key", "principal", "result"])
    .where("workspace", "=", workspace)
    .where((is) =>
      is(is.refTuple("key", "principal"), ">", is.tuple(String(key), String(principal))),
    )
    .orderBy("key")
    .orderBy("principal")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const made = idTimeMs(row.result);
    return { key: [row.key, row.principal], isDue: made !== undefined && made <= toMs(before) };
  });
}

/** The age of a version counts from the one that replaced it. */
async function replacedVersions(
  db: Kysely<Tables>,
  { workspace, before, after, limit }: RetentionQuery,
): Promise<readonly Looked[]> {
  const [agent = "", run = "", key = "", version = 0] = after ?? [];
  const rows = await db
    .selectFrom("memory_versions as v")
    .leftJoin("memory_versions as n", (join) =>
      join
        .onRef("n.workspace", "=", "v.workspace")
        .onRef("n.agent", "=", "v.agent")
        .onRef("n.run", "=", "v.run")
        .onRef("n.key", "=", "v.key")
        .on("n.version", "=", sql<number>`v.version + 1`),
    )
    .leftJoin("memory_entries as e", (join) =>
      join
        .onRef("e.workspace", "=", "v.workspace")
        .onRef("e.agent", "=", "v.agent")
        .onRef("e.run", "=", "v.run")
        .onRef("e.key", "=", "v.key"),
    )
    .select(["v.agent", "v.run", "v.key", "v.version"])
    .select(sql<number | null>`coalesce(n.written_at, e.written_at)`.as("replaced_at"))
    .where("v.workspace", "=", workspace)
    .where((is) =>
      is(
        is.refTuple("v.agent", "v.run", "v.key", "v.version"),
        ">",
        is.tuple(String(agent), String(run), String(key), Number(version)),
      ),
    )
    .orderBy("v.agent")
    .orderBy("v.run")
    .orderBy("v.key")
    .orderBy("v.version")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    key: [row.agent, row.run, row.key, row.version],
    isDue: row.replaced_at !== null && row.replaced_at <= toMs(before),
  }));
}

/** A continuation reads what a paused session left, so that stays until the continuation ended. */
async function doneSessions(
  db: Kysely<Tables>,
  { workspace, before, after, limit }: RetentionQuery,
): Promise<readonly Looked[]> {
  const rows = await db
    .selectFrom("sessions as s")
    .leftJoin("sessions as c", (join) =>
      join.onRef("c.workspace", "=", "s.workspace").onRef("c.continues", "=", "s.id"),
    )
    .select(["s.id", "s.status", "s.ended_at", "s.body", "c.id as next"])
    .select("c.ended_at as next_ended_at")
    .where("s.workspace", "=", workspace)
    .where("s.id", ">", String(after?.[0] ?? ""))
    .where("s.id", "<", bound("ses", before))
    .orderBy("s.id")
    .limit(limit)
    .execute();
  const isOld = (at: number | null) => at !== null && at <= toMs(before);
  return rows.map(({ id, status, ended_at, body, next, next_ended_at }) => {
    const isDone = next === null ? status !== "paused" : isOld(next_ended_at);
    return { key: [id], isDue: isOld(ended_at) && isDone && !isErased(body) };
  });
}

function isErased(body: string): boolean {
  return (JSON.parse(body) as { erasedAt?: string }).erasedAt !== undefined;
}

async function completedLiaisons(
  db: Kysely<Tables>,
  { workspace, before, after, limit }: RetentionQuery,
): Promise<readonly Looked[]> {
  const rows = await db
    .selectFrom("liaisons")
    .select(["id", "phase", "updated_at", "erased_at"])
    .where("workspace", "=", workspace)
    .where("id", ">", String(after?.[0] ?? ""))
    .where("id", "<", bound("cnv", before))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, phase, updated_at, erased_at }) => ({
    key: [id],
    isDue: phase === "completed" && updated_at <= toMs(before) && erased_at === null,
  }));
}

/**
 * A revoked session stays, since votes made with it must not count again. The newest key of a person
 * stays too: without one they would no longer be an operator.
 */
async function endedSessions(
  db: Kysely<Tables>,
  { workspace, before, after, limit }: RetentionQuery,
): Promise<readonly Looked[]> {
  const rows = await db
    .selectFrom("keys as k")
    .select(["k.id", "k.web", "k.revoked_at"])
    .select((is) =>
      is
        .selectFrom("keys as o")
        .select("o.id")
        .whereRef("o.workspace", "=", "k.workspace")
        .whereRef("o.principal", "=", "k.principal")
        .whereRef("o.id", ">", "k.id")
        .where("o.revoked_at", "is", null)
        .orderBy("o.id", "desc")
        .limit(1)
        .as("newer"),
    )
    .where("k.workspace", "=", workspace)
    .where("k.id", ">", String(after?.[0] ?? ""))
    .orderBy("k.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, web, revoked_at, newer }) => ({
    key: [id],
    isDue: web !== null && revoked_at === null && newer !== null && hasEnded(web, before),
  }));
}

function hasEnded(web: string, before: RetentionQuery["before"]): boolean {
  const { endedAt, expiresAt } = JSON.parse(web) as { endedAt?: string; expiresAt: string };
  return (endedAt ?? expiresAt) <= before;
}
