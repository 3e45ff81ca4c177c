import type { WorkspaceId } from "../../domain/id.ts";
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

const NOTE = "workspace, request, operator, name, sent_at bigint, seen_at bigint";

/** What operators do about requests. */
export const INBOX_WRITES: WriteTable<"delivery" | "claim" | "snooze"> & {
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
