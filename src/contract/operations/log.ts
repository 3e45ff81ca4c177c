import { z } from "zod";
import { AuditReport, ExportedEvent } from "../schemas/audit.ts";
import { Checkpoint } from "../schemas/authority.ts";
import type { Operation } from "../schemas/operation.ts";

export const AUDIT = {
  verifyAudit: {
    method: "GET",
    path: "/v1/audit/verify",
    right: "audit",
    summary: "Say whether the chain of the log holds, and whether the record is what it says",
    input: z.strictObject({
      head: z.string().optional().meta({ description: "A head noted earlier, SEQ:HASH." }),
    }),
    output: AuditReport,
    status: 200,
    media: "application/json",
  },
  sealLog: {
    method: "POST",
    path: "/v1/audit/seal",
    right: "audit",
    summary: "Sign the head of the log now, and append that to the anchor",
    input: z.strictObject({}),
    output: Checkpoint,
    status: 200,
    media: "application/json",
  },
  exportAudit: {
    method: "GET",
    path: "/v1/audit/export",
    right: "audit",
    summary: "The log with its hashes as JSON lines, oldest first",
    input: z.strictObject({ after: z.coerce.number().int().min(0).optional() }),
    output: ExportedEvent,
    status: 200,
    media: "application/jsonl",
  },
} as const satisfies Record<string, Operation>;
