import { z } from "zod";
import { inBytes, inTime } from "../../domain/in-words.ts";
import {
  DEFAULT_STANDING_REJECTION_MS,
  MAX_ARGS_BYTES,
  MAX_AUTHORIZATION_EXPIRY_MS,
  MAX_JOIN_KEY_LENGTH,
  MAX_LEEWAY_POINTERS,
  MAX_OFFERED_TOOLS,
  MAX_SERVER_NAME_LENGTH,
  MAX_SHOWN_ARGS_BYTES,
  MAX_STANDING_REJECTION_MS,
  MIN_EXPIRY_MS,
} from "../../domain/limits.ts";
import * as authority from "../schemas/authority.ts";
import { EvidenceView, evidenceGiven } from "../schemas/evidence.ts";
import type { OperationText } from "../schemas/operation.ts";
import { bodyHoldMs, undoMs } from "../schemas/parameters.ts";
import { ExplainedRequest } from "../schemas/policy-reasons.ts";
import * as wire from "../schemas/requests.ts";
import { MAX_LONG_BODY_BYTES, MAX_SPOKEN_BODY_BYTES } from "../schemas/strict-json.ts";
import { JsonObject, Timestamp } from "../schemas/values.ts";

export const AUTHORIZATIONS = {
  authorize: {
    summary: "Seek authorization for an action; with holdMs, wait for it in the same call",
    maxBytes: MAX_SPOKEN_BODY_BYTES,
    input: z.strictObject({
      tool: z.string().meta({ description: "The tool that is to run." }),
      args: JsonObject.meta({
        description: `Its arguments: at most ${inBytes(MAX_SHOWN_ARGS_BYTES)} if people are asked, ${inBytes(MAX_ARGS_BYTES)} if a rule or a permission allows it.`,
      }),
      reason: z.string().meta({ description: "Why, in the agent's words." }),
      onBehalfOf: z.string().optional(),
      session: z.string().min(1).optional().meta({ description: "The agent's run." }),
      argsSchema: JsonObject.optional().meta({
        description: "JSON Schema that the arguments, and edits of them, must fit.",
      }),
      toolSchemaHash: z.string().optional().meta({
        description: "Digest of the tool's definition; if it changes, people are asked again.",
      }),
      toolDefinition: authority.ToolDefinition.optional().meta({
        description:
          "The definition behind that digest; shown beside the pinned one if they differ.",
      }),
      resources: z.array(authority.Resource).optional().meta({
        description: "Files and the like by digest; they must be unchanged at redemption.",
      }),
      evidence: evidenceGiven,
      secrets: z.array(z.string()).optional().meta({
        description: "JSON Pointers of arguments that are shown to nobody.",
      }),
      to: z.array(z.string()).optional().meta({
        description:
          "Names of operators to ask, or roles as `role:owner`; only those that the policy names count.",
      }),
      conversation: wire.ConversationId.optional(),
      joinKey: z.string().min(1).max(MAX_JOIN_KEY_LENGTH).optional().meta({
        description:
          "Keeps it apart from another request for the same action, which it would otherwise join.",
      }),
      expiresInMs: z
        .number()
        .optional()
        .meta({
          description: `In milliseconds, from ${inTime(MIN_EXPIRY_MS)} to ${inTime(MAX_AUTHORIZATION_EXPIRY_MS)}.`,
        }),
      notify: wire.Notify.optional().meta({
        description:
          "Called once it has closed, by a webhook that the agent's subscription signs. What joins another request calls where that one says.",
      }),
      holdMs: bodyHoldMs,
      redeemIfAllowed: z.boolean().optional().meta({
        description: "If a rule or a permission allows it at once, redeems it in the same step.",
      }),
    }),
    output: wire.Waited,
  },
  approve: {
    summary: "Approve an action by the digest that was shown, perhaps with other arguments",
    input: z.strictObject({
      id: wire.RequestId,
      digest: z
        .string()
        .meta({ description: "The digest of what is approved, 64 hexadecimal digits." }),
      args: JsonObject.optional().meta({ description: "Other arguments than the agent's." }),
      note: z.string().optional().meta({
        description:
          "Words to the agent beside the approval; they change nothing of what may run. Needed if the demand says note or tickets.",
      }),
      typed: z.string().optional().meta({
        description: "For HIGH and CRITICAL: the typed digits of the digest.",
      }),
      passphrase: z.string().optional().meta({ description: "Needed if the demand says stepUp." }),
      passkey: JsonObject.optional().meta({
        description: "A passkey's signature of the digest; it replaces typed and passphrase.",
      }),
      undoMs,
    }),
    output: wire.Request,
  },
  previewEdit: {
    summary: "The digest of an action with other arguments, and the difference; decides nothing",
    input: z.strictObject({
      id: wire.RequestId,
      args: JsonObject,
      language: z.string().max(35).optional().meta({
        description: "Of the texts around the evidence, such as `de`; English if absent.",
      }),
    }),
    output: z.strictObject({
      digest: authority.Sha256,
      patch: authority.Patch,
      evidence: z.array(EvidenceView).optional().meta({
        description: "What is shown beside it, as it follows these arguments.",
      }),
      others: z.int().optional().meta({
        description:
          "How many others have to approve these arguments, since the caller's approval does not count for them.",
      }),
      soleOperator: z.literal(true).optional().meta({
        description: "The caller's approval counts only because nobody else could decide.",
      }),
    }),
  },
  explainRequest: {
    summary: "Why the rules said what they said of an authorization; for people and services",
    input: z.strictObject({ id: wire.RequestId }),
    output: ExplainedRequest,
  },
  reject: {
    summary: "Reject an action, even if others have approved it",
    input: z.strictObject({
      id: wire.RequestId,
      reason: z.string().optional().meta({ description: "Told to the agent." }),
      covers: z.enum(["this", "like"]).optional().meta({
        description:
          "`like`: for a time, what is like it is rejected at once, and nobody is asked; approvals like it that were not used are taken back.",
      }),
      forMs: z
        .number()
        .optional()
        .meta({
          description: `With \`like\`: from now, at most ${inTime(MAX_STANDING_REJECTION_MS)}; ${inTime(DEFAULT_STANDING_REJECTION_MS)} where absent.`,
        }),
      anyAt: z.array(z.string()).max(MAX_LEEWAY_POINTERS).optional().meta({
        description: "With `like`: JSON Pointers of arguments that may be anything.",
      }),
      digitsAt: z.array(z.string()).max(MAX_LEEWAY_POINTERS).optional().meta({
        description:
          "With `like`: JSON Pointers of arguments whose digits may be any, such as a counter.",
      }),
      undoMs,
    }),
    output: wire.Request,
  },
  revoke: {
    summary: "Take back one's vote on an open request, or an approval that was not used",
    input: z.strictObject({
      id: wire.RequestId,
      reason: z.string().optional().meta({
        description: "Told to the agent if the request had been approved.",
      }),
    }),
    output: wire.Request,
  },
  previewRejection: {
    summary: "What a rejection of everything alike would cover; rejects nothing",
    input: z.strictObject({
      id: wire.RequestId,
      anyAt: z.array(z.string()).max(MAX_LEEWAY_POINTERS).optional(),
      digitsAt: z.array(z.string()).max(MAX_LEEWAY_POINTERS).optional().meta({
        description: "If absent: wherever the open ones that are alike differ in digits.",
      }),
    }),
    output: z.strictObject({
      digitsAt: z.array(z.string()).meta({ description: "As given or as found." }),
      ids: z.array(wire.RequestId).meta({
        description: "Other open requests that it covers and that you may reject, oldest first.",
      }),
      left: z.int().meta({ description: "How many more it covers that you may not decide." }),
    }),
  },
  collect: {
    summary: "Collect the grant of an approval; this voids an earlier, unused one",
    input: z.strictObject({ id: wire.RequestId }),
    output: authority.CollectedGrant,
  },
  redeem: {
    summary: "Redeem a grant, or an approval of one's own, for exactly the action about to run",
    maxBytes: MAX_SPOKEN_BODY_BYTES,
    input: z.strictObject({
      grant: z.string().max(4_096).optional().meta({ description: "As it was collected." }),
      request: wire.RequestId.optional().meta({
        description:
          "In place of a grant: the agent's own approval, collected and redeemed in one step.",
      }),
      tool: z.string(),
      args: JsonObject,
      session: z.string().optional(),
      toolSchemaHash: z.string().optional(),
      resources: z.array(authority.Resource).optional(),
      evidence: evidenceGiven,
    }),
    output: z.strictObject({
      id: authority.CollectedGrant.shape.id,
      request: wire.Request,
      redeemedAt: Timestamp,
      repeated: wire.Repeated,
    }),
  },
  offerTools: {
    summary: "Say what tools a server offers; of those that come later, the first call asks people",
    maxBytes: MAX_LONG_BODY_BYTES,
    input: z.strictObject({
      server: z.string().min(1).max(MAX_SERVER_NAME_LENGTH).meta({
        description: "Names the server, as in the definitions of its tools.",
      }),
      tools: z
        .array(
          z.strictObject({
            tool: z.string(),
            hash: z.string().meta({ description: "Digest of its definition." }),
            definition: authority.ToolDefinition.optional(),
          }),
        )
        .max(MAX_OFFERED_TOOLS)
        .optional()
        .meta({ description: "All of them: what is left out is gone. Nothing is kept if absent." }),
      methods: z.array(z.string()).max(MAX_OFFERED_TOOLS).optional().meta({
        description: "What else it does that the policy knows as tools, such as `resources/read`.",
      }),
    }),
    output: z.strictObject({
      denied: z.array(z.string()).meta({
        description: "Those whose calls the policy denies whatever their arguments are.",
      }),
    }),
  },
  pinTool: {
    summary: "Accept a changed tool as the known one; approves nothing",
    input: z.strictObject({
      id: wire.RequestId.meta({ description: "The request that shows the change." }),
      hash: z.string().meta({ description: "Digest of the shown definition." }),
      passphrase: z.string().optional().meta({ description: "Your own, if you have one." }),
    }),
    output: authority.PinnedTool,
  },
  grantKeys: {
    summary: "The public keys that verify grants and checkpoints, as a JWK Set",
    input: z.strictObject({}),
    output: authority.PublicKeys,
  },
  rotateGrantKey: {
    summary: "Sign with a new key from now on",
    input: z.strictObject({}),
    output: z.strictObject({ kid: z.string() }),
  },
  erase: {
    summary: "Erase the content of a closed request; ids, digests and the log stay",
    input: z.strictObject({ id: wire.RequestId }),
    output: wire.Request,
  },
} as const satisfies Record<string, OperationText>;
