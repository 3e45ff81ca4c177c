import { z } from "zod";
import * as authority from "../schemas/authority.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";
import { MAX_LONG_BODY_BYTES } from "../schemas/strict-json.ts";
import { JsonObject, Timestamp } from "../schemas/values.ts";

export const AUTHORIZATIONS = {
  authorize: {
    method: "POST",
    path: "/v1/authorizations",
    right: "ask",
    summary: "Seek the authorization of an action; with holdMs, wait for it in the same call",
    maxBytes: MAX_LONG_BODY_BYTES,
    input: z.strictObject({
      tool: z.string().meta({ description: "The tool that is to run." }),
      args: JsonObject.meta({
        description:
          "Its arguments: at most 256 KiB where people are asked, 4 MiB where a rule or a permission allows it.",
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
      joinKey: z.string().min(1).max(128).optional().meta({
        description: "Tells it from another of the same action, which it would else join.",
      }),
      expiresInMs: z.number().optional().meta({ description: "From 1,000 to 30 days." }),
      holdMs: z.number().min(0).optional().meta({
        description: "How long to wait in this call; cut to 55,000. 0 where absent.",
      }),
      redeemIfAllowed: z.boolean().optional().meta({
        description: "Redeems in the same step what a rule or a permission allows at once.",
      }),
    }),
    output: wire.Waited,
    status: 201,
    media: "application/json",
  },
  approve: {
    method: "POST",
    path: "/v1/requests/{id}/approve",
    right: "decide",
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
    status: 200,
    media: "application/json",
  },
  previewEdit: {
    method: "POST",
    path: "/v1/requests/{id}/edit-preview",
    right: "decide",
    summary: "The digest of an action with other arguments, and the difference; decides nothing",
    input: z.strictObject({ id: wire.RequestId, args: JsonObject }),
    output: z.strictObject({ digest: authority.Sha256, patch: authority.Patch }),
    status: 200,
    media: "application/json",
  },
  reject: {
    method: "POST",
    path: "/v1/requests/{id}/reject",
    right: "decide",
    summary: "Reject an action, whoever has approved it before",
    input: z.strictObject({
      id: wire.RequestId,
      reason: z.string().optional().meta({ description: "Told to the agent." }),
      covers: z.enum(["this", "like"]).optional().meta({
        description:
          "`like`: for a time, what is like it is rejected at once, and nobody is asked; approvals like it that were not used are taken back.",
      }),
      forMs: z.number().optional().meta({
        description: "With `like`: from now, at most 24 hours; an hour where absent.",
      }),
      anyAt: z.array(z.string()).max(50).optional().meta({
        description: "With `like`: JSON Pointers of arguments that may be anything.",
      }),
      digitsAt: z.array(z.string()).max(50).optional().meta({
        description: "With `like`: of arguments whose digits may be any, as a counter's.",
      }),
    }),
    output: wire.Request,
    status: 200,
    media: "application/json",
  },
  revoke: {
    method: "POST",
    path: "/v1/requests/{id}/revoke",
    right: "decide",
    summary: "Take back one's vote on an open request, or an approval that was not used",
    input: z.strictObject({
      id: wire.RequestId,
      reason: z.string().optional().meta({
        description: "Told to the agent, where the request was approved.",
      }),
    }),
    output: wire.Request,
    status: 200,
    media: "application/json",
  },
  previewRejection: {
    method: "POST",
    path: "/v1/requests/{id}/rejection-preview",
    right: "permit",
    summary: "What a rejection would reach that covers what is like it; rejects nothing",
    input: z.strictObject({
      id: wire.RequestId,
      anyAt: z.array(z.string()).max(50).optional(),
      digitsAt: z.array(z.string()).max(50).optional().meta({
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
    status: 200,
    media: "application/json",
  },
  collect: {
    method: "POST",
    path: "/v1/requests/{id}/grant",
    right: "ask",
    summary: "Collect the grant of an approval; a former one that was not used is void then",
    input: z.strictObject({ id: wire.RequestId }),
    output: authority.CollectedGrant,
    status: 201,
    media: "application/json",
  },
  redeem: {
    method: "POST",
    path: "/v1/grants/redeem",
    right: "redeem",
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
    status: 200,
    media: "application/json",
  },
  pinTool: {
    method: "POST",
    path: "/v1/requests/{id}/pin-tool",
    right: "permit",
    summary: "Take a tool that has changed as the known one; approves nothing",
    input: z.strictObject({
      id: wire.RequestId.meta({ description: "The request that shows the change." }),
      hash: z.string().meta({ description: "Digest of the definition that was shown." }),
      passphrase: z.string().optional().meta({ description: "Your own, where you have one." }),
    }),
    output: authority.PinnedTool,
    status: 200,
    media: "application/json",
  },
  grantKeys: {
    method: "GET",
    path: "/v1/grants/keys",
    right: "key",
    summary: "The public keys that grants and checkpoints are proved with, as a JWK Set",
    input: z.strictObject({}),
    output: authority.PublicKeys,
    status: 200,
    media: "application/json",
  },
  rotateGrantKey: {
    method: "POST",
    path: "/v1/grants/keys/rotate",
    right: "policy",
    summary: "Sign with a new key from now",
    input: z.strictObject({}),
    output: z.strictObject({ kid: z.string() }),
    status: 200,
    media: "application/json",
  },
  erase: {
    method: "POST",
    path: "/v1/requests/{id}/erase",
    right: "erase",
    summary: "Erase the content of a closed request; ids, digests and the log stay",
    input: z.strictObject({ id: wire.RequestId }),
    output: wire.Request,
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
