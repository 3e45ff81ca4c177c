import type { DatabaseSync } from "node:sqlite";
import { formatId, type WorkspaceId } from "../../domain/id.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { Insights } from "../../ports/inbox.ts";
import { countInsights, ID_SLACK_MS, type RequestFacts } from "../count-insights.ts";

const FACTS = `select r.kind, r.status, r.level, r.created_at, r.closed_at,
    json_extract(r.action, '$.tool') as tool,
    json_extract(r.decision, '$.basis.kind') as basis,
    json_type(r.authorization, '$.edit') is not null as edited,
    d.seen_at
  from requests r
  left join deliveries d on d.workspace = r.workspace and d.request = r.id
    and d.operator = json_extract(r.closed_by, '$.principal')
  where r.workspace = ? and r.id >= ? and r.created_at >= ?`;

export function readInsights(db: DatabaseSync, workspace: WorkspaceId, since: Timestamp): Insights {
  const sinceMs = toMs(since);
  // Ids sort by time, so that the table's own order finds the place to begin.
  const first = formatId("req", Math.max(sinceMs - ID_SLACK_MS, 0), { high: 0, low: 0 });
  const rows = db.prepare(FACTS).iterate(workspace, first, sinceMs);
  return countInsights(since, rows as unknown as Iterable<RequestFacts>);
}
