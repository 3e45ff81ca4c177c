import type { WorkspaceId } from "../../domain/id.ts";
import { type ChainHead, EMPTY_HEAD } from "../../domain/log/chain.ts";
import { type Event, eventBody } from "../../domain/log/event.ts";
import type { Change, CommitPoint, CommitResult, Once, Write } from "../../ports/store/store.ts";
import { linkHash } from "../events/hash-chain.ts";
import { eventToRow } from "../events/rows.ts";
import { statement } from "../schema/write-row.ts";
import type { Database } from "../sqlite/database.ts";
import { isDuplicate, isFatal, isOfStore, storeError } from "../sqlite/errors.ts";
import type { SqliteLeases } from "../sqlite/leases.ts";
import { type KindEntry, toEntry, WRITES } from "./writes.ts";

export interface CommitterOptions {
  /** Called when nobody can tell any more what is on disk; must end the process. */
  readonly onFatal: (error: unknown) => void;
  readonly onPoint?: (point: CommitPoint) => void;
}

/** Writes batches of changes, each batch in one transaction, and holds the heads of the logs. */
export interface Committer {
  commit(changes: readonly Change[]): readonly CommitResult[];
  /** Commits a write without meaning, to see whether one can reach the disk. */
  probe(): void;
  head(workspace: WorkspaceId): ChainHead;
  /** Reads heads anew, after something else has appended. */
  forgetHeads(): void;
}

/*
 * A failed batch is rolled back. Without `or fail`, SQLite would keep what each event's pages held before,
 * to undo the statement with its trigger alone.
 */
const insertEvent = statement(`insert or fail into events
    (workspace, seq, type, at, actor, subject, agent, data, hash)
  values (_r.workspace, _r.seq, _r.type, _r.at, _r.actor, _r.subject, _r.agent, _r.data, _r.hash)`);
const INSERT_ONCE = `insert into once (workspace, principal, key, digest, result)
  values (?, ?, ?, ?, ?) on conflict do nothing`;
const FIND_ONCE =
  "select digest, result from once where workspace = ? and principal = ? and key = ?";
const HEAD = "select seq, hash from events where workspace = ? order by seq desc limit 1";

interface Refusal {
  readonly result: CommitResult;
  readonly isDirty: boolean;
}

interface StoredWrite extends KindEntry {
  readonly workspace: WorkspaceId;
  readonly write: Write;
}

/** A change never expects a row of another workspace. PostgreSQL ensures that by itself. */
function isElsewhere(row: { readonly workspace?: unknown }, workspace: WorkspaceId): boolean {
  return row.workspace !== undefined && row.workspace !== workspace;
}

/** Thrown if one change of a batch must be undone alone, which takes savepoints. */
class NeedsSavepoint extends Error {}

/** The heads of the logs, and what is appended to them. */
interface Logs {
  head(workspace: WorkspaceId): ChainHead;
  append(change: Change): readonly Event[];
  /** Restores the head from before a change that was undone. */
  reset(workspace: WorkspaceId, head: ChainHead): void;
  forget(): void;
  begin(): void;
  /** Restores all heads that moved since `begin`. */
  rollBack(): void;
}

function createLogs(db: Database): Logs {
  const heads = new Map<WorkspaceId, ChainHead>();
  /** The heads that this transaction has moved, as they were before. */
  const moved = new Map<WorkspaceId, ChainHead>();

  function head(workspace: WorkspaceId): ChainHead {
    const known = heads.get(workspace);
    if (known !== undefined) return known;
    const row = db.prepare(HEAD).get(workspace);
    const read =
      row === undefined ? EMPTY_HEAD : { seq: Number(row["seq"]), hash: row["hash"] as Uint8Array };
    heads.set(workspace, read);
    return read;
  }

  function append({ workspace, events: drafts }: Change): readonly Event[] {
    const before = head(workspace);
    if (!moved.has(workspace)) moved.set(workspace, before);
    let { seq, hash } = before;
    const events: Event[] = [];
    for (const draft of drafts) {
      seq += 1;
      const event: Event = { ...draft, workspace, seq };
      hash = linkHash(hash, eventBody(event));
      insertEvent(db, eventToRow(event, hash));
      events.push(event);
    }
    heads.set(workspace, { seq, hash });
    return events;
  }

  return {
    head,
    append,
    reset: (workspace, to) => void heads.set(workspace, to),
    forget: () => heads.clear(),
    begin: () => moved.clear(),
    rollBack() {
      for (const [workspace, before] of moved) heads.set(workspace, before);
    },
  };
}

/** Writes one change whole; calls `undo` if it is refused after a part was written. */
type WriteChange = (change: Change, undo: () => void) => CommitResult;

interface Ground {
  readonly logs: Logs;
  readonly leases: Pick<SqliteLeases, "holds">;
}

