import type { WorkspaceId } from "../../domain/id.ts";
import type { AuditReport, ExportedEvent } from "./earshot.ts";

/** Reads whole logs without holding up the calls that the store serves meanwhile. */
export interface AuditReader {
  verify(workspace: WorkspaceId, head?: string): Promise<AuditReport>;
  /** Pages of the log in order, after a sequence number. */
  export(workspace: WorkspaceId, after: number): AsyncIterable<readonly ExportedEvent[]>;
}
