import { existsSync } from "node:fs";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../domain/id.ts";
import type { AuditReport, ExportedEvent } from "../../ports/earshot.ts";
import { createAuditReader } from "../../store/sqlite/audit-reader.ts";
import { dataPaths, readStoreMark } from "../../system/data-folder.ts";
import { isLocked } from "../../system/lock.ts";
import type { RunContext } from "../run-context.ts";

/** The log as a command reads it: through the server, or from the folder of one that does not run. */
export interface Log {
  /** The workspace whose log it is. */
  workspace(): Promise<WorkspaceId>;
  verify(head?: string): Promise<AuditReport>;
  export(after: number): Promise<AsyncIterable<ExportedEvent>>;
  /** The workspaces of `wanted` whose logs can be read here, and the way to read each. */
  readable(wanted: Iterable<WorkspaceId>): Promise<ReadonlyMap<WorkspaceId, ReadableLog>>;
}

export interface ReadableLog {
  events(): Promise<AsyncIterable<ExportedEvent>>;
  verify(): Promise<AuditReport>;
}

export function openLog(context: RunContext): Log {
  const { database, lock } = dataPaths(context.options.data);
  const isOffline =
    context.environment.url === undefined &&
    readStoreMark(context.options.data) === undefined &&
    existsSync(database) &&
    !isLocked(lock);
  return isOffline ? storedLog(database) : servedLog(context);
}

function storedLog(database: string): Log {
  const reader = createAuditReader(database);
  const read = async (workspace: WorkspaceId, after: number) =>
    eachOf(reader.export(workspace, after));
  return {
    workspace: async () => DEFAULT_WORKSPACE,
    verify: (head) => reader.verify(DEFAULT_WORKSPACE, head),
    export: (after) => read(DEFAULT_WORKSPACE, after),
    async readable(wanted) {
      const workspaces = new Set([DEFAULT_WORKSPACE, ...wanted]);
      return new Map(
        [...workspaces].map((workspace) => [
          workspace,
          { events: () => read(workspace, 0), verify: () => reader.verify(workspace) },
        ]),
      );
    },
  };
}

/** A key reads the log of its own workspace. */
function servedLog(context: RunContext): Log {
  const earshot = context.connectAs("operator");
  const read = (after: number) => earshot.exportAudit({ after });
  const workspace = async () => (await earshot.whoami()).principal.workspace;
  return {
    workspace,
    verify: (head) => earshot.verifyAudit(head === undefined ? {} : { head }),
    export: read,
    async readable() {
      const log = { events: () => read(0), verify: () => earshot.verifyAudit() };
      return new Map([[await workspace(), log]]);
    },
  };
}

async function* eachOf<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page;
}
