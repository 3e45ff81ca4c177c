import { z } from "zod";
import { inBytes, inTime } from "../../domain/in-words.ts";
import {
  DEFAULT_STANDING_REJECTION_MS,
  MAX_ARGS_BYTES,
  MAX_AUTHORIZATION_EXPIRY_MS,
  MAX_JOIN_KEY_LENGTH,
  MAX_LEEWAY_POINTERS,
  MAX_SHOWN_ARGS_BYTES,
  MAX_STANDING_REJECTION_MS,
  MIN_EXPIRY_MS,
} from "../../domain/limits.ts";
import * as authority from "../schemas/authority.ts";
import type { OperationText } from "../schemas/operation.ts";
import { bodyHoldMs } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";
import { MAX_LONG_BODY_BYTES } from "../schemas/strict-json.ts";
import { JsonObject, Timestamp } from "../schemas/values.ts";

export const AUTHORIZATIONS = {
  authorize: {
    summary: "Seek the authorization of an action; with holdMs, wait for it in the same call",
    maxBytes: MAX_LONG_BODY_BYTES,
    input: z.strictObject({
      tool: z.string().meta({ description: "The tool that is to run." }),
      args: JsonObject.meta({
        description: `Its arguments: at most ${inBytes(MAX_SHOWN_ARGS_BYTES)} where people are asked, ${inBytes(MAX_ARGS_BYTES)} where a rule or a permission allows it.`,
      }),
      reason: z.string().meta({ description: "Why, in the agent's words." }),
      onBehalfOf: z.string().optional(),
      session: z.string().min(1).optional().meta({ description: "The run of the agent." }),
      argsSchema: JsonObject.optional().meta({
        description: "JSON Schema that the arguments have to fit, and edited ones too.",
      }),
      toolSchemaHash: z.string().optional().meta({
        description: "Digest of the tool's definition; a change of it asks people again.",
      }),
      toolDefinition: authority.ToolDefinition.optional().meta({
        description: "What that digest is of; shown beside the pinned one where it is another.",
      }),
      resources: z.array(authority.Resource).optional().meta({
        description: "Files and the like by digest; they have to be the same at redemption.",
      }),
      secrets: z.array(z.string()).optional().meta({
        description: "JSON Pointers of arguments that nobody is shown.",
      }),
      to: z.array(z.string()).optional().meta({
        description:
          "Names of the operators who are asked, or roles as `role:owner`, of those that the policy names.",
      }),
      conversation: wire.ConversationId.optional(),
      joinKey: z.string().min(1).max(MAX_JOIN_KEY_LENGTH).optional().meta({
        description: "Tells it from another of the same action, which it would else join.",
      }),
      expiresInMs: z
        .number()
        .optional()
        .meta({
          description: `In milliseconds, from ${inTime(MIN_EXPIRY_MS)} to ${inTime(MAX_AUTHORIZATION_EXPIRY_MS)}.`,
        }),
      holdMs: bodyHoldMs,
      redeemIfAllowed: z.boolean().optional().meta({
        description: "Redeems in the same step what a rule or a permission allows at once.",
      }),
    }),
    output: wire.Waited,
  },
  approve: {
    summary: "Approve an action by the digest that was shown, perhaps with other arguments",
    input: z.strictObject({
      id: wire.RequestId,
      digest: z.string().meta({ description: "Of what is approved, 64 hexadecimal digits." }),
      args: JsonObject.optional().meta({ description: "Other arguments than the agent's." }),
      typed: z.string().optional().meta({
        description: "For HIGH and CRITICAL: the digits of the digest that were typed.",
      }),
      passphrase: z.string().optional().meta({ description: "Where the demand says stepUp." }),
      passkey: JsonObject.optional().meta({
        description: "What a passkey made of the digest; it stands for typed and for passphrase.",
      }),
    }),
    output: wire.Request,
  },
  previewEdit: {
    summary: "The digest of an action with other arguments, and the difference; decides nothing",
    input: z.strictObject({ id: wire.RequestId, args: JsonObject }),
    output: z.strictObject({ digest: authority.Sha256, patch: authority.Patch }),
  },
  reject: {
    summary: "Reject an action, whoever has approved it before",
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
        description: "With `like`: of arguments whose digits may be any, as a counter's.",
      }),
    }),
    output: wire.Request,
  },
  revoke: {
    summary: "Take back one's vote on an open request, or an approval that was not used",
    input: z.strictObject({
      id: wire.RequestId,
      reason: z.string().optional().meta({
        description: "Told to the agent, where the request was approved.",
      }),
    }),
    output: wire.Request,
  },
  previewRejection: {
    summary: "What a rejection would reach that covers what is like it; rejects nothing",
    input: z.strictObject({
      id: wire.RequestId,
      anyAt: z.array(z.string()).max(MAX_LEEWAY_POINTERS).optional(),
      digitsAt: z.array(z.string()).max(MAX_LEEWAY_POINTERS).optional().meta({
        description: "Absent: where the alike ones that are open differ in digits.",
      }),
    }),
    output: z.strictObject({
      digitsAt: z.array(z.string()).meta({ description: "As given, or as found." }),
      ids: z.array(wire.RequestId).meta({
        description: "The others that it covers, are open and are yours to reject, oldest first.",
      }),
      left: z.int().meta({ description: "How many more it covers that you may not decide." }),
    }),
  },
  collect: {
    summary: "Collect the grant of an approval; a former one that was not used is void then",
    input: z.strictObject({ id: wire.RequestId }),
    output: authority.CollectedGrant,
  },
  redeem: {
    summary: "Use a grant up for exactly the action that is about to run",
    maxBytes: MAX_LONG_BODY_BYTES,
    input: z.strictObject({
      grant: z.string().max(4_096),
      tool: z.string(),
      args: JsonObject,
      session: z.string().optional(),
      toolSchemaHash: z.string().optional(),
      resources: z.array(authority.Resource).optional(),
    }),
    output: z.strictObject({
      id: authority.CollectedGrant.shape.id,
      request: wire.Request,
      redeemedAt: Timestamp,
    }),
  },
  pinTool: {
    summary: "Take a tool that has changed as the known one; approves nothing",
    input: z.strictObject({
      id: wire.RequestId.meta({ description: "The request that shows the change." }),
      hash: z.string().meta({ description: "Digest of the definition that was shown." }),
      passphrase: z.string().optional().meta({ description: "Your own, where you have one." }),
    }),
    output: authority.PinnedTool,
  },
  grantKeys: {
    summary: "The public keys that grants and checkpoints are proved with, as a JWK Set",
    input: z.strictObject({}),
    output: authority.PublicKeys,
  },
  rotateGrantKey: {
    summary: "Sign with a new key from now",
    input: z.strictObject({}),
    output: z.strictObject({ kid: z.string() }),
  },
  erase: {
    summary: "Erase the content of a closed request; ids, digests and the log stay",
    input: z.strictObject({ id: wire.RequestId }),
    output: wire.Request,
  },
} as const satisfies Record<string, OperationText>;
