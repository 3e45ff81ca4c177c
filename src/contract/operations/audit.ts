import { z } from "zod";
import { Checkpoint } from "../authority-schemas.ts";
import * as wire from "../schemas.ts";
import type { Operation } from "./operation.ts";

export const AUDIT = {
  verifyAudit: {
    method: "GET",
    path: "/v1/audit/verify",
    right: "audit",
    summary: "Read the whole log and say whether its chain holds",
    input: z.strictObject({
      head: z.string().optional().meta({ description: "A head noted earlier, SEQ:HASH." }),
    }),
    output: wire.AuditReport,
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
    output: wire.ExportedEvent,
    status: 200,
    media: "application/jsonl",
  },
} as const satisfies Record<string, Operation>;
