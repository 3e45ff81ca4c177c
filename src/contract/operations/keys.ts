import { z } from "zod";
import { inDigits } from "../../domain/in-words.ts";
import { MAX_KEY_HOLD_MS } from "../../domain/limits.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";

const CreatedKey = z.strictObject({
  key: wire.Key,
  principal: wire.Principal,
  secret: z.string(),
});

export const KEYS = {
  whoami: {
    summary: "Who owns the key, and what it may do",
    input: nothing,
    output: z.strictObject({
      principal: wire.Principal,
      rights: z.array(wire.Right),
      holdMs: z.int().optional().meta({ description: "The key's hold; see `Key`." }),
      unattended: z.literal(true).optional(),
    }),
  },
  createKey: {
    summary: "Make a key, or for a person who cannot get in an invitation; new names are added",
    input: z.strictObject({
      kind: z.enum(["agent", "person", "service"]),
      name: z.string(),
      role: z.enum(["owner", "approver", "viewer"]).optional(),
      scopes: z.array(wire.Right).optional(),
      holdMs: z
        .number()
        .optional()
        .meta({
          description: `For an agent's key: how long its tools wait for a person, 0 to ${inDigits(MAX_KEY_HOLD_MS)}.`,
        }),
      unattended: z.boolean().optional().meta({
        description: "For a person's key: it is for scripts that decide in that person's name.",
      }),
      passphrase: z.string().optional().meta({
        description: "For a key of a person or service: your own passphrase, if you have one.",
      }),
    }),
    output: CreatedKey,
  },
  acceptInvitation: {
    summary: "Make one's own key with an invitation, which ends it",
    input: z.strictObject({ invitation: z.string() }),
    output: CreatedKey,
  },
  listKeys: {
    summary: "Keys and invitations that the caller may revoke, without their secrets",
    input: nothing,
    output: z.strictObject({
      items: z.array(z.strictObject({ key: wire.Key, principal: wire.Principal })),
    }),
  },
  revokeKey: {
    summary: "Revoke a key at once and for good",
    input: z.strictObject({ id: wire.KeyId }),
    output: wire.Key,
  },
} as const satisfies Record<string, OperationText>;
