import type { Kysely } from "kysely";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Store } from "../../ports/store/store.ts";
import { rowToPasskey, rowToPrincipal, rowToTicket } from "../people/rows.ts";
import type { Tables } from "../schema/tables.ts";
import { rowToAssignment, rowToClaim, rowToDelivery, rowToReplies, rowToTest } from "./rows.ts";

/** What reads sign-in and single requests of the inbox the same way on every engine. */
export type InboxQueries = Pick<
  Store,
  | "findTicket"
  | "listTickets"
  | "findPasskey"
  | "listPasskeys"
  | "listPrincipals"
  | "findClaim"
  | "findAssignment"
  | "findReplies"
  | "findTest"
  | "listTests"
  | "listDeliveries"
  | "findSnooze"
>;

export function createInboxQueries(kysely: Kysely<Tables>): InboxQueries {
  return {
    async findTicket(hash) {
      const row = await kysely
        .selectFrom("tickets")
        .selectAll()
        .where("hash", "=", hash)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToTicket(row);
    },
    async listTickets(workspace, purpose) {
      const rows = await kysely
        .selectFrom("tickets")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("purpose", "=", purpose)
        .execute();
      return rows.map(rowToTicket);
    },
    async findPasskey(credentialId) {
      const row = await kysely
        .selectFrom("passkeys")
        .selectAll()
        .where("credential_id", "=", credentialId)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToPasskey(row);
    },
    async listPasskeys(workspace, of) {
      const rows = await kysely
        .selectFrom("passkeys")
        .selectAll()
        .where("workspace", "=", workspace)
        .$if(of !== undefined, (q) => q.where("principal", "=", of ?? ""))
        .orderBy("id")
        .execute();
      return rows.map(rowToPasskey);
    },
    async listPrincipals(workspace, kind) {
      const rows = await kysely
        .selectFrom("principals")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("kind", "=", kind)
        .orderBy("name")
        .execute();
      return rows.map(rowToPrincipal);
    },
    ...givenReads(kysely),
    ...testReads(kysely),
    async listDeliveries(workspace, request) {
      const rows = await kysely
        .selectFrom("deliveries")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("request", "=", request)
        .orderBy("sent_at")
        .orderBy("operator")
        .execute();
      return rows.map(rowToDelivery);
    },
    async findSnooze({ workspace, request, operator }) {
      const row = await kysely
        .selectFrom("snoozes")
        .select("until")
        .where("workspace", "=", workspace)
        .where("operator", "=", operator)
        .where("request", "=", request)
        .executeTakeFirst();
      return row === undefined ? undefined : toTimestamp(row.until);
    },
  };
}

/** Who has a request, and what an operator saved. */
function givenReads(
  kysely: Kysely<Tables>,
): Pick<Store, "findClaim" | "findAssignment" | "findReplies"> {
  return {
    async findClaim(workspace, request) {
      const row = await kysely
        .selectFrom("claims")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("request", "=", request)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToClaim(row);
    },
    async findAssignment(workspace, request) {
      const row = await kysely
        .selectFrom("assignments")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("request", "=", request)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToAssignment(row);
    },
    async findReplies(workspace, operator) {
      const row = await kysely
        .selectFrom("saved_replies")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("operator", "=", operator)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToReplies(row);
    },
  };
}

const MOST_TESTS = 1_000;

function testReads(kysely: Kysely<Tables>): Pick<Store, "findTest" | "listTests"> {
  return {
    async findTest(workspace, id) {
      const row = await kysely
        .selectFrom("planted")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToTest(row);
    },
    async listTests(workspace, { since, operator }) {
      const all = kysely
        .selectFrom("planted")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("created_at", ">=", toMs(since));
      const own = operator === undefined ? all : all.where("operator", "=", operator);
      const rows = await own.orderBy("id", "desc").limit(MOST_TESTS).execute();
      return rows.map(rowToTest);
    },
  };
}
