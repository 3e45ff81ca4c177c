import { z } from "zod";
import { inDigits, inTime } from "../../domain/in-words.ts";
import { DEFAULT_OVERLAP_MS, MAX_KEY_HOLD_MS, MAX_OVERLAP_MS } from "../../domain/limits.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";

const CreatedKey = z.strictObject({
  key: wire.Key,
  principal: wire.Principal,
  secret: z.string(),
});
const expiresInMs = z
  .number()
  .optional()
  .meta({ description: "When it ends, from now; absent: it has no end, or that of the former." });
const passphrase = z.string().optional().meta({
  description: "For a key of a person or service: your own passphrase, if you have one.",
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
      label: z
        .string()
        .optional()
        .meta({ description: "What it is for; letters, digits, spaces and . _ @ -." }),
      expiresInMs,
      passphrase,
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
  rotateKey: {
    summary: "Replace a key by a new one of the same holder and rights",
    input: z.strictObject({
      id: wire.KeyId,
      overlapMs: z
        .number()
        .optional()
        .meta({
          description: `How long the former stays good, at most ${inTime(MAX_OVERLAP_MS)}; ${inTime(DEFAULT_OVERLAP_MS)} if absent.`,
        }),
      expiresInMs,
      passphrase,
    }),
    output: z.strictObject({
      key: wire.Key,
      principal: wire.Principal,
      secret: z.string(),
      former: wire.Key.meta({ description: "With the end that it has now." }),
    }),
  },
  revokeKey: {
    summary: "Revoke a key at once and for good",
    input: z.strictObject({ id: wire.KeyId }),
    output: wire.Key,
  },
} as const satisfies Record<string, OperationText>;
