import type { DatabaseSync } from "node:sqlite";
import { formatId, type WorkspaceId } from "../../domain/id.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { Insights } from "../../ports/earshot/inbox.ts";
import type { Rest } from "../threads/rests.ts";
import { countNewest, ID_SLACK_MS, type RequestFacts } from "./count-insights.ts";

const PAGE = 500;

const FACTS = `select r.id, r.kind, r.status, r.level, r.created_at, r.closed_at,
    json_extract(r.action, '$.tool') as tool,
    json_extract(r.decision, '$.basis.kind') as basis,
    json_type(r.authorization, '$.edit') is not null as edited,
    d.seen_at
  from requests r
  left join deliveries d on d.workspace = r.workspace and d.request = r.id
    and d.operator = json_extract(r.closed_by, '$.principal')
  where r.workspace = ? and r.id >= ? and r.id < ? and r.created_at >= ?
  order by r.id desc limit ?`;

export async function readInsights(
  db: DatabaseSync,
  {
    workspace,
    since,
    most,
  }: { readonly workspace: WorkspaceId; readonly since: Timestamp; readonly most: number },
  rest: Rest,
): Promise<Insights> {
  const sinceMs = toMs(since);
  // Ids sort by time, so that the table's own order finds the place to end.
  const first = formatId("req", Math.max(sinceMs - ID_SLACK_MS, 0), { high: 0, low: 0 });
  const facts = db.prepare(FACTS);
  const read = async (before: string, limit: number) =>
    facts.all(workspace, first, before, sinceMs, limit) as unknown as (RequestFacts & {
      readonly id: string;
    })[];
  return await countNewest({ since, most, page: PAGE }, read, rest);
}
