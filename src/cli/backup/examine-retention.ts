import { existsSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { readStoredPolicy } from "../../domain/policy/stored-policy.ts";
import type { Store } from "../../ports/store/store.ts";
import { countDue, type DueCount } from "../../store/count-due.ts";
import { openQueries } from "../../store/read-only-store.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { digest } from "../../system/digest.ts";
import { postgresUrl } from "../terminal/postgres-url.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { requireRecordInFolder } from "../terminal/store-mark.ts";

export interface WorkspaceRetention {
  readonly workspace: WorkspaceId;
  readonly counts: readonly DueCount[];
}

/** What the policies in force no longer keep, by workspace; only reads. */
export async function examineRetention(
  context: RunContext,
  postgres: string | undefined,
): Promise<readonly WorkspaceRetention[]> {
  const url = postgresUrl(context, postgres);
  const { root, database } = dataPaths(context.options.data);
  if (url === undefined) requireRecordInFolder(root);
  if (url === undefined && !existsSync(database)) {
    throw new EarshotError(
      "NOT_FOUND",
      `There is no record in ${root}. Name the data folder of the server with --data, or its database with --postgres.`,
      { details: { folder: root } },
    );
  }
  const { queries, close } = await openQueries(url === undefined ? { path: database } : { url });
  try {
    const found: WorkspaceRetention[] = [];
    for (const workspace of await queries.listWorkspaces()) {
      found.push({ workspace, counts: await countOf(queries, workspace) });
    }
    return found;
  } finally {
    await close();
  }
}

async function countOf(
  queries: Pick<Store, "currentPolicy" | "retentionPage">,
  workspace: WorkspaceId,
): Promise<readonly DueCount[]> {
  const stored = await queries.currentPolicy(workspace);
  const policy = stored === undefined ? undefined : readStoredPolicy(stored, digest.json);
  const retention = policy?.retention ?? {};
  return await countDue(queries, { workspace, retention, now: Date.now() });
}
