import { formatId, type WorkspaceId } from "../../domain/id.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { Insights } from "../../ports/inbox.ts";
import { createInsightsCount, ID_SLACK_MS, type RequestFacts } from "../count-insights.ts";
import { jsonOf } from "./json-of.ts";
import { named } from "./marks.ts";
import type { ReadRows } from "./reading.ts";

/** So many one statement looks into: a request can be so long that with more it would take too long. */
const PAGE = 500;

/* What comes out of JSON is JSON still: as text, the driver would take the mark of another form for one. */
const FACTS = named(`select r.id, r.kind, r.status, r.level, r.created_at, r.closed_at,
    ${jsonOf("r.action")} -> 'tool' as tool,
    ${jsonOf("r.decision")} -> 'basis' -> 'kind' as basis,
    (${jsonOf("r.authorization")} -> 'edit' is not null)::integer as edited,
    d.seen_at
  from (select r.* from requests r
    where r.workspace = $workspace and r.id > $after and r.created_at >= $since
    order by r.id limit ${PAGE}) as r
  left join lateral (select seen_at from deliveries d where d.workspace = r.workspace
    and d.request = r.id and d.operator = ${jsonOf("r.closed_by")} ->> 'principal'
    limit 1) as d on true
  order by r.id`);

export async function readInsights(
  read: ReadRows,
  workspace: WorkspaceId,
  since: Timestamp,
): Promise<Insights> {
  const sinceMs = toMs(since);
  const counted = createInsightsCount(since);
  // Ids sort by time, so that the table's own order finds the place to begin.
  const first = formatId("req", Math.max(sinceMs - ID_SLACK_MS, 0), { high: 0, low: 0 });
  let after = first.slice(0, -1);
  for (;;) {
    const page = await read<RequestFacts & { readonly id: string }>(FACTS, {
      ...{ workspace, after, since: sinceMs },
    });
    for (const facts of page) counted.add(facts);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return counted.insights();
    after = last.id;
  }
}
