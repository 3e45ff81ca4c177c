import { formatId, type WorkspaceId } from "../../domain/id.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { Insights } from "../../ports/earshot/inbox.ts";
import { named } from "../postgres/numbered-values.ts";
import type { ReadRows } from "../postgres/reading.ts";
import type { Rest } from "../threads/rests.ts";
import { countNewest, ID_SLACK_MS, type RequestFacts } from "./count-insights.ts";
import { jsonOf } from "./json-of.ts";

/** So many one statement looks into: a request can be so long that with more it would take too long. */
const PAGE = 500;

/* What comes out of JSON is JSON still: as text, the driver would take the mark of another form for one. */
const FACTS = named(`select r.id, r.kind, r.status, r.level, r.created_at, r.closed_at,
    ${jsonOf("r.action")} -> 'tool' as tool,
    ${jsonOf("r.decision")} -> 'basis' -> 'kind' as basis,
    (${jsonOf("r.authorization")} -> 'edit' is not null)::integer as edited,
    d.seen_at
  from (select r.* from requests r
    where r.workspace = $workspace and r.id >= $first and r.id < $before
      and r.created_at >= $since
    order by r.id desc limit $limit) as r
  left join lateral (select seen_at from deliveries d where d.workspace = r.workspace
    and d.request = r.id and d.operator = ${jsonOf("r.closed_by")} ->> 'principal'
    limit 1) as d on true
  order by r.id desc`);

export async function readInsights(
  read: ReadRows,
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
  const page = (before: string, limit: number) =>
    read<RequestFacts & { readonly id: string }>(FACTS, {
      workspace,
      first,
      before,
      since: sinceMs,
      limit,
    });
  return await countNewest({ since, most, page: PAGE }, page, rest);
}
