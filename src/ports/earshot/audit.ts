import type { WorkspaceId } from "../../domain/id.ts";
import type { ChainReport } from "../../domain/log/chain-check.ts";
import type { Event } from "../../domain/log/event.ts";
import type { ComparedRecord } from "../../domain/log/replay.ts";

/** Reads whole logs without holding up the calls that the store serves meanwhile. */
export interface AuditReader {
  verify(workspace: WorkspaceId, head?: string): Promise<AuditReport>;
  /** Pages of the log in order, after a sequence number. */
  export(workspace: WorkspaceId, after: number): AsyncIterable<readonly ExportedEvent[]>;
}

/** `head` is worth keeping elsewhere: given back, it shows a later cut of the log. */
export interface AuditReport extends ChainReport {
  /** Of a log that holds: whether the record is what it says. Absent of a log that does not. */
  readonly record?: ComparedRecord;
}

export interface AuditInput {
  /** A head noted earlier, `SEQ:HASH`: the log must still contain it. */
  readonly head?: string;
}

/** One line of an exported log: the event as hashed, and its hash in hexadecimal. */
export interface ExportedEvent {
  readonly event: Event;
  readonly hash: string;
  /** The code of its type, such as `EAR2001`; not part of what is hashed. */
  readonly code: string;
}
