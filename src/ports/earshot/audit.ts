import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { ActionProof } from "../../domain/log/action-proof.ts";
import type { ChainReport } from "../../domain/log/chain-check.ts";
import type { Event } from "../../domain/log/event.ts";
import type { EventProof } from "../../domain/log/event-proof.ts";
import type { ComparedRecord } from "../../domain/log/replay.ts";
import type { SetBack } from "../../domain/log/set-back.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** Reads whole logs without delaying other calls to the store. */
export interface AuditReader {
  verify(workspace: WorkspaceId, head?: string): Promise<AuditReport>;
  /** Pages of the log in order, after a sequence number. */
  export(workspace: WorkspaceId, after: number): AsyncIterable<readonly ExportedEvent[]>;
  /** One event with its proof; NOT_FOUND if no checkpoint has sealed it, or one without a root. */
  prove(workspace: WorkspaceId, seq: number): Promise<ExportedEvent>;
  /** All that the log says of one request; NOT_FOUND as `prove`, and without such a request. */
  proveAction(workspace: WorkspaceId, request: RequestId): Promise<ActionProof>;
}

/** Keep `head` elsewhere: a later check against it shows whether the log was cut. */
export interface AuditReport extends ChainReport {
  /** Whether the record agrees with the log; absent if the log itself is broken. */
  readonly record?: ComparedRecord;
}

export interface RecordState {
  /** The number of the newest event. */
  readonly head: number;
  /** Present if the record lost what it had committed and nobody has accepted that yet. */
  readonly setBack?: SetBack;
  /** When another server last became the database. What no node or anchor knew is not noticed. */
  readonly promotedAt?: Timestamp;
}

export interface AuditInput {
  /** A head noted earlier, `SEQ:HASH`: the log must still contain it. */
  readonly head?: string;
}

/** One line of an exported log: the hashed event, and its hash in hexadecimal. */
export interface ExportedEvent {
  readonly event: Event;
  readonly hash: string;
  /** The code of its type, such as `EAR2001`; not part of what is hashed. */
  readonly code: string;
  /** If one event was asked for. */
  readonly proof?: EventProof;
}

export interface ExportInput {
  /** Only events behind this one. */
  readonly after?: number | undefined;
  /** Only this event, with a proof of it that needs no other one. */
  readonly event?: number | undefined;
}
