import { type Kysely, sql } from "kysely";
import { setBackOf } from "../domain/log/set-back.ts";
import { toMs } from "../domain/timestamp.ts";
import type { EventQuery, Store } from "../ports/store/store.ts";
import { createAuthorityQueries } from "./authority/queries.ts";
import { createContentQueries } from "./content/queries.ts";
import { createWordsQueries } from "./erasure/queries.ts";
import { rowToEvent, rowToLoggedEvent } from "./events/rows.ts";
import { createLinkQueries } from "./hub/link-queries.ts";
import { createOutboxQueries } from "./hub/queries.ts";
import { createConversationQueries } from "./inbox/conversation-queries.ts";
import { createInboxQueries } from "./inbox/queries.ts";
import { createLiaisonQueries } from "./liaison/queries.ts";
import { readTree } from "./log/read-tree.ts";
import { createMemoryQueries } from "./memory/queries.ts";
import { isMigration } from "./migrations/migrations.ts";
import { rowToPrincipal, toKeyOwner } from "./people/rows.ts";
import { createRequestQueries } from "./requests/queries.ts";
import type { Dialect } from "./schema/dialect.ts";
import { joinReads } from "./schema/join-reads.ts";
import type { Tables } from "./schema/tables.ts";
import { NO_WORKSPACE, rowToTally } from "./schema/tally-rows.ts";
import { createSessionQueries } from "./sessions/queries.ts";
import { createRetentionQueries } from "./upkeep/retention-queries.ts";
import { createVoteQueries } from "./votes/queries.ts";

/** Reads that are the same on every engine. */
export type Queries = ReturnType<typeof createQueries>;

/** Scopes are kept as a list in JSON. */
const METRICS = '%"metrics"%';
const OPERATE = '%"operate"%';

export function createQueries(kysely: Kysely<Tables>, dialect: Dialect) {
  return joinReads(
    createMemoryQueries(kysely),
    createRequestQueries(kysely, dialect),
    createAuthorityQueries(kysely),
    createInboxQueries(kysely),
    createRetentionQueries(kysely),
    createWordsQueries(kysely),
    createOutboxQueries(kysely),
    createConversationQueries(kysely),
    createLinkQueries(kysely),
    createSessionQueries(kysely),
    createLiaisonQueries(kysely),
    createContentQueries(kysely),
    createVoteQueries(kysely),
    peopleQueries(kysely),
    logQueries(kysely, dialect),
    upkeepQueries(kysely),
  );
}

/** What each store does in its own way, beside its reads. */
export type OwnMembers = Pick<
  Store,
  | "commit"
  | "commitsAtOnce"
  | "head"
  | "promotion"
  | "settleLoss"
  | "check"
  | "scrub"
  | "isOpen"
  | "close"
>;

function upkeepQueries(
  kysely: Kysely<Tables>,
): Pick<Store, "findOnce" | "findSetBack" | "listWorkspaces" | "countMigrations" | "tallySince"> {
  return {
    async findSetBack(workspace) {
      const row = await kysely
        .selectFrom("events as e")
        .innerJoin("workspaces as w", (join) =>
          join.onRef("w.id", "=", "e.workspace").onRef("w.set_back", "=", "e.seq"),
        )
        .selectAll("e")
        .where("e.workspace", "=", workspace)
        .executeTakeFirst();
      return row === undefined ? undefined : setBackOf(rowToEvent(row));
    },

    async findOnce({ workspace, principal, key }) {
      const row = await kysely
        .selectFrom("once")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("principal", "=", principal)
        .where("key", "=", key)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return { principal, key, digest: row.digest, result: row.result };
    },

    async listWorkspaces() {
      const rows = await kysely.selectFrom("workspaces").select("id").orderBy("id").execute();
      return rows.map((row) => row.id);
    },
    async countMigrations() {
      const rows = await kysely.selectFrom("migrations").select("name").execute();
      const known = rows.filter(({ name }) => isMigration(name)).length;
      return { known, unknown: rows.length - known };
    },

    async tallySince({ workspace, since }) {
      const rows = await kysely
        .selectFrom("tally")
        .selectAll()
        .where("workspace", "in", [workspace, NO_WORKSPACE])
        .where("bucket", ">=", toMs(since))
        .orderBy("bucket")
        .execute();
      return rows.map(rowToTally);
    },
  };
}

function peopleQueries(
  kysely: Kysely<Tables>,
): Pick<Store, "findPrincipalByName" | "listKeys" | "listInvitations" | "scrapeKeys"> {
  function keyOwners() {
    return kysely
      .selectFrom("keys as k")
      .innerJoin("principals as p", (join) =>
        join.onRef("p.workspace", "=", "k.workspace").onRef("p.id", "=", "k.principal"),
      )
      .select(["k.id", "k.workspace", "k.principal", "k.scopes", "k.created_at", "k.revoked_at"])
      .select(["k.hold_ms", "k.unattended", "k.web", "k.label", "k.expires_at"])
      .select(["k.made_by", "k.made_with", "k.invited_by", "k.invited_until", "k.used_at"])
      .select(["p.kind", "p.name", "p.role", "p.owner", "p.tied_by", "p.halted_at"])
      .select("p.created_at as principal_created_at");
  }

  return {
    async findPrincipalByName({ workspace, kind, name }) {
      const row = await kysely
        .selectFrom("principals")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("kind", "=", kind)
        .where("name", "=", name)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToPrincipal(row);
    },
    async listKeys(workspace) {
      const rows = await keyOwners()
        .where("k.workspace", "=", workspace)
        .where("k.invited_until", "is", null)
        .orderBy("k.id")
        .execute();
      return rows.map(toKeyOwner);
    },
    async listInvitations(workspace) {
      const rows = await keyOwners()
        .where("k.workspace", "=", workspace)
        .where("k.invited_until", "is not", null)
        .orderBy("k.id")
        .execute();
      return rows.map(toKeyOwner);
    },
    async scrapeKeys() {
      const rows = await keyOwners()
        .select("k.secret_hash")
        .where("k.revoked_at", "is", null)
        .where("k.web", "is", null)
        .where("k.invited_until", "is", null)
        .where((is) => is.or([is("k.scopes", "like", METRICS), is("k.scopes", "like", OPERATE)]))
        .execute();
      return rows.map((row) => ({ ...toKeyOwner(row), secretHash: row.secret_hash }));
    },
  };
}

function logQueries(
  kysely: Kysely<Tables>,
  { eventsBySubject }: Dialect,
): Pick<Store, "readEvents" | "readLog" | "readTree"> {
  function logQuery({ workspace, after, limit, subject }: EventQuery) {
    const select = kysely
      .selectFrom("events")
      .selectAll()
      .where("workspace", "=", workspace)
      .where("seq", ">", after)
      .orderBy("seq")
      .limit(limit);
    if (subject === undefined) return select;
    // PostgreSQL has an index of the table itself.
    if (eventsBySubject === "events") return select.where("subject", "=", subject);
    const seqs = sql`select seq from ${sql.table(eventsBySubject)}
      where workspace = ${workspace} and subject = ${subject}`;
    return select.where(sql<boolean>`seq in (${seqs})`);
  }

  return {
    async readEvents(query) {
      return (await logQuery(query).execute()).map(rowToEvent);
    },
    async readLog(query) {
      return (await logQuery(query).execute()).map(rowToLoggedEvent);
    },
    readTree: (query) => readTree((page) => logQuery(page).execute(), query),
  };
}
