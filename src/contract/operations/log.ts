import { z } from "zod";
import { ROW_KINDS } from "../../domain/log/sayings.ts";
import { Checkpoint, PublicKeys } from "../schemas/authority.ts";
import type { OperationText } from "../schemas/operation.ts";
import { flag, nothing } from "../schemas/parameters.ts";
import { Event } from "../schemas/requests.ts";
import { JsonObject, RequestId, Timestamp } from "../schemas/values.ts";

const AuditReport = z
  .strictObject({
    intact: z.boolean(),
    events: z.int(),
    head: z.strictObject({ seq: z.int(), hash: z.string() }),
    fault: z.string().optional(),
    wentBack: z.strictObject({ count: z.int(), seq: z.int(), ms: z.int() }).optional().meta({
      description:
        "Events dated more than a minute before one that they follow: how many, and which is furthest back, by how much. The chain holds all the same.",
    }),
    record: z
      .strictObject({
        rows: z.int(),
        erased: z.int().meta({ description: "Rows whose content is erased according to the log." }),
        faults: z.array(
          z.strictObject({
            kind: z.enum(ROW_KINDS),
            id: z.string(),
            fact: z.string().optional(),
            seq: z.int().optional().meta({ description: "The event that says otherwise." }),
          }),
        ),
        more: z.int().meta({ description: "The number of faults that are not listed." }),
      })
      .optional()
      .meta({
        description: "Whether the record agrees with the log. Absent if the log itself is broken.",
      }),
  })
  .meta({ id: "AuditReport" });

const ExportedEvent = z
  .strictObject({
    event: Event,
    hash: z.string(),
    code: z.string(),
    proof: z
      .strictObject({
        index: z.int(),
        size: z.int(),
        path: z.array(z.string()),
        checkpoint: z.string(),
      })
      .optional()
      .meta({
        description:
          "If one event was asked for: its place and path (RFC 9162) in the Merkle tree whose root the checkpoint has signed.",
      }),
  })
  .meta({ id: "ExportedEvent" });

const ActionProof = z
  .strictObject({
    v: z.literal(1),
    request: RequestId,
    keys: PublicKeys.optional(),
    checkpoints: z.array(z.string()),
    events: z.array(
      z.strictObject({ event: Event, checkpoint: z.int(), path: z.array(z.string()) }),
    ),
    salt: z.string().optional(),
    said: z.array(
      z.strictObject({ seq: z.int(), fact: z.enum(["digest", "words"]), value: z.unknown() }),
    ),
    action: JsonObject.optional(),
    asked: JsonObject.optional(),
    policies: z.array(JsonObject),
    permission: JsonObject.optional(),
  })
  .meta({
    id: "ActionProof",
    description: "See the specification of proofs; `earshot audit verify-proof` checks one.",
  });

const RecordState = z
  .strictObject({
    head: z.int().meta({ description: "The number of the newest event." }),
    setBack: z
      .strictObject({
        event: z.int().meta({ description: "The event that says so; accept this one." }),
        from: z.int().meta({ description: "The last event that is known to be lost." }),
        to: z.int().meta({ description: "Where the log ended when it was noticed." }),
        at: Timestamp,
        by: z.enum(["memory", "checkpoint"]).meta({
          description: "What noticed it: a node's memory, or a checkpoint of the anchor.",
        }),
      })
      .optional()
      .meta({
        description:
          "Present if the record lost what it had committed and nobody has accepted that yet.",
      }),
    promotedAt: Timestamp.optional().meta({
      description:
        "When another server last became the database; what no node or anchor knew of is not noticed.",
    }),
  })
  .meta({ id: "RecordState" });

export const AUDIT = {
  recordState: {
    summary: "Whether the record waits to be accepted, because it lost what it had committed",
    input: nothing,
    output: RecordState,
  },
  acceptRecord: {
    summary: "Accept the record after it lost what it had committed: approvals are used again",
    input: z.strictObject({
      event: z
        .int()
        .min(1)
        .meta({ description: "As `recordState` tells; a later loss is not accepted." }),
    }),
    output: RecordState,
  },
  verifyAudit: {
    summary: "Check whether the chain of the log holds, and whether the record agrees with it",
    input: z.strictObject({
      head: z.string().optional().meta({ description: "A head noted earlier, SEQ:HASH." }),
    }),
    output: AuditReport,
  },
  sealLog: {
    summary: "Sign the head of the log now, and append the checkpoint to the anchor",
    input: z.strictObject({}),
    output: Checkpoint,
  },
  exportAudit: {
    summary: "The log with its hashes as JSON lines, oldest first; or one event with its proof",
    input: z.strictObject({
      after: z.coerce.number().int().min(0).optional(),
      event: z.coerce.number().int().min(1).optional().meta({
        description: "Only this event, with a proof of it that needs no other one.",
      }),
    }),
    output: ExportedEvent,
  },
  proveAction: {
    summary: "One request with all that the log says of it, for anybody to check with public keys",
    input: z.strictObject({ id: RequestId }),
    output: ActionProof,
  },
} as const satisfies Record<string, OperationText>;

export const EVENTS = {
  events: {
    summary: "Events as server-sent events; resumes after Last-Event-ID",
    input: z.strictObject({
      after: z.coerce.number().int().min(0).optional().meta({
        description: "Only events with a greater sequence number; Last-Event-ID takes precedence.",
      }),
      follow: flag.meta({ description: "Continue with events as they are appended." }),
    }),
    output: Event,
  },
  lastEvent: {
    summary: "The sequence number of the newest event",
    input: nothing,
    output: z.strictObject({ seq: z.int() }),
  },
} as const satisfies Record<string, OperationText>;
