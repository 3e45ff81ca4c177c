import type { WorkspaceId } from "../../domain/id.ts";
import type { PlantedTest } from "../../domain/planted/planted.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { InboxNote } from "../../ports/store/store.ts";
import {
  changes,
  changesIf,
  type Entry,
  inserts,
  insertsIf,
  type WriteOf,
  type WriteRow,
  type WriteTable,
} from "../schema/write-row.ts";

const ASSIGNMENT = "workspace, request, operator, name, assigned_by, assigned_at bigint";
const PLANTED =
  "workspace, id, operator, moment, created_at bigint, expires_at bigint, ended_at bigint, outcome, body";
const NOTE = "workspace, request, operator, name, sent_at bigint, seen_at bigint";

/** What operators do about requests. */
export const INBOX_WRITES: WriteTable<
  "delivery" | "claim" | "assignment" | "replies" | "planted" | "snooze"
> & {
  readonly "claim.take": WriteRow<WriteOf<"claim.put">>;
  readonly "snooze.remove": WriteRow<WriteOf<"snooze.put">>;
} = {
  "delivery.sent": {
    unlocked: "in_order",
    isMany: true,
    ...inserts("deliveries", NOTE, {
      order: " order by r.request, r.operator",
      conflict: " on conflict do nothing",
    }),
    toEntry: (workspace, { delivery }) => noteEntry(workspace, delivery, null),
  },
  "delivery.seen": {
    ...insertsIf(
      "deliveries",
      NOTE,
      `
      on conflict (workspace, request, operator) do update set seen_at = excluded.seen_at
        where deliveries.seen_at is null`,
    ),
    toEntry: (workspace, { delivery }) => noteEntry(workspace, delivery, toMs(delivery.at)),
  },
  "claim.put": {
    ...insertsIf(
      "claims",
      "workspace, request, principal, claimed_by, claimed_at bigint",
      `
      on conflict (workspace, request) do nothing`,
    ),
    toEntry: claimEntry,
  },
  "claim.take": {
    ...changesIf(
      "workspace, request, principal, claimed_by, claimed_at bigint, former",
      `update claims l
        set claimed_by = _r.claimed_by, claimed_at = _r.claimed_at, principal = _r.principal
        where l.workspace = _r.workspace and l.request = _r.request and l.principal = _r.former`,
    ),
    toEntry: claimEntry,
  },
  "claim.remove": {
    ...changesIf(
      "workspace, request, principal",
      `delete from claims l where l.workspace = _r.workspace
        and l.request = _r.request and l.principal = _r.principal`,
    ),
    toEntry: (workspace, { request, by }) => ({
      rows: [{ workspace, request, principal: by }],
      places: [`${workspace} ${request}`],
    }),
  },
  "assignment.put": {
    ...inserts("assignments", ASSIGNMENT, {
      conflict: `
      on conflict (workspace, request) do update set operator = excluded.operator,
        name = excluded.name, assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at`,
    }),
    toEntry: (workspace, { request, assignment: { to, by, at } }) => ({
      rows: [
        {
          workspace,
          request,
          operator: to.principal,
          name: to.name,
          assigned_by: JSON.stringify(by),
          assigned_at: toMs(at),
        },
      ],
      places: [`${workspace} assignment ${request}`],
    }),
  },
  "assignment.drop": {
    ...changes(
      "workspace, request, operator",
      `delete from assignments a where a.workspace = _r.workspace
        and (a.request = _r.request or a.operator = _r.operator)`,
    ),
    toEntry(workspace, { of }) {
      const row = typeof of === "string" ? { request: of } : { operator: of.operator };
      return {
        rows: [{ workspace, request: null, operator: null, ...row }],
        places: [`${workspace} assignment ${Object.values(row).join()}`],
      };
    },
  },
  "replies.put": {
    ...inserts("saved_replies", "workspace, operator, body", {
      conflict: `
      on conflict (workspace, operator) do update set body = excluded.body`,
    }),
    toEntry: (workspace, { replies: { operator, ...body } }) => ({
      rows: [{ workspace, operator, body: JSON.stringify(body) }],
      places: [`${workspace} replies ${operator}`],
    }),
  },
  "planted.insert": {
    ...insertsIf(
      "planted",
      PLANTED,
      `
      on conflict (workspace, operator, moment) do nothing`,
    ),
    toEntry: (workspace, { test }) => testEntry(workspace, test, {}),
  },
  "planted.end": {
    ...changesIf(
      PLANTED,
      `update planted p set ended_at = _r.ended_at, outcome = _r.outcome, body = _r.body
        where p.workspace = _r.workspace and p.id = _r.id and p.ended_at is null`,
    ),
    toEntry: (workspace, { test }) =>
      testEntry(workspace, test, { ended_at: toMs(test.endedAt), outcome: test.outcome }),
  },
  "snooze.put": {
    ...inserts("snoozes", "workspace, operator, request, until bigint", {
      conflict: `
      on conflict (workspace, operator, request) do update set until = excluded.until`,
    }),
    toEntry: snoozeEntry,
  },
  "snooze.remove": {
    ...changes(
      "workspace, operator, request",
      `delete from snoozes s where s.workspace = _r.workspace
        and s.operator = _r.operator and s.request = _r.request`,
    ),
    toEntry: snoozeEntry,
  },
};

function testEntry(workspace: WorkspaceId, test: PlantedTest, ended: object): Entry {
  const { id, operator, moment, createdAt, expiresAt } = test;
  const times = { created_at: toMs(createdAt), expires_at: toMs(expiresAt) };
  const body = JSON.stringify(test);
  const open = { ended_at: null, outcome: null };
  return {
    rows: [{ workspace, id, operator, moment, ...times, ...open, ...ended, body }],
    places: [`${workspace} planted ${operator} ${moment}`],
  };
}

function noteEntry(workspace: WorkspaceId, note: InboxNote, seen_at: number | null): Entry {
  const { request, operator, name, at } = note;
  return {
    rows: [{ workspace, request, operator, name, sent_at: toMs(at), seen_at }],
    places: [`${workspace} delivery ${request} ${operator}`],
  };
}

function claimEntry(workspace: WorkspaceId, write: WriteOf<"claim.put">): Entry {
  const { request, claim, former } = write;
  const row = {
    workspace,
    request,
    principal: claim.by.principal,
    former,
    claimed_by: JSON.stringify(claim.by),
    claimed_at: toMs(claim.at),
  };
  return { rows: [row], places: [`${workspace} ${request}`] };
}

function snoozeEntry(workspace: WorkspaceId, write: WriteOf<"snooze.put">): Entry {
  const { request, operator, until } = write;
  const row = {
    workspace,
    operator,
    request,
    until: until === undefined ? undefined : toMs(until),
  };
  return { rows: [row], places: [`${workspace} snooze ${operator} ${request}`] };
}
