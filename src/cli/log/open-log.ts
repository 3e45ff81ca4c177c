import { existsSync } from "node:fs";
import { EarshotError } from "../../domain/errors.ts";
import { DEFAULT_WORKSPACE, type RequestId, type WorkspaceId } from "../../domain/id.ts";
import type { ActionProof } from "../../domain/log/action-proof.ts";
import { present } from "../../domain/present.ts";
import type { AuditReader, AuditReport, ExportedEvent } from "../../ports/earshot/audit.ts";
import { createAuditReader as createPostgresReader } from "../../store/log/postgres-log-reader.ts";
import { createAuditReader as createSqliteReader } from "../../store/log/sqlite-log-reader.ts";
import { dataPaths, readStoreMark } from "../../system/data-folder.ts";
import { isLocked } from "../../system/lock.ts";
import { type PostgresAddress, postgresAddress } from "../terminal/postgres-url.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { requireRecordInFolder } from "../terminal/store-mark.ts";

/** The log as a command reads it: through the server, or from the record if no server runs. */
export interface Log {
  /** The workspace that the log belongs to. */
  workspace(): Promise<WorkspaceId>;
  verify(head?: string): Promise<AuditReport>;
  export(after: number): Promise<AsyncIterable<ExportedEvent>>;
  prove(event: number): Promise<AsyncIterable<ExportedEvent>>;
  proveAction(request: RequestId): Promise<ActionProof>;
  /** The workspaces of `wanted` whose logs can be read here, and how to read each. */
  readable(wanted: Iterable<WorkspaceId>): Promise<ReadonlyMap<WorkspaceId, ReadableLog>>;
}

export interface ReadableLog {
  events(): Promise<AsyncIterable<ExportedEvent>>;
  verify(): Promise<AuditReport>;
}

/**
 * The database that `given` names; otherwise what the server of the folder serves; otherwise, if
 * none runs, the record in the folder or in the database that the environment names. Throws if the
 * record is in a database that nobody names.
 */
export async function openLog(context: RunContext, given?: string): Promise<Log> {
  const { data } = context.options;
  const { database, lock } = dataPaths(data);
  const isServed = context.environment.url !== undefined || isLocked(lock);
  if (given === undefined && isServed) return servedLog(context);
  const isHere = existsSync(database) && readStoreMark(data) === undefined;
  const address = given === undefined && isHere ? undefined : postgresAddress(context, given);
  if (address !== undefined) return storedLog(await postgresReader(address));
  requireRecordInFolder(data);
  return isHere ? storedLog(createSqliteReader(database)) : servedLog(context);
}

async function postgresReader({ url, place, from }: PostgresAddress): Promise<AuditReader> {
  const { holdsRecord } = await import("../../store/setup/has-workspace.ts");
  if (await holdsRecord(url)) return createPostgresReader(url);
  throw new EarshotError(
    "NOT_FOUND",
    `There is no record in PostgreSQL at ${place}, which ${from} names. Name the database that the nodes share, or into which a backup was restored.`,
    { details: { place } },
  );
}

function storedLog(reader: AuditReader): Log {
  const read = async (workspace: WorkspaceId, after: number) =>
    eachOf(reader.export(workspace, after));
  return {
    workspace: async () => DEFAULT_WORKSPACE,
    verify: (head) => reader.verify(DEFAULT_WORKSPACE, head),
    export: (after) => read(DEFAULT_WORKSPACE, after),
    prove: async (event) => eachOf(only([await reader.prove(DEFAULT_WORKSPACE, event)])),
    proveAction: (request) => reader.proveAction(DEFAULT_WORKSPACE, request),
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
    verify: (head) => earshot.verifyAudit(present({ head })),
    export: read,
    prove: (event) => earshot.exportAudit({ event }),
    proveAction: (id) => earshot.proveAction({ id }),
    async readable() {
      const log = { events: () => read(0), verify: () => earshot.verifyAudit() };
      return new Map([[await workspace(), log]]);
    },
  };
}

async function* only<T>(one: T): AsyncGenerator<T, void> {
  yield one;
}

async function* eachOf<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page;
}
