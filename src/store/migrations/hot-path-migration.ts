import { type Kysely, sql } from "kysely";
import type { EventType } from "../../domain/log/event.ts";
import { likenessToColumn } from "../hub/shared-question-sql.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { Row, Tables } from "../schema/tables.ts";
import type { Progress } from "./on-upgrade.ts";

const PAGE = 1_000;

/** The kinds of events that the table of subjects holds. They are part of the stored format. */
export const TYPES_BY_BLOCK: readonly EventType[] = ["request.created", "request.answered"];

/**
 * Fewer pages for each question and each answer. Open requests are in one index alone, since an agent
 * can have few of them; closed ones have indexes of their own, so none is needed of all.
 */
export async function hotPath(
  db: Kysely<Tables>,
  dialect: Dialect,
  progress: Progress,
): Promise<void> {
  await db.schema.dropIndex("requests_agent").execute();
  await db.schema.dropIndex("requests_open").execute();
  progress("indexes of requests are dropped");
  await shortenLikeness(db, progress);
  if (dialect.isOfOneProcess) await likenessToInbox(db, dialect);
}

/**
 * Where the server finds alike questions in memory, it reads them at its start from the inbox's index. It
 * counts the open ones of an agent there too, without their rows.
 */
async function likenessToInbox(db: Kysely<Tables>, { inboxIndexEnd }: Dialect): Promise<void> {
  await db.schema.dropIndex("requests_likeness").execute();
  await db.schema.dropIndex("requests_inbox").execute();
  await sql`create index requests_inbox on requests (workspace, level desc,
      (coalesce(expires_at, 9007199254740991)), id${sql.raw(inboxIndexEnd)}, likeness, agent)
    where status = 'open'`.execute(db);
}

/**
 * Where one process writes, the index of subjects leaves out the two kinds of events that are nearly all:
 * it would get a page with each. A table gets them by blocks of 64 numbers, with the last event of each;
 * those behind are read as they are. A trigger fills it, so no way to write the log can forget to.
 */
export async function subjectsByBlock(
  db: Kysely<Tables>,
  { clusteredTableEnd, eventsBySubject }: Dialect,
): Promise<void> {
  if (eventsBySubject === "events") return;
  const isOfBlock = sql`type in (${sql.join(TYPES_BY_BLOCK.map((type) => sql.lit(type)))})`;
  await db.schema.dropIndex("events_subject").execute();
  await sql`create index events_subject on events (workspace, subject, seq)
    where not (${isOfBlock})`.execute(db);
  await db.schema
    .createTable("event_subjects")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("seq", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("event_subjects_key", ["workspace", "subject", "seq"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  const lastOfBlock = (workspace: string) =>
    sql.raw(`(select max(m.seq) - max(m.seq) % 64 from events m where m.workspace = ${workspace})`);
  await sql`insert into event_subjects select e.workspace, e.subject, e.seq from events e
    where ${isOfBlock} and e.seq <= ${lastOfBlock("e.workspace")} order by 1, 2, 3`.execute(db);
  await sql`create trigger event_subjects_block after insert on events when new.seq % 64 = 0
    begin
      insert into event_subjects select workspace, subject, seq from events
        where workspace = new.workspace and seq > new.seq - 64 and seq <= new.seq and ${isOfBlock}
        order by subject, seq;
    end`.execute(db);
  await sql`create view ${sql.table(eventsBySubject)} as
    select workspace, subject, seq from events where not (${isOfBlock})
    union all
    select workspace, subject, seq from event_subjects
    union all
    select e.workspace, e.subject, e.seq from workspaces w join events e on e.workspace = w.id
      and e.seq > ${lastOfBlock("w.id")} where ${isOfBlock}`.execute(db);
}

/** Of open requests: of closed ones it is asked no more. */
async function shortenLikeness(db: Kysely<Tables>, progress: Progress): Promise<void> {
  type Place = Pick<Row<"requests">, "workspace" | "id">;
  let done = 0;
  for (let last: Place = { workspace: "", id: "" }; ; ) {
    const rows = await db
      .selectFrom("requests")
      .select(["workspace", "id", "likeness"])
      .where("status", "=", sql.lit("open"))
      .where("likeness", "is not", null)
      .where((is) => is(is.refTuple("workspace", "id"), ">", is.tuple(last.workspace, last.id)))
      .orderBy("workspace")
      .orderBy("id")
      .limit(PAGE)
      .execute();
    for (const { workspace, id, likeness } of rows) {
      await db
        .updateTable("requests")
        .set({ likeness: likenessToColumn(likeness ?? undefined) })
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .execute();
    }
    done += rows.length;
    progress(`${done} open requests are rewritten`);
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE) return;
    last = end;
  }
}
