import type { WorkspaceId } from "../domain/id.ts";
import { RETENTION_KINDS, type Retention, type RetentionKind } from "../domain/policy/retention.ts";
import { present } from "../domain/present.ts";
import { toTimestamp } from "../domain/timestamp.ts";
import type { RetentionKey } from "../ports/store/retention.ts";
import type { Store } from "../ports/store/store.ts";

const PAGE = 1_000;

export interface DueCount {
  readonly kind: RetentionKind;
  readonly keptMs: number;
  readonly due: number;
}

/** How much of a workspace is due to go under a policy now; reads everything, in pages. */
export async function countDue(
  store: Pick<Store, "retentionPage">,
  {
    workspace,
    retention,
    now,
  }: {
    readonly workspace: WorkspaceId;
    readonly retention: Retention;
    readonly now: number;
  },
): Promise<readonly DueCount[]> {
  const counts: DueCount[] = [];
  for (const kind of RETENTION_KINDS) {
    const keptMs = retention[kind];
    if (keptMs === undefined) continue;
    const moments = { before: toTimestamp(now - keptMs), now: toTimestamp(now) };
    let due = 0;
    let after: RetentionKey | undefined;
    do {
      const page = await store.retentionPage({
        workspace,
        kind,
        ...moments,
        limit: PAGE,
        ...present({ after }),
      });
      due += page.due.length;
      after = page.next;
    } while (after !== undefined);
    counts.push({ kind, keptMs, due });
  }
  return counts;
}
