import type { DatabaseSync } from "node:sqlite";
import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { InboxItem } from "../../domain/inbox.ts";
import { isFound } from "../../domain/inbox-search.ts";
import type { Request } from "../../domain/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Found } from "../../ports/inbox-reader.ts";
import type { InboxScans } from "../inbox-jobs.ts";
import { type InboxRow, toInboxItem } from "../inbox-rows.ts";
import { LAST_REQUEST } from "../inbox-texts.ts";
import { rowToRequest } from "../request-rows.ts";
import { narrowing } from "../search-conditions.ts";
import { MOST_COMPARED, MOST_LOOKED_AT, mostSimilar } from "../similar-requests.ts";
import type { Row } from "../tables.ts";
import { INBOX_ROWS } from "./inbox-reads.ts";
import { readInsights } from "./insights-reads.ts";

const FLOOR = `select id from requests where workspace = ? and id < ?
  order by id desc limit 1 offset ?`;
const IS_BEHIND = "select 1 from requests where workspace = ? and id < ? limit 1";
const FIND = "select * from requests where workspace = ? and id = ?";
/** What people have decided and nobody has erased; what a rule said is no example. */
const DECIDED = `select * from requests
  where workspace = $workspace and id < $before and id >= $floor and kind = $kind
    and status in ('answered', 'approved', 'rejected') and erased_at is null
    and (decision is null or json_extract(decision, '$.basis.kind') = 'people')
  order by id desc limit ${MOST_COMPARED}`;

export function createInboxScans(db: DatabaseSync, most = MOST_LOOKED_AT): InboxScans {
  /** The oldest that is looked at from a place on. */
  function floorOf(workspace: WorkspaceId, before: string): string {
    return String(db.prepare(FLOOR).get(workspace, before, most - 1)?.["id"] ?? "");
  }

  /** The floor, where something lies below it. */
  function lookedTo(workspace: WorkspaceId, floor: string): Pick<Found, "lookedTo"> {
    if (floor === "" || db.prepare(IS_BEHIND).get(workspace, floor) === undefined) return {};
    return { lookedTo: floor as RequestId };
  }

  function find(workspace: WorkspaceId, id: RequestId): Request | undefined {
    const row = db.prepare(FIND).get(workspace, id);
    return row === undefined ? undefined : rowToRequest(row as unknown as Row<"requests">);
  }

  return {
    search({ workspace, operator, search, now, after, limit }) {
      const before = after ?? LAST_REQUEST;
      const floor = floorOf(workspace, before);
      const { conditions, values } = narrowing(search, "like");
      const rows = db
        .prepare(`${INBOX_ROWS} where r.workspace = $workspace and r.id < $before
          and r.id >= $floor ${conditions} order by r.id desc`)
        .iterate({
          ...{ workspace, operator, before, now: toMs(now) },
          ...{ floor, ...values },
        });
      const items: InboxItem[] = [];
      for (const row of rows as unknown as Iterable<InboxRow>) {
        if (items.length === limit) return { items };
        const request = rowToRequest(row);
        const item = toInboxItem(request, row);
        if (isFound({ request, item, now }, search)) items.push(item);
      }
      return { items, ...(items.length === limit ? {} : lookedTo(workspace, floor)) };
    },
    similar({ workspace, id, limit }) {
      const request = find(workspace, id);
      if (request === undefined || request.erasedAt !== undefined) return [];
      const { kind } = request;
      const rows = db
        .prepare(DECIDED)
        .all({ workspace, kind, before: id, floor: floorOf(workspace, id) });
      return mostSimilar(request, (rows as unknown as Row<"requests">[]).map(rowToRequest)).slice(
        0,
        limit,
      );
    },
    insights: ({ workspace, since }) => readInsights(db, workspace, since),
  };
}
