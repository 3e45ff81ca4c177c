import { existsSync } from "node:fs";
import type { WorkspaceId } from "../../domain/id.ts";
import type { NotedHead } from "../../domain/log/chain-check.ts";
import { dataPaths, readStoreMark } from "../../system/data-folder.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { anchorSigner } from "./known-deployment.ts";
import { readAnchor } from "./read-anchor.ts";

export interface FolderAnchor {
  /** The last head that it has sealed, for each workspace. */
  readonly heads: ReadonlyMap<WorkspaceId, NotedHead>;
  readonly faults: readonly string[];
}

/**
 * What the anchor of the data folder proves with the keys beside it; undefined if the folder has
 * none, or if a server other than the folder's is asked.
 */
export async function folderAnchor({
  options,
  environment,
}: RunContext): Promise<FolderAnchor | undefined> {
  const { anchor, signingKeys } = dataPaths(options.data);
  const isElsewhere = environment.url !== undefined || readStoreMark(options.data) !== undefined;
  if (isElsewhere || !existsSync(anchor) || !existsSync(signingKeys)) return undefined;
  const read = await readAnchor(anchor, anchorSigner(options.data));
  const last = [...read.heads].flatMap(([workspace, heads]) => {
    const newest = heads.reduce((most, one) => (one.seq > most.seq ? one : most));
    return [[workspace, newest] as const];
  });
  return { heads: new Map(last), faults: read.faults };
}