function createChangeWriter(db: Database, { logs, leases }: Ground): WriteChange {
  /** The outcome of a change whose key was used before; undefined if the key is new. */
  function claimKey(workspace: WorkspaceId, once: Once): CommitResult | undefined {
    const { principal, key, digest, result } = once;
    const { changes } = db.prepare(INSERT_ONCE).run(workspace, principal, key, digest, result);
    if (changes === 1) return undefined;
    const row = db.prepare(FIND_ONCE).get(workspace, principal, key);
    return row?.["digest"] === digest
      ? { outcome: "replayed", result: String(row["result"]) }
      : { outcome: "key_reused" };
  }

  /** False if a conditional write found another state than it expected. */
  function apply({ workspace, write, kind, rows }: StoredWrite): boolean {
    // Leases belong to this one process and are in no table.
    if (write.type === "lease.holds") return leases.holds(write.name, write.epoch);
    const { sqlite, when, isEverywhere } = WRITES[kind];
    const isChecked = when === "if" && isEverywhere !== true;
    if (isChecked && rows.some((row) => isElsewhere(row, workspace))) return false;
    // Every row is written, whatever the row before it found.
    return rows.map((row) => sqlite(db, row)).every(Boolean);
  }

  /** Does the writes that can refuse the change; says why, and whether something was written. */
  function refusal(
    { workspace, once }: Change,
    conditional: readonly StoredWrite[],
  ): Refusal | undefined {
    const lost = conditional.findIndex((one) => !apply(one));
    if (lost !== -1) return { result: { outcome: "conflict" }, isDirty: lost > 0 };
    const earlier = once === undefined ? undefined : claimKey(workspace, once);
    return earlier === undefined ? undefined : { result: earlier, isDirty: conditional.length > 0 };
  }

  return (change, undo) => {
    const { workspace, writes } = change;
    const prepared = writes.map(
      (write): StoredWrite => ({ workspace, write, ...toEntry(workspace, write) }),
    );
    const isConditional = ({ kind }: StoredWrite) => WRITES[kind].when === "if";
    const refused = refusal(change, prepared.filter(isConditional));
    if (refused !== undefined) {
      if (refused.isDirty) undo();
      return refused.result;
    }
    for (const one of prepared) {
      if (!isConditional(one)) apply(one);
    }
    return { outcome: "committed", events: logs.append(change) };
  };
}

/*
 * A batch is first written without savepoints, which cost more than the rows of a small change. That
 * is enough if each change is either written whole or refused before it wrote anything. If one must be
 * undone half-way, the batch is rolled back and written again with a savepoint around each change.
 */
export function createCommitter(
  db: Database,
  options: CommitterOptions & { readonly leases: Pick<SqliteLeases, "holds"> },
): Committer {
  const logs = createLogs(db);
  const write = createChangeWriter(db, { logs, leases: options.leases });

  function writeAll(changes: readonly Change[]): readonly CommitResult[] {
    const undo = () => {
      throw new NeedsSavepoint();
    };
    return changes.map((change) => write(change, undo));
  }

  function writeOrUndo(change: Change): CommitResult {
    const headBefore = logs.head(change.workspace);
    db.raw.exec("savepoint change");
    let result: CommitResult;
    try {
      result = write(change, () => {});
    } catch (error) {
      // Some errors end the whole transaction, and the other changes with it.
      if (!db.raw.isTransaction || isOfStore(error)) throw error;
      result = isDuplicate(error)
        ? { outcome: "conflict" }
        : { outcome: "failed", error: storeError(error) };
    }
    if (result.outcome !== "committed") {
      db.raw.exec("rollback to change");
      logs.reset(change.workspace, headBefore);
    }
    db.raw.exec("release change");
    return result;
  }

  function transact(run: () => readonly CommitResult[]): readonly CommitResult[] {
    logs.begin();
    try {
      db.prepare("begin immediate").run();
      const results = run();
      options.onPoint?.("before_commit");
      db.prepare("commit").run();
      options.onPoint?.("after_commit");
      return results;
    } catch (error) {
      logs.rollBack();
      if (db.raw.isTransaction) db.raw.exec("rollback");
      throw error;
    }
  }

  function commit(changes: readonly Change[]): readonly CommitResult[] {
    try {
      return transact(() => writeAll(changes));
    } catch (error) {
      if (isOfStore(error)) throw failure(error);
    }
    try {
      return transact(() => changes.map(writeOrUndo));
    } catch (error) {
      throw failure(error);
    }
  }

  function probe(): void {
    try {
      const version = Number(db.prepare("pragma user_version").get()?.["user_version"]);
      // It must be another value: SQLite does not write the value that is stored.
      db.raw.exec(`pragma user_version = ${1 - version}`);
    } catch (error) {
      throw failure(error);
    }
  }

  function failure(error: unknown): unknown {
    if (isFatal(error)) options.onFatal(error);
    return storeError(error);
  }

  return { commit, probe, head: logs.head, forgetHeads: logs.forget };
}
