import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { type ChainHead, EMPTY_HEAD } from "../../domain/log/chain.ts";
import {
  type ChainCheck,
  createChainCheck,
  type NotedHead,
  type SealedHead,
} from "../../domain/log/chain-check.ts";
import { rowToSealedHead } from "../authority/rows.ts";
import { logHashes } from "../events/hash-chain.ts";
import { rowToLoggedEvent } from "../events/rows.ts";
import type { Row } from "../schema/tables.ts";
import { named, type TableShape, type Values } from "./table-shape.ts";

/** A stored checkpoint, with the token that signs it. */
export interface StoredCheckpoint extends NotedHead {
  readonly workspace: WorkspaceId;
  readonly at: number;
  readonly token: string;
}

export interface CheckedLogs {
  readonly heads: ReadonlyMap<WorkspaceId, ChainHead>;
  /** The newest of each workspace. */
  readonly checkpoints: readonly StoredCheckpoint[];
}

/** Checks every log from the rows of a record as they pass, checkpoints before events. */
export interface LogsCheck {
  add(table: TableShape, rows: readonly Values[]): void;
  /** Throws if a workspace has fewer events than its checkpoints sealed. */
  finish(): CheckedLogs;
}

interface Log {
  readonly check: ChainCheck;
  head: ChainHead;
}

/** `noted`: further heads that the logs must contain, as an anchor gives them. */
export function createLogsCheck(
  noted: ReadonlyMap<WorkspaceId, readonly SealedHead[]> = new Map(),
): LogsCheck {
  const sealed = new Map<WorkspaceId, SealedHead[]>();
  const newest = new Map<WorkspaceId, StoredCheckpoint>();
  const workspaces = new Set<WorkspaceId>();
  const logs = new Map<WorkspaceId, Log>();

  function seal(row: Row<"checkpoints">): void {
    const { workspace, seq, hash, at, token } = row;
    const known = sealed.get(workspace) ?? [];
    known.push(rowToSealedHead(row));
    sealed.set(workspace, known);
    if (seq >= (newest.get(workspace)?.seq ?? 0)) {
      newest.set(workspace, { workspace, seq, hash, at, token });
    }
  }

  function logOf(workspace: WorkspaceId): Log {
    const known = logs.get(workspace);
    if (known !== undefined) return known;
    const heads = [...(sealed.get(workspace) ?? []), ...(noted.get(workspace) ?? [])];
    const log = { check: createChainCheck(logHashes, heads), head: EMPTY_HEAD };
    logs.set(workspace, log);
    return log;
  }

  function append(row: Row<"events">): void {
    const log = logOf(row.workspace);
    if (!log.check.add([rowToLoggedEvent(row)])) throw broken(row.workspace, log.check);
    log.head = { seq: row.seq, hash: row.hash };
  }

  return {
    add(table, rows) {
      for (const values of rows) {
        if (table.name === "workspaces") workspaces.add(named<Row<"workspaces">>(table, values).id);
        else if (table.name === "checkpoints") seal(named(table, values));
        else if (table.name === "events") append(named(table, values));
      }
    },
    finish() {
      for (const workspace of [...workspaces, ...sealed.keys()]) {
        const { check } = logOf(workspace);
        if (!check.report().intact) throw broken(workspace, check);
      }
      const heads = new Map([...logs].map(([workspace, { head }]) => [workspace, head]));
      return { heads, checkpoints: [...newest.values()] };
    },
  };
}

function broken(workspace: WorkspaceId, check: ChainCheck): EarshotError {
  const { fault, head } = check.report();
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The log of ${workspace} does not hold: ${fault}; it is intact up to event ${head.seq}. Nothing was written.`,
    { details: { workspace, fault, seq: head.seq } },
  );
}
